import { expect, test } from "@playwright/test";
import { counting } from "./testing/counting.ts";
import { arrived, demoPerson } from "./testing/demo-people.ts";
import { stories } from "./testing/stories.ts";

/**
 * The test counts the presses from the first screen after the sign-in to the answer of a daily
 * question. Words that a caller says on the telephone are copied and not counted.
 */

const { signedIn } = stories({ DEMO: "1" });

test("the fitter, the workshop and the office see late orders and their reasons after one press", async () => {
  for (const [role, heading, screen] of [
    ["customer", "Quotes", "Orders"],
    ["supplier", /^Welcome/, "Workshop"],
    ["admin", /^Welcome/, "Orders"],
  ] as const) {
    const person = await signedIn(demoPerson(role));
    const { page } = person;
    await arrived(person, heading);
    const { click, presses } = counting(person);
    const count = Number.parseInt((await page.getByText(/^\d+ orders are late/).textContent()) ?? "", 10);
    await click(page.getByText(/^\d+ orders are late/));
    await arrived(person, screen);
    const [rows, reason] =
      screen === "Orders"
        ? [page.getByRole("row", { name: /^ORD-/ }), /\d+ days? late · (to ship|expected|needed) \d{1,2} \w{3}/]
        : [
            page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /^ORD-/ }) }),
            /\d+ days? late\s*due .*\d{1,2} \w{3}/,
          ];
    await expect(rows).toHaveCount(count);
    await expect(rows.filter({ hasText: reason })).toHaveCount(count);
    expect(presses(), role).toBe(1);
    await person.close();
  }
});

test("the order's state and day are displayed after a key and the search words, and a second key opens it", async () => {
  const office = await signedIn(demoPerson("admin"));
  const { page } = office;
  await arrived(office, /^Welcome/);
  interface Listed {
    readonly id: number;
    readonly jobName: string | null;
    readonly poNumber: string | null;
    readonly finalTotal: number;
    readonly dueOn: string | null;
    readonly shippingAddress: string;
    readonly user: { readonly companyName: string; readonly contactName: string };
  }
  const orders: Listed[] = await (await page.request.get("/api/orders?limit=200")).json();
  const asked = orders.find(({ jobName, poNumber, dueOn, finalTotal }) => jobName && poNumber && dueOn && finalTotal > 0);
  if (!asked) throw new Error("The demo has no such order");
  const pounds = asked.finalTotal.toLocaleString("en-GB", { minimumFractionDigits: 2 });
  const told = {
    street: `${asked.shippingAddress.split(",")[0]} ${asked.jobName}`,
    "PO number": asked.poNumber ?? "",
    "first name": `${asked.user.contactName.split(" ")[0]} ${asked.poNumber}`,
    amount: pounds,
    "customer's name": `${asked.user.companyName} ${asked.jobName} ${asked.poNumber}`,
  };
  for (const [what, words] of Object.entries(told)) {
    const { press, copy, presses } = counting(office);
    await press("/");
    await page.getByRole("dialog", { name: "Find" }).waitFor();
    await copy(words);
    const answer = page.getByRole("option", {
      name: new RegExp(`ORD-${asked.id} · \\w+ · (due|ordered|shipped|delivered) \\d{1,2} \\w{3}`),
    });
    await answer.waitFor();
    expect(presses(), what).toBe(1);
    if ((await answer.getAttribute("aria-selected")) === "true") {
      await press("Enter");
      await page.getByRole("dialog", { name: `Order Details ORD-${asked.id}` }).waitFor();
      expect(presses(), what).toBe(2);
    }
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await office.close();
});

test("a reminder of unpaid orders takes four presses, whatever the amount", async () => {
  const office = await signedIn(demoPerson("admin"));
  const { page } = office;
  await arrived(office, /^Welcome/);
  const { click, presses } = counting(office);
  await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Orders", exact: true }));
  await click(page.getByRole("tab", { name: /^Unpaid/ }));
  await click(page.getByRole("button", { name: "Send payment reminders" }));
  const dialog = page.getByRole("dialog", { name: "Send payment reminders" });
  const clients = dialog.getByRole("checkbox");
  await clients.first().waitFor();
  const owed = await (await page.request.get("/api/orders/reminders?paymentStatus=unpaid")).json();
  await expect(clients).toHaveCount(new Set(owed.map(({ companyId }: { companyId: number }) => companyId)).size);
  expect(owed.length).toBeGreaterThanOrEqual(10);
  await office.looksRight("payment reminders");
  await click(dialog.getByRole("button", { name: /^Remind \d+ clients$/ }));
  await office.isTold("clients reminded of");
  expect(presses()).toBe(4);
  await office.close();
});
