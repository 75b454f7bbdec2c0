import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LAPTOP, launchBrowser, Person, PHONE, TABLET } from "./testing/person.ts";
import { type PortalProcess, startPortalProcess } from "./testing/portal-process.ts";

/** Every screen that each role may open, with the demo's data, on a laptop, a tablet and a phone: nothing wrong in it, seen or unseen. */

let browser: Browser;
let portal: PortalProcess;
beforeAll(async () => {
  [browser, portal] = await Promise.all([launchBrowser(), startPortalProcess({ DEMO: "1" })]);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

const PASSWORD = "tiltrod-demo";
const DEVICES = { laptop: LAPTOP, tablet: TABLET, phone: PHONE } as const;

/** The first heading of each screen, by address. */
const SCREENS = {
  "/": /./,
  "/quotes": /^Quotes$/,
  "/orders": /^Orders$/,
  "/remakes": /^Remakes$/,
  "/products": /^Products$/,
  "/clients": /^Client Management$/,
  "/pricing": /^Price Management$/,
  "/settings": /^Settings$/,
  "/users": /^Users|User/,
  "/referrals": /^Referrals$/,
  "/errors": /^Error/,
  "/audit": /^Audit/,
} as const;
type Address = keyof typeof SCREENS;

/** For every signed-in person (§2); who has no quotes or referrals is told so there. */
const EVERYONES: readonly Address[] = ["/", "/quotes", "/orders", "/remakes", "/referrals", "/settings"];
/** What each role may open (§2, decisions §3, §9, §11); everything else is the 404 screen to them. */
const MAY_OPEN: Record<string, readonly Address[]> = {
  customer: EVERYONES,
  supplier: EVERYONES,
  admin: [...EVERYONES, "/products", "/clients", "/errors"],
  super_admin: Object.keys(SCREENS) as Address[],
};

const emailOf = (role: string) => (role === "super_admin" ? portal.superAdmin : { email: `${role}@tiltrod.example`, password: PASSWORD });

async function open(role: string, device: keyof typeof DEVICES): Promise<Person> {
  const person = await Person.open(browser, portal.url, { device: DEVICES[device] });
  const reply = await person.page.request.post("/api/login", { data: emailOf(role) });
  expect(reply.status(), await reply.text()).toBe(200);
  return person;
}

/** Data is there, or its absence is said: no skeleton and no spinner is left. */
async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
}

describe.each(Object.keys(MAY_OPEN))("%s", (role) => {
  test.each(Object.keys(DEVICES) as (keyof typeof DEVICES)[])("every screen on a %s", async (device) => {
    const person = await open(role, device);
    const { page } = person;
    for (const address of MAY_OPEN[role] ?? []) {
      await page.goto(address);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await settled(page);
      expect(await page.getByRole("heading", { level: 1 }).first().textContent(), `${role} ${address}`).toMatch(SCREENS[address]);
      await person.looksRight(`${role}, ${device}: ${address}`);
    }
    await person.close();
  });

  test("what this role may not open is not found", async () => {
    const person = await open(role, "laptop");
    const others = (Object.keys(SCREENS) as Address[]).filter((address) => !MAY_OPEN[role]?.includes(address));
    for (const address of [...others, "/no-such-screen"]) {
      await person.page.goto(address);
      await person.page.getByText("404 - Not Found").waitFor();
    }
    await person.looksRight(`${role}: not found`);
    await person.close();
  });
});
