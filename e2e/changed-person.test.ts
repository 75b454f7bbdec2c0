import { type APIRequestContext, expect, type Locator, type Page, test } from "@playwright/test";
import { arrived, demoPerson, type SignIn } from "./testing/demo-people.ts";
import type { Person } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";
import { turnedTo } from "./testing/survey.ts";

/**
 * Two tabs of one browser share one session, but a tab acts only for the person that it displays
 * (rule A19).
 */

const { portal, signedIn } = stories({ DEMO: "1" });
const HELEN = demoPerson("customer");
const MAELLE = { email: "atelier@fenetre.tiltrod.example", password: HELEN.password };
const REFUSED = { expected: [/^401 /] };

const coverOf = (page: Page, name: string): Locator => page.getByRole("alertdialog", { name: `${name} is signed in on this device now` });

async function typesAQuote(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "New Quote" }).first().click();
  const form = page.getByRole("dialog", { name: "Create New Quote" });
  await (await turnedTo(form, "Shutter type")).selectOption({ index: 1 });
  await form.getByLabel("Louver size").selectOption({ index: 1 });
  await form.getByLabel("Colour").selectOption({ index: 1 });
  await form.getByLabel("Width").fill("1234");
  await form.getByLabel("Height").fill("1500");
  return form;
}

/** Signs in without a screen, so that no other tab is notified. */
async function signsInUnheard(request: APIRequestContext, { email, password }: SignIn): Promise<void> {
  expect((await request.post("/api/login", { data: { email, password } })).status()).toBe(200);
}

/** Returns the ids of the quotes that a company sees. */
async function quotesOf(browser: Page, who: SignIn): Promise<number[]> {
  const context = (await browser.context().browser()?.newContext({ baseURL: portal().url })) ?? null;
  if (!context) throw new Error("The browser is gone");
  await signsInUnheard(context.request, who);
  const rows = (await (await context.request.get("/api/quotes?limit=200")).json()) as { id: number }[];
  await context.close();
  return rows.map(({ id }) => id);
}

async function logsIn(page: Page, { email, password }: SignIn): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

test("a quote that Helen typed is not stored for another tab's company, and stays hers", async () => {
  const helen = await signedIn(HELEN, REFUSED);
  await arrived(helen, "Quotes");
  const { page } = helen;
  const before = [await quotesOf(page, HELEN), await quotesOf(page, MAELLE)];
  await typesAQuote(page);
  await signsInUnheard(page.context().request, MAELLE);
  const refusal = page.waitForResponse((reply) => reply.request().method() === "POST" && reply.url().endsWith("/api/quotes"));
  // The page's other request may be rejected first, and its cover then hides the button.
  await page.locator("[role=dialog] button[type=submit]").dispatchEvent("click");
  expect((await refusal).status()).toBe(401);

  const cover = coverOf(page, "Maëlle Château-Roussel");
  await cover.waitFor();
  await helen.looksRight("a tab whose person has changed");
  expect(await cover.getByRole("button").allTextContents()).toEqual(["Continue as Maëlle Château-Roussel"]);
  await page.keyboard.press("Escape");
  await cover.getByRole("button").click();
  const question = page.getByRole("alertdialog", { name: /^Remove .* that (was|were) not sent\?$/ });
  await question.getByText(/Helen Ashdown/).waitFor();
  await question.getByRole("button", { name: "Log out again" }).click();
  expect([await quotesOf(page, HELEN), await quotesOf(page, MAELLE)]).toEqual(before);

  // The typed text must still be there for Helen: in the unfinished form, or sent after her sign-in
  // where the device had stored it.
  await logsIn(page, HELEN);
  await arrived(helen, "Quotes");
  const isUnfinished = () =>
    page.evaluate(() =>
      Object.entries(localStorage).some(([key, text]) => /^person:\d+:unfinished-quote/.test(key) && String(text).includes('"1234"')),
    );
  const isSent = async () => (await quotesOf(page, HELEN)).length === (before[0]?.length ?? 0) + 1;
  await expect.poll(async () => (await isUnfinished()) || (await isSent())).toBe(true);
  await helen.close();
});

test("a sign-out in one tab ends the other, a sign-in covers it, and it continues as the new person", async () => {
  const helen = await signedIn(HELEN, REFUSED);
  await arrived(helen, "Quotes");
  const other = await helen.page.context().newPage();
  await other.goto("/settings");
  await other.getByRole("button", { name: "Logout" }).click();
  await other.getByRole("tab", { name: "Login" }).waitFor();
  await helen.page.getByRole("tab", { name: "Login" }).waitFor();
  await logsIn(other, MAELLE);
  await coverOf(helen.page, "Maëlle Château-Roussel").getByRole("button").click();
  await arrived(helen, "Quotes");
  await helen.page.getByText("Fenêtre & Lumière Décoration Ltd").first().waitFor();
  await helen.close();
});

test("View As in one tab covers the other until it ends, and stores no text typed there", async () => {
  const morgan = await signedIn(portal().superAdmin, REFUSED);
  await morgan.page.goto("/quotes");
  await arrived(morgan, "Quotes");
  const form = await typesAQuote(morgan.page);
  const before = await quotesOf(morgan.page, HELEN);
  const other = await viewsInAnotherTab(morgan);
  await coverOf(morgan.page, "Helen Ashdown").waitFor();
  await other.getByRole("button", { name: "Stop Impersonation" }).click();
  await coverOf(morgan.page, "Helen Ashdown").waitFor({ state: "detached" });
  await expect(form.getByLabel("Width")).toHaveValue("1234");

  // View As begins without a notification to this tab.
  const { request } = morgan.page.context();
  const [helen] = (await (await request.get("/api/users?search=customer@tiltrod")).json()) as { id: number }[];
  expect((await request.post(`/api/impersonate/${helen?.id}`)).status()).toBe(200);
  await morgan.page.locator("[role=dialog] button[type=submit]").dispatchEvent("click");
  await coverOf(morgan.page, "Helen Ashdown").getByRole("button", { name: "Continue as Helen Ashdown" }).click();
  await morgan.page.getByText("Currently impersonating user: customer@tiltrod.example").waitFor();
  expect(await quotesOf(morgan.page, HELEN)).toEqual(before);
  await morgan.close();
});

async function viewsInAnotherTab({ page }: Person): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto("/users?search=customer@tiltrod");
  await other.getByRole("button", { name: /^View As Helen Ashdown/ }).click();
  await other.getByText("Currently impersonating user: customer@tiltrod.example").waitFor();
  return other;
}
