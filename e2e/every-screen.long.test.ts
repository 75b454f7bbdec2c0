import { expect, test } from "@playwright/test";
import { DEVICES, type Person } from "./testing/person.ts";
import { DIALOGS, OPEN, type PhoneDialog } from "./testing/phone-dialogs.ts";
import { stories } from "./testing/stories.ts";

/**
 * The test opens every screen that each role may open, with the demo's data, on a laptop, a tablet
 * and a phone, and finds no visible or hidden fault.
 */

const { portal, visit } = stories({ DEMO: "1" });

const PASSWORD = "tiltrod-demo";

/** The first heading of each screen, by address. */
const SCREENS = {
  "/": /^(Welcome, |Quotes$)/,
  "/quotes": /^Quotes$/,
  "/orders": /^Orders$/,
  "/remakes": /^Remakes$/,
  "/products": /^Products$/,
  "/clients": /^Client Management$/,
  "/pricing": /^Price Management$/,
  "/settings": /^Settings$/,
  "/invoices": /^Invoices$/,
  "/payments": /^Payments$/,
  "/money": /^Money$/,
  "/money/refunds": /^Money given back$/,
  "/money/margin": /^Margins$/,
  "/money/margin/orders": /^Margin(:|$)/,
  "/money/cash": /^Cash by day$/,
  "/money/disputes": /^Disputed card payments$/,
  "/workshop": /^Workshop$/,
  "/workshop/plans": /^Bar plans$/,
  "/workshop/offcuts": /^Offcuts$/,
  "/users": /^Users|User/,
  "/referrals": /^Referrals$/,
  "/errors": /^Error/,
  "/audit": /^Audit/,
} as const;
type Address = keyof typeof SCREENS;

/**
 * Every signed-in person may open these screens (rule S2). A person without quotes or referrals
 * reads that there.
 */
const EVERYONES: readonly Address[] = ["/", "/quotes", "/orders", "/remakes", "/referrals", "/settings"];
/** The screens that each role may open (rule S2). Any other address displays the 404 screen. */
const MAY_OPEN: Record<string, readonly Address[]> = {
  customer: [...EVERYONES, "/invoices"],
  supplier: [...EVERYONES, "/workshop", "/workshop/plans", "/workshop/offcuts"],
  admin: [...EVERYONES, "/invoices", "/payments", "/money/refunds", "/money/disputes", "/workshop", "/products", "/clients", "/errors"],
  super_admin: Object.keys(SCREENS) as Address[],
};

const emailOf = (role: string) => (role === "super_admin" ? portal().superAdmin : { email: `${role}@tiltrod.example`, password: PASSWORD });

async function open(role: string, device: keyof typeof DEVICES): Promise<Person> {
  const person = await visit({ device: DEVICES[device] });
  const reply = await person.page.request.post("/api/login", { data: emailOf(role) });
  expect(reply.status(), await reply.text()).toBe(200);
  return person;
}

/**
 * Checks each size in turn on the same page, because the layout must also change from one size to
 * the next, for example when a tablet is turned.
 */
async function looksAtEveryScreen(role: string, sizes: readonly (keyof typeof DEVICES)[]): Promise<void> {
  const [first = "laptop"] = sizes;
  const person = await open(role, first);
  const { page } = person;
  let order = sizes;
  for (const address of MAY_OPEN[role] ?? []) {
    await page.goto(address);
    for (const size of order) {
      await page.setViewportSize(DEVICES[size].viewport);
      await page.getByRole("heading", { level: 1, name: SCREENS[address] }).waitFor();
      await person.arrived();
      await person.looksRight(`${role}, ${size}: ${address}`);
      if (size !== "laptop") await person.isForThumbs(`${role}, ${size}: ${address}`);
    }
    // The next screen then loads at the size that this one ended with.
    order = order.toReversed();
  }
  await person.close();
}

for (const role of Object.keys(MAY_OPEN))
  test.describe(role, () => {
    test("every screen of the role is faultless on a laptop", () => looksAtEveryScreen(role, ["laptop"]));

    test("every screen of the role is faultless on a tablet and a phone", () => looksAtEveryScreen(role, ["tablet", "phone"]));

    test("every screen that this role may not open is not found", async () => {
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

test("a phone's list of orders displays status, shipping day and arrival side by side for the owner", async () => {
  const person = await open("super_admin", "phone");
  await person.page.goto("/orders");
  const fields = person.page.getByRole("row", { name: /ORD-/ }).first().locator("[data-field]");
  await fields.first().waitFor();
  await person.arrived();
  const boxes = await fields.evaluateAll((cells) =>
    cells.map((cell) => cell.getBoundingClientRect()).map(({ left, right, top }) => ({ left, right, top })),
  );
  expect(boxes).toHaveLength(3);
  for (const [at, box] of boxes.entries()) {
    expect(box.top).toBe(boxes[0]?.top);
    expect(box.left).toBeGreaterThanOrEqual(boxes[at - 1]?.right ?? 0);
  }
  // A tablet's field displays the whole day.
  await person.page.setViewportSize(DEVICES.tablet.viewport);
  await person.page.goto("/orders?view=done");
  const days = person.page.getByRole("row", { name: /ORD-/ }).getByRole("textbox");
  await days.first().waitFor();
  await person.arrived();
  expect(await days.evaluateAll((inputs) => inputs.filter((input) => input.scrollWidth > input.clientWidth).length)).toBe(0);
  await person.close();
});

test("a phone's screen shows a customer four quotes at once, each with its statuses, its total and a way to pay", async () => {
  const person = await open("customer", "phone");
  await person.page.goto("/quotes");
  await person.page
    .getByRole("row", { name: /Pay Now/ })
    .first()
    .waitFor();
  await person.arrived();
  const inView = await person.page
    .getByRole("row", { name: /Q-/ })
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length);
  expect(inView).toBeGreaterThanOrEqual(4);
  const payable = person.page.getByRole("row", { name: /Pay Now/ }).first();
  for (const told of [/Ordered|Accepted|Sent/, /Unpaid/, /£/]) await payable.getByText(told).first().waitFor();
  await person.close();
});

test("no figure is alone in its row from a tablet up", async () => {
  const person = await open("super_admin", "tablet");
  const { page } = person;
  for (const address of ["/", "/money"]) {
    await page.goto(address);
    await page.getByRole("term").first().waitFor();
    await person.arrived();
    for (const width of [768, 820, 1023, 1088, 1180, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const alone = await page.locator("main dl:has(> :nth-child(3))").evaluateAll((lists) =>
        lists.flatMap((list) => {
          const tops = [...list.children].map((card) => Math.round(card.getBoundingClientRect().top));
          return tops.filter((top) => tops.indexOf(top) === tops.lastIndexOf(top)).map(() => list.lastElementChild?.textContent);
        }),
      );
      expect([address, width, alone]).toEqual([address, width, []]);
    }
  }
  await person.close();
});

test("a phone's form of a whole house does not move sideways, although each window has a check", async () => {
  const person = await open("customer", "phone");
  const { page } = person;
  const [{ id: shutterTypeId, standardLouverSizes, colorOptions }] = await (await page.request.get("/api/products")).json();
  const tall = { shutterTypeId, widthM: 0.9, heightM: 2.1, louverSize: standardLouverSizes[0], colorSelection: colorOptions[0] };
  const { id } = await (await page.request.post("/api/quotes", { data: { items: Array(12).fill(tall) } })).json();
  await page.goto(`/quotes?new=quote-${id}`);
  const list = page.getByRole("button", { name: /^Window 1 of 12/ });
  await list.waitFor();
  await person.arrived();
  const sideways = (dialog: string) =>
    page
      .getByRole("dialog", { name: dialog })
      .locator(".overflow-y-auto")
      .evaluateAll((parts) => parts.map((part) => part.scrollWidth - part.clientWidth));
  expect(await sideways("Create New Quote")).toEqual([0]);
  await list.click();
  await page.getByText("has a measure to check").last().waitFor({ state: "attached" });
  await person.arrived();
  expect(await sideways("Windows")).toEqual([0]);
  await person.close();
});

for (const [role, dialogs] of Object.entries(DIALOGS))
  test.describe(role, () => {
    test("every dialog of the role fits a phone", () => opensEveryDialog(role, dialogs));
  });

/**
 * Checks only the dialogs and not the page behind them: each fits, and its main control is visible.
 */
async function opensEveryDialog(role: string, dialogs: readonly PhoneDialog[]): Promise<void> {
  const person = await open(role, "phone");
  const { page } = person;
  for (const { name, address, steps } of dialogs) {
    const what = `${role}, phone: ${name}`;
    await page.goto(address);
    for (const step of steps) {
      const pressed = page.getByRole(step.press, { name: step.called }).first();
      await pressed.waitFor();
      // A list that is still loading would move its rows under the finger.
      await person.arrived();
      await pressed.tap();
    }
    const dialog = page.locator(OPEN).last();
    await dialog.waitFor();
    await person.arrived();
    await person.looksRight(what, OPEN);
    await person.isForThumbs(what);
    const beyond = await dialog.evaluate((opened) =>
      [opened, ...opened.querySelectorAll("footer :is(button, a)")].flatMap((element) => {
        const { top, left, right, bottom } = element.getBoundingClientRect();
        const fits = top >= 0 && left >= 0 && right <= window.innerWidth + 0.5 && bottom <= window.innerHeight + 0.5;
        return fits ? [] : [`${element.tagName} ${element.textContent?.slice(0, 40)}`];
      }),
    );
    expect(beyond, `${what}: beyond the screen`).toEqual([]);
  }
  await person.close();
}
