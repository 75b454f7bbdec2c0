import { expect, type Page, test } from "@playwright/test";
import { demoPerson } from "./testing/demo-people.ts";
import { TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/** A changed email address, by the emailed links alone (rules A45 and A46). */

const { portal, visit } = stories({ DEMO: "1" });
const HELEN = demoPerson("customer");
const NEW = "helen.new@tiltrod.example";
const NEXT_PASSWORD = "a calm river bend";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Login");
}
const isSignedIn = (page: Page) => page.getByRole("tab", { name: "Login" }).waitFor({ state: "detached" });
/** The path of the latest link to a screen that an address was emailed. */
async function emailedLink(email: string, screen: string): Promise<string> {
  const find = async () =>
    (await portal().mailsTo(email)).flatMap(({ text }) => new RegExp(`/${screen}#token=[\\w-]+`).exec(text)?.[0] ?? []).at(-1);
  await expect.poll(find).toBeDefined();
  return (await find()) ?? "";
}

test("a change is requested with a proof, confirmed at the new address, and undone by the former one", async () => {
  const helen = await visit({ expected: [/^403 POST \/api\/account\/email$/, /^401 /] });
  const { page } = helen;
  await logIn(page, HELEN.email, HELEN.password);
  await isSignedIn(page);
  await page.goto("/settings?tab=security");
  // The sign-in is older than a recent proof, as after ten minutes.
  let refusals = 1;
  await page.route("**/api/account/email", (route) => {
    if (route.request().method() !== "POST" || refusals === 0) return route.fallback();
    refusals -= 1;
    return route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      body: JSON.stringify({ status: 403, detail: "Please confirm that it is you", code: "prove" }),
    });
  });
  await press(page, "Change the email address");
  await page.getByLabel("New email address").fill(NEW);
  await press(page, "Send the link");
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Password", { exact: true }).fill(HELEN.password);
  await proof.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByText(`Waiting for confirmation at ${NEW}`).waitFor();
  await page.reload();
  await page.getByText(`Waiting for confirmation at ${NEW}`).waitFor();
  await helen.looksRight("settings: an open change of the email address");

  const tablet = await visit({ device: TABLET, expected: [/^401 /] });
  await tablet.page.goto(await emailedLink(NEW, "confirm-email"));
  await tablet.looksRight("confirming an email address");
  await press(tablet.page, "Confirm the address");
  await tablet.page.getByRole("heading", { name: "Your email address is changed" }).waitFor();
  await press(tablet.page, "To login");
  await tablet.page.getByRole("tab", { name: "Login" }).waitFor();
  await logIn(tablet.page, NEW, HELEN.password);
  await isSignedIn(tablet.page);

  const owner = await visit();
  await owner.page.goto(await emailedLink(HELEN.email, "stop-email"));
  await owner.looksRight("stopping a change of an email address");
  await press(owner.page, "Stop the change");
  await owner.page.getByRole("heading", { name: `Your email address is ${HELEN.email}` }).waitFor();
  await press(owner.page, "Set a new password");
  await owner.page.getByLabel("New password").fill(NEXT_PASSWORD);
  await press(owner.page, "Set the password");
  await owner.isTold("Password updated successfully");
  await owner.page.getByText("Your password is set").waitFor();
  await logIn(owner.page, HELEN.email, NEXT_PASSWORD);
  await isSignedIn(owner.page);

  // Every earlier session has ended, and the other address signs nobody in.
  expect((await tablet.page.request.get("/api/user")).status()).toBe(401);
  expect((await page.request.get("/api/user")).status()).toBe(401);
  const again = await tablet.page.request.post("/api/login", { data: { email: NEW, password: NEXT_PASSWORD } });
  expect(again.status()).toBe(401);
});
