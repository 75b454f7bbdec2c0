import { expect, type Locator, type Page, test } from "@playwright/test";
import { flat, readPdf } from "#server/testing/papers/read-pdf.ts";
import { counting } from "./testing/counting.ts";
import { demoPerson } from "./testing/demo-people.ts";
import type { Person } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/** The office corrects an order's windows in New Quote's editor (rules O21 and O25). */
const { signedIn, portal } = stories({ DEMO: "1" });

/** Makes an order's second window 10 mm wider in its open editor. */
async function widenSecondWindow({ page }: Person, dialog: Locator): Promise<void> {
  await dialog.getByRole("navigation", { name: "Windows" }).getByRole("listitem").nth(1).getByRole("button").click();
  const width = dialog.getByLabel("Width", { exact: true });
  const wider = Number(await width.inputValue()) + 10;
  await width.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(`${wider}`);
}

interface Order {
  readonly id: number;
  readonly windows: number;
  readonly shipped: number;
  readonly paymentStatus: string;
  readonly invoiceNumber: string | null;
  readonly user: { readonly companyName: string };
}
/** Returns the orders whose windows may change. */
const ordersIn = async ({ request }: Page): Promise<Order[]> =>
  (await (await request.get("/api/orders?status=pending&status=processing&limit=100")).json()) as Order[];

const jobCardOf = async ({ request }: Page, id: number): Promise<string> =>
  flat(readPdf(await (await request.get(`/api/orders/${id}/job-card.pdf`)).body()).text);

test("the office makes one window 10 mm wider in five presses: unpaid, and paid with an invoice", async () => {
  const office = await signedIn(demoPerson("admin"));
  const { page } = office;
  const orders = (await ordersIn(page)).filter(({ windows, shipped }) => windows > 1 && shipped === 0);
  const unpaid = orders.find(({ paymentStatus }) => paymentStatus === "unpaid");
  const paid = orders.find(({ paymentStatus, invoiceNumber }) => paymentStatus === "paid" && invoiceNumber !== null);
  for (const order of [unpaid, paid]) {
    if (!order) throw new Error("The demo has such an order");
    await page.goto(`/orders?order=${order.id}`);
    const { click, copy, presses } = counting(office);
    await click(page.getByRole("button", { name: "Change windows" }));
    const dialog = page.getByRole("dialog", { name: `Change windows ORD-${order.id}` });
    await click(dialog.getByRole("navigation", { name: "Windows" }).getByRole("listitem").nth(1).getByRole("button"));
    const width = dialog.getByLabel("Width", { exact: true });
    const wider = Number(await width.inputValue()) + 10;
    await click(width);
    await page.keyboard.press("ControlOrMeta+a");
    await copy(wider);
    await click(dialog.getByRole("button", { name: "Preview change" }));
    const review = page.getByRole("dialog", { name: /^Save this change/ });
    await review.getByText(/: width .+ → .+ mm$/).waitFor();
    await review.getByText(/^Total £.+ → £/).waitFor();
    await expect(review.getByText(/^Further invoice: £/)).toHaveCount(order === paid ? 1 : 0);
    await copy("Measured again");
    await click(review.getByRole("button", { name: "Save change" }));
    await office.isTold("Windows changed");
    expect(presses()).toBe(5);
  }
  await office.close();
});

test("a customer asks for a change with its price, withdraws it, and reads the office's correction in a mail", async () => {
  const asks = demoPerson("customer");
  const customer = await signedIn(asks);
  const { page } = customer;
  const order = (await ordersIn(page)).find(({ windows, shipped }) => windows > 1 && shipped === 0);
  if (!order) throw new Error("The demo's customer has such an order");
  await page.goto(`/orders?order=${order.id}`);
  await page.getByRole("button", { name: "Ask for a change" }).click();
  const dialog = page.getByRole("dialog", { name: `Ask for a change ORD-${order.id}` });
  await widenSecondWindow(customer, dialog);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const review = page.getByRole("dialog", { name: /^Send this request/ });
  await review.getByText(/width .+ → .+ mm/i).waitFor();
  await review.getByText(/^Total £.+ → £/).waitFor();
  await page.keyboard.type("The reveal is wider");
  await review.getByRole("button", { name: "Send request" }).click();
  await customer.isTold("Change requested");
  const details = page.getByRole("dialog", { name: new RegExp(`ORD-${order.id}`) });
  await details.getByText("The reveal is wider").waitFor();
  await details.getByText(/Total £.+ → £/).waitFor();
  await details.getByRole("button", { name: "Withdraw request" }).click();
  await details.getByRole("button", { name: "Earlier requests (1)" }).waitFor();
  await customer.close();

  const office = await signedIn(demoPerson("admin"));
  await office.page.goto(`/orders?order=${order.id}`);
  await office.page.getByRole("button", { name: "Change windows" }).click();
  const editor = office.page.getByRole("dialog", { name: `Change windows ORD-${order.id}` });
  await widenSecondWindow(office, editor);
  await editor.getByRole("button", { name: "Preview change" }).click();
  const saving = office.page.getByRole("dialog", { name: /^Save this change/ });
  const line = (await saving.getByText(/: width .+ → .+ mm$/).textContent()) ?? "";
  await office.page.keyboard.type("Measured again");
  await saving.getByRole("button", { name: "Save change" }).click();
  await office.isTold("Windows changed");
  await expect.poll(async () => (await portal().mailsTo(asks.email)).some(({ text }) => text.includes(line))).toBe(true);
  await office.close();
});

test("the office changes a louvre size and adds a window in six presses each: unpaid, and paid with an invoice", async () => {
  const customer = demoPerson("customer");
  const office = await signedIn(demoPerson("admin"));
  const { page } = office;
  const orders = (await ordersIn(page)).filter(
    ({ windows, shipped, user }) => windows > 1 && shipped === 0 && user.companyName === "Ashdown & Vale Interiors",
  );
  const kinds: readonly ((order: Order) => boolean)[] = [
    ({ paymentStatus }) => paymentStatus === "unpaid",
    ({ paymentStatus, invoiceNumber }) => paymentStatus === "paid" && invoiceNumber !== null,
  ];
  for (const isOfKind of kinds) {
    const order = orders.find(isOfKind);
    if (!order) throw new Error("The demo has such an order");
    const mails = async () => (await portal().mailsTo(customer.email)).filter(({ text }) => text.includes(`ORD-${order.id}`));
    // The first change adds an invoice that nobody has paid, so the second one meets both kinds.
    for (const change of ["window", "louvre"]) {
      const before = (await mails()).length;
      await page.goto(`/orders?order=${order.id}`);
      const { click, copy, press, presses } = counting(office);
      await click(page.getByRole("button", { name: "Change windows" }));
      const dialog = page.getByRole("dialog", { name: `Change windows ORD-${order.id}` });
      let choices = 0;
      if (change === "louvre") {
        await click(dialog.getByRole("navigation", { name: "Windows" }).getByRole("listitem").nth(1).getByRole("button"));
        const size = dialog.getByLabel("Louver size");
        const other = (await size.locator("option:not(:checked):not([value=''])").first().textContent()) ?? "";
        await size.selectOption({ label: other });
        // A person opens the list with one press and chooses with another.
        choices = 2;
        await size.press("ControlOrMeta+Enter");
      } else {
        await click(dialog.getByRole("button", { name: "Add window" }));
        await click(dialog.getByLabel("Width", { exact: true }));
        await copy(600);
        await press("Tab");
        await copy(900);
        await page.keyboard.press("ControlOrMeta+Enter");
      }
      const review = page.getByRole("dialog", { name: /^Save this change/ });
      const line = review.getByRole("listitem").filter({ hasText: change === "louvre" ? /louv(re|er).* → \d+ mm$/i : /600 × 900 mm/ });
      await line.waitFor();
      const difference = (await line.textContent()) ?? "";
      await expect(review.getByText(/^Further invoice: £/)).toHaveCount(change === "window" && order.invoiceNumber !== null ? 1 : 0);
      await copy("As the fitter said on the telephone");
      // The demo's workshop has cut a window of the paid order.
      await click(review.getByRole("button", { name: /^(Save change|Change it anyway)$/ }));
      await office.isTold("Windows changed");
      // The keys that open the review are one press.
      expect(presses() + choices + 1).toBe(6);
      await expect.poll(async () => (await mails()).length).toBe(before + 1);
      expect((await mails()).at(-1)?.text).toContain(difference);
      const [, window, what] = /^(.+?): (\w+)/.exec(difference) ?? [];
      expect(await jobCardOf(page, order.id)).toMatch(new RegExp(`Changed on \\d+ \\w+: ${window} ${what} `));
    }
  }
  await office.close();
});
