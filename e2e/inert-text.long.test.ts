import { expect, type Page, test } from "@playwright/test";
import { isKept, NAUGHTY } from "#server/testing/calls/naughty-strings.ts";
import { demoPerson } from "./testing/demo-people.ts";
import type { Person } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * Text that people type stays text on every screen, for every reader. None of it runs, loads or
 * changes the page, under the policy that the portal sends.
 */

const { portal, signedIn } = stories({ DEMO: "1" });

const MARKUP = [...NAUGHTY.markup, ...NAUGHTY.templates, ...NAUGHTY["right to left"].slice(0, 3), ...NAUGHTY.quotes];
const texts = (most: number): string[] => MARKUP.filter((text) => text.trim().length > 1 && text.length <= most);

const people = new Map<string, Person>();

interface Alarm {
  readonly seen: string[];
}
const alarms: Alarm = { seen: [] };

/** Signs in a person whose page reports every sign of executed or loaded text. */
async function watched(name: string): Promise<Page> {
  const known = people.get(name);
  if (known) return known.page;
  const person = await signedIn(name === "superadmin" ? portal().superAdmin : demoPerson(name));
  people.set(name, person);
  const { page } = person;
  page.on("dialog", async (dialog) => {
    alarms.seen.push(`${name}: a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(portal().url) && !/^(data|blob):/.test(request.url()))
      alarms.seen.push(`${name}: asked for ${request.url()}`);
  });
  await page.exposeFunction("tellOfViolation", (what: string) => alarms.seen.push(`${name}: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      void (window as unknown as { tellOfViolation(what: string): void }).tellOfViolation(`${violatedDirective} ${blockedURI}`);
    });
  });
  return page;
}

/** Makes a call in the way the page does. */
const call = (page: Page, method: string, path: string, body: unknown): Promise<{ status: number; body: { id: number } }> =>
  page.evaluate(
    async ([method, path, body]) => {
      const reply = await fetch(path, { method, headers: { "content-type": "application/json" }, body });
      return { status: reply.status, body: (await reply.json()) as { id: number } };
    },
    [method, path, JSON.stringify(body)] as const,
  );

/** Expects the text on the page exactly as it was typed, without any effect. */
async function standsAsText(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate((wanted) => document.body.textContent?.includes(wanted) ?? false, text.trim()), { message: text })
    .toBe(true);
  const made = await page.evaluate(
    () =>
      document.querySelectorAll(
        'iframe, base, object, embed, [onerror], [onload], [srcdoc], main script, meta[http-equiv], a[href^="javascript"], form[action*="evil"], img[src="x"]',
      ).length,
  );
  expect(made, text).toBe(0);
}

test("the served page holds no script or style except its own files", async () => {
  const html = await (await fetch(portal().url)).text();
  expect(html.match(/<script\b[^>]*>/g)?.every((tag) => /\ssrc="\/assets\/[\w.-]+\.js"/.test(tag))).toBe(true);
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|https?:\/\/(?!www\.w3\.org)/);
});

test("names, reasons, replies and descriptions with markup are displayed as typed, to every role", async () => {
  const [customer, boss, supplier] = [await watched("customer"), await watched("superadmin"), await watched("supplier")];
  const [hostile = "", image = ""] = NAUGHTY.markup.slice(0, 3).filter((text) => !text.includes("ScRiPt"));

  // This part sets the customer's own names, a quote whose windows have one text each, and its
  // order.
  const { user } = (await customer.evaluate(async () => (await fetch("/api/user")).json())) as { user: { id: number } };
  const profile = { companyName: hostile, contactName: image, address: `${hostile}, {{7*7}}, Lewes` };
  expect((await call(customer, "PATCH", `/api/users/${user.id}/profile`, profile)).status).toBe(200);
  const description = texts(400).join(" | ").slice(0, 1900);
  const product = await call(boss, "POST", "/api/products", {
    name: `Type ${hostile}`,
    basePricePerM2: 100,
    description,
    standardLouverSizes: [64],
    colorOptions: [image],
  });
  expect(product.status).toBe(201);
  const names = texts(80).filter((text) => isKept(text, { least: 1, most: 80, name: true }));
  const items = names.map((name) => ({
    name,
    shutterTypeId: product.body.id,
    widthM: 1,
    heightM: 1,
    louverSize: 64,
    colorSelection: image,
  }));
  const quote = await call(customer, "POST", "/api/quotes", { items });
  expect(quote.status).toBe(201);
  const order = await call(boss, "POST", `/api/quotes/${quote.body.id}/convert`, { shippingAddress: `${image} {{7*7}}` });
  expect(order.status).toBe(201);
  expect((await call(supplier, "PATCH", `/api/orders/${order.body.id}/tracking`, { trackingNumber: hostile })).status).toBe(200);

  // This part makes a remake and a thread in which each text is a reply.
  const remake = await customer.evaluate(
    async ([orderId, reason]) => {
      const form = new FormData();
      form.append("orderId", orderId);
      form.append("reason", reason);
      return (await (await fetch("/api/remakes", { method: "POST", body: form })).json()) as { id: number };
    },
    [String(order.body.id), `${hostile} {{7*7}}`] as const,
  );
  const replies = texts(500).slice(0, 20);
  for (const message of replies) expect((await call(supplier, "POST", `/api/remakes/${remake.id}/replies`, { message })).status).toBe(201);

  const screens: [Page, string, readonly string[]][] = [
    [customer, `/remakes?remake=${remake.id}`, replies],
    [supplier, `/remakes?remake=${remake.id}`, replies],
    [boss, `/remakes?remake=${remake.id}`, [...replies, hostile]],
    [customer, `/orders?order=${order.body.id}`, names.slice(0, 20)],
    [supplier, `/orders?order=${order.body.id}`, names],
    [boss, `/orders?order=${order.body.id}`, names.slice(0, 20)],
    [customer, "/quotes", []],
    [boss, "/quotes", [hostile]],
    [boss, "/clients", [hostile, image]],
    [boss, "/users", [hostile]],
    [boss, "/products", [`Type ${hostile}`]],
    [boss, "/pricing", [`Type ${hostile}`]],
    [boss, "/audit", []],
    [customer, "/settings", []],
  ];
  for (const [page, path, expected] of screens) {
    await page.goto(portal().url + path);
    // An open dialog hides the heading behind it.
    await page.locator("h1").first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    for (const text of expected) await standsAsText(page, text);
  }
  await expect
    .poll(() => customer.locator("input").evaluateAll((fields) => fields.map((each) => (each as HTMLInputElement).value)))
    .toContain(hostile);
  expect(alarms.seen).toEqual([]);
});

test("an address of the portal leads only to a screen of the portal, whatever it contains", async () => {
  const page = await watched("customer");
  const host = new URL(portal().url).host;
  for (const address of [
    "//evil.example",
    "/\\evil.example",
    "/%2f%2fevil.example",
    "/?next=https://evil.example",
    "/?ref=<script>alert(1)</script>",
    "/reset-password?token=<img src=x onerror=alert(1)>",
    "/quotes?paid=javascript:alert(1)",
    "/orders?order=<svg/onload=alert(1)>",
    "/remakes?remake=%00",
    "/#<img src=x onerror=alert(1)>",
  ]) {
    await page.goto(`http://${host}${address}`);
    await page.locator("h1").first().waitFor();
    expect(new URL(page.url()).host).toBe(host);
  }
  expect(alarms.seen).toEqual([]);
});
