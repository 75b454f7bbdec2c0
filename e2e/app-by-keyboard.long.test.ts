import { expect, type Page, test } from "@playwright/test";
import { totpCodeAt } from "../server/features/identity/totp.ts";
import { demoPerson } from "./testing/demo-people.ts";
import { LAPTOP, PHONE } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/** An authenticator app is set up and used by keyboard alone, also at a phone's size (rule A37). */

const { visit } = stories({ DEMO: "1" });
const WHO = { laptop: demoPerson("customer"), phone: demoPerson("supplier") };
const DEVICES = { laptop: LAPTOP, phone: PHONE };

const codeOf = (secret: string): string => totpCodeAt(secret, Math.floor(Date.now() / 30_000));
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    return element?.labels?.[0]?.textContent ?? element?.textContent ?? "";
  });

/** Presses Tab until the named control has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if ((await focusedName(page)).trim() === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`No Tab leads to ${name}`);
}

async function typesPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto("/");
  await tabTo(page, "Email");
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}
const isSignedIn = (page: Page) => page.getByRole("tab", { name: "Login" }).waitFor({ state: "detached" });

for (const [name, device] of Object.entries(DEVICES))
  test(`an authenticator app is added, and a recovery code signs in, by keyboard alone: ${name}`, async () => {
    const who = WHO[name as keyof typeof WHO];
    const person = await visit({ device, expected: [/^401 /] });
    const { page } = person;
    await typesPassword(page, who);
    await isSignedIn(page);
    await page.goto("/settings?tab=security");
    await page.getByRole("heading", { name: "Second factor" }).waitFor();
    await tabTo(page, "Add an authenticator app");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
    const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await person.looksRight(`the key of an authenticator app: ${name}`);
    await tabTo(page, "Code");
    await page.keyboard.type(codeOf(secret));
    await page.keyboard.press("Enter");
    const codes = page.getByRole("dialog", { name: "Your recovery codes" });
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    const [recoveryCode = ""] = await codes.getByRole("listitem").allTextContents();
    await tabTo(page, "I have stored them");
    await page.keyboard.press("Enter");
    await codes.waitFor({ state: "detached" });

    // The code that confirmed the app signs nobody in.
    await page.request.post("/api/logout");
    await typesPassword(page, who);
    await page.getByRole("heading", { name: "Enter your code" }).waitFor();
    await expect.poll(() => focusedName(page)).toBe("Code");
    await person.looksRight(`the second step of a sign-in: ${name}`);
    await page.keyboard.type("000000");
    await page.keyboard.press("Enter");
    await page.getByRole("main").getByText("This code is not right").waitFor();
    await tabTo(page, "Use a recovery code");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedName(page)).toBe("Recovery code");
    await page.keyboard.type(recoveryCode);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Use a recovery code" }).waitFor({ state: "detached" });
    await isSignedIn(page);
    await person.close();
  });
