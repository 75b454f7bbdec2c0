import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { demoPerson } from "./testing/demo-people.ts";
import { type Person, PHONE, type Visit } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/** Passkeys in Chromium's virtual authenticators, one for each device (rules A42 and A43). */

// A portal at an IP address offers none.
const { portal, visit } = stories({ DEMO: "1", HOST: "localhost" });
const HELEN = demoPerson("customer");

interface Device {
  readonly person: Person;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

async function device(options: Visit = {}): Promise<Device> {
  const person = await visit(options);
  const cdp = await person.page.context().newCDPSession(person.page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await person.page.goto("/");
  return { person, page: person.page, cdp, authenticatorId };
}
const REFUSED = { expected: [/^401 POST \/api\/login\/passkey$/] };
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(HELEN.email);
  await page.getByLabel("Password", { exact: true }).fill(HELEN.password);
  await press(page, "Login");
}
async function openSecurity(page: Page): Promise<void> {
  await page.goto("/settings?tab=security");
  await page.getByRole("heading", { name: "Second factor" }).waitFor();
}
async function addPasskey(page: Page, name: string): Promise<void> {
  await press(page, "Add a passkey");
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Add the passkey" }).click();
}
const isSignedIn = (page: Page) => page.getByRole("tab", { name: "Login" }).waitFor({ state: "detached" });

test("a laptop's passkey signs in alone, a phone is added, the lost laptop and a copy are refused", async () => {
  const laptop = await device(REFUSED);
  await typePassword(laptop.page);
  await isSignedIn(laptop.page);
  await openSecurity(laptop.page);
  await addPasskey(laptop.page, "Laptop");
  const items = laptop.page.getByRole("dialog", { name: "Your recovery codes" }).getByRole("listitem");
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await press(laptop.page, "I have stored them");
  await laptop.page.getByText("Laptop", { exact: true }).waitFor();
  await laptop.person.looksRight("settings: a passkey");

  await laptop.page.request.post("/api/logout");
  await laptop.page.goto("/");
  await laptop.person.looksRight("signed out: with passkeys");
  await press(laptop.page, "Log in with a passkey");
  await isSignedIn(laptop.page);

  const phone = await device({ device: PHONE, expected: [/^403 /] });
  await typePassword(phone.page);
  await phone.page.getByRole("heading", { name: "Use your passkey" }).waitFor();
  await press(phone.page, "Use your passkey");
  await phone.page.getByText("No passkey was used. Please try again.").waitFor();
  await phone.person.looksRight("signing in: the passkey is on another device");
  await press(phone.page, "Use a recovery code");
  await phone.page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await press(phone.page, "Login");
  await phone.page.getByRole("heading", { name: "Use a recovery code" }).waitFor({ state: "detached" });
  await openSecurity(phone.page);
  await addPasskey(phone.page, "Phone");
  await phone.page.getByText("Phone", { exact: true }).waitFor();

  await press(phone.page, "Remove Laptop");
  await phone.page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await phone.person.isTold("Passkey removed");
  await laptop.page.request.post("/api/logout");
  await laptop.page.goto("/");
  await press(laptop.page, "Log in with a passkey");
  await laptop.page.getByRole("tabpanel").getByText("This passkey was not accepted").waitFor();

  const { cdp, authenticatorId } = phone;
  const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
  const [own] = credentials;
  if (!own) throw new Error("The phone has no passkey");
  const copy = await device(REFUSED);
  await copy.cdp.send("WebAuthn.addCredential", { authenticatorId: copy.authenticatorId, credential: { ...own, signCount: 0 } });
  await phone.page.request.post("/api/logout");
  await phone.page.goto("/");
  await press(phone.page, "Log in with a passkey");
  await isSignedIn(phone.page);
  await press(copy.page, "Log in with a passkey");
  await copy.page.getByRole("tabpanel").getByText("This passkey was not accepted").waitFor();
  const subjects = (await portal().mailsTo(HELEN.email)).map(({ text }) => text).join("\n");
  expect(subjects).toContain("The passkey “Phone” was added");
  expect(subjects).toContain("The passkey “Laptop” was removed");
});

test("a protected action asks for the passkey and then completes", async () => {
  const laptop = await device({ expected: [/^403 /] });
  await laptop.page.goto("/");
  const who = demoPerson("supplier");
  await laptop.page.getByLabel("Email").fill(who.email);
  await laptop.page.getByLabel("Password", { exact: true }).fill(who.password);
  await press(laptop.page, "Login");
  await isSignedIn(laptop.page);
  await openSecurity(laptop.page);
  await addPasskey(laptop.page, "Laptop");
  await press(laptop.page, "I have stored them");
  await laptop.page.route(
    "**/api/account/recovery-codes",
    (route) =>
      route.fulfill({
        status: 403,
        contentType: "application/problem+json",
        body: JSON.stringify({ status: 403, detail: "Please confirm that it is you", code: "prove" }),
      }),
    { times: 1 },
  );
  await press(laptop.page, "Make new codes");
  const dialog = laptop.page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByRole("button", { name: "Use your passkey" }).waitFor();
  await dialog.getByRole("button", { name: "Use your passkey" }).click();
  await laptop.page.getByRole("dialog", { name: "Your recovery codes" }).waitFor();
});
