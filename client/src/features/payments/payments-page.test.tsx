import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { clientRow } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import { dispute, payment, paymentRow, refund } from "./payment-samples.ts";
import type { Payment } from "./payment-words.ts";
import PaymentsPage from "./payments-page.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T10:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Invoice = Reply<"invoices", "list">[number];
const owed = (number: string, amount: number, dueOn: string): Invoice => ({
  number,
  kind: "invoice",
  orderId: 7,
  quoteId: 9,
  company: { id: 3, name: "Seaview Shutters" },
  jobName: "Mrs Patel",
  poNumber: null,
  taxPoint: dueOn,
  issuedOn: dueOn,
  dueOn,
  net: amount,
  vat: 0,
  gross: amount,
  invoiceNumber: null,
  credited: 0,
  overdueDays: 0,
  disputed: false,
  paid: 0,
  owed: amount,
});

const open = (calls: FakeCalls["payments"] = {}, { role = "super_admin" as Role, path = "/payments" } = {}) => {
  const server = fakeApi({
    payments: {
      list: () => [paymentRow(), paymentRow({ id: 11, method: "card", unallocated: 0, reference: null, amount: 99.5 })],
      sums: () => ({ count: 2, amount: 249.5, refunded: 0, withdrawn: 0, unallocated: 30 }),
      read: () => payment(),
      refundsOf: () => [],
      ...calls,
    },
    clients: { list: () => [clientRow({ id: 3, companyName: "Seaview Shutters" })] },
    invoices: { list: () => [owed("INV-00015", 60, "2026-12-01"), owed("INV-00014", 80, "2026-11-10")] },
  });
  return { server, ...renderPage(<PaymentsPage />, { user: person(role), path }) };
};

test("the page lists this quarter's payments with their sum", async () => {
  const { server } = open();
  const cells = within(await screen.findByRole("row", { name: /SEAVIEW NOV/ })).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent)).toEqual([
    "20 Nov",
    "Seaview ShuttersSEAVIEW NOV",
    "Bank transfer",
    "INV-00012",
    "Received",
    "£150.00",
    "–",
    "£30.00",
  ]);
  expect(server.asked("payments", "list")[0]?.query).toEqual({ from: "2026-10-01", to: "2026-12-31" });
  const foot = await screen.findByRole("row", { name: /2 payments/ });
  expect(within(foot).getByText("£249.50")).toBeTruthy();
});

test("an admin reads payments without any action that moves money", async () => {
  open({}, { role: "admin", path: "/payments?payment=12" });
  const dialog = await screen.findByRole("dialog", { name: /Payment/ });
  await expect
    .poll(() => dialog.textContent)
    .toContain("It pays INV-00012. £30.00 of it is not allocated: it is credit of Seaview Shutters.");
  expect(screen.queryByRole("button", { name: "Record a transfer", hidden: true })).toBeNull();
  const buttons = within(dialog).getAllByRole("button");
  expect(buttons.map((button) => button.textContent || button.getAttribute("aria-label"))).toEqual(["Close", "Close"]);
});

describe("a transfer", () => {
  const begin = async (calls: FakeCalls["payments"] = {}) => {
    const opened = open(calls);
    const { person: hand } = opened;
    await hand.click(screen.getByRole("button", { name: "Record a transfer" }));
    const dialog = await screen.findByRole("dialog", { name: "Record a transfer" });
    await hand.type(within(dialog).getByLabelText("Client"), "sea");
    await hand.click(await within(dialog).findByText("Seaview Shutters"));
    await within(dialog).findByText("INV-00014");
    const parts = () =>
      within(dialog)
        .getAllByLabelText<HTMLInputElement>(/^Pays of/)
        .map(({ value }) => value);
    return { ...opened, dialog, parts };
  };

  test("a transfer pays the invoices due first as its amount is typed, and the rest is credit", async () => {
    const { dialog, parts, person: hand, server } = await begin({ record: () => paymentRow() });
    await hand.type(within(dialog).getByLabelText("Amount"), "100");
    expect(parts()).toEqual(["80.00", "20.00"]);
    await hand.type(within(dialog).getByLabelText("Amount"), "{End}.50");
    expect(parts()).toEqual(["80.00", "20.50"]);
    await hand.clear(within(dialog).getByLabelText("Amount"));
    await hand.type(within(dialog).getByLabelText("Amount"), "150");
    expect(await within(dialog).findByText("£140.00 pays 2 invoices; £10.00 is left over, as credit of Seaview Shutters.")).toBeTruthy();
    await hand.click(within(dialog).getByRole("button", { name: "Record £150.00" }));
    await findToast("Success: £150.00 of Seaview Shutters recorded");
    expect(server.asked("payments", "record")[0]?.body).toEqual({
      companyId: 3,
      receivedOn: "2026-11-22",
      amount: 150,
      allocations: [
        { number: "INV-00014", amount: 80 },
        { number: "INV-00015", amount: 60 },
      ],
    });
    expect(server.asked("payments", "record")[0]?.idempotencyKey).toBeTruthy();
  });

  test("a transfer can pay other invoices, up to their debt and its own amount", async () => {
    const { dialog, parts, person: hand, server } = await begin({ record: () => paymentRow() });
    await hand.type(within(dialog).getByLabelText("Amount"), "50");
    const [first, second] = within(dialog).getAllByLabelText<HTMLInputElement>(/^Pays of/) as [HTMLInputElement, HTMLInputElement];
    await hand.clear(first);
    await hand.type(second, "70");
    expect(within(dialog).getByText("INV-00015 owes £60.00")).toBeTruthy();
    expect(within(dialog).getByText("The allocations exceed the amount")).toBeTruthy();
    await hand.click(within(dialog).getByRole("button", { name: "Record £50.00" }));
    expect(server.asked("payments", "record")).toEqual([]);
    expect(document.activeElement).toBe(second);
    await hand.clear(second);
    await hand.type(second, "45");
    expect(parts()).toEqual(["", "45"]);
    await hand.click(within(dialog).getByRole("button", { name: "Record £50.00" }));
    await waitFor(() => expect(server.asked("payments", "record")).toHaveLength(1));
    expect(server.asked("payments", "record")[0]?.body.allocations).toEqual([{ number: "INV-00015", amount: 45 }]);
  });

  test("a transfer without client or amount is not recorded, and the missing fields have errors", async () => {
    const { person: hand, server } = open();
    await hand.click(screen.getByRole("button", { name: "Record a transfer" }));
    const dialog = await screen.findByRole("dialog", { name: "Record a transfer" });
    await hand.click(within(dialog).getByRole("button", { name: "Record" }));
    expect(await within(dialog).findByText("Please choose a client")).toBeTruthy();
    expect(server.asked("payments", "record")).toEqual([]);
  });
});

const details = async (facts: Partial<Payment>, calls: FakeCalls["payments"] = {}) => {
  const opened = open({ read: () => payment(facts), ...calls }, { path: "/payments?payment=12" });
  const dialog = await screen.findByRole("dialog", { name: /Payment/ });
  await within(dialog).findByText("Recorded");
  return { ...opened, dialog };
};

test.each([
  [refund(), "It was refunded on 21 Nov 2026."],
  [
    refund({ status: "requested", creditNoteNumber: null, paidOn: null }),
    "Stripe has not answered yet. The request is repeated automatically, and the money is refunded once.",
  ],
  [
    refund({ status: "pending", creditNoteNumber: null, paidOn: null }),
    "Stripe has accepted it. It takes some days to reach the customer.",
  ],
  [
    refund({ status: "failed", creditNoteNumber: null, fault: "This charge cannot be refunded." }),
    "Nothing was refunded. Stripe says: This charge cannot be refunded.",
  ],
  [refund({ status: "failed" }), "Pay £40.00 by bank transfer: the refund to the card failed after all."],
])("a refund displays its status: %#", async (row, sentence) => {
  const { dialog } = await details({}, { refundsOf: () => [row] });
  expect(await within(dialog).findByText(sentence)).toBeTruthy();
});

test("a voided payment displays its reason and person, and cannot be changed", async () => {
  const voided = { at: "2026-11-21T09:00:00Z", reason: "Typed for another client", by: { id: 1, contactName: "Ada Marsh" } };
  const { dialog } = await details({
    status: "voided",
    allocations: [],
    unallocated: 0,
    refundable: 0,
    refundableOf: [],
    refundableAsCredit: 0,
    voided,
  });
  expect(
    within(dialog).getByText(/It was voided on 21 Nov 2026 by Ada Marsh: Typed for another client. It no longer counts./),
  ).toBeTruthy();
  expect(within(dialog).queryByRole("button", { name: /More actions|Give money back|Allocate/ })).toBeNull();
});

test("a payment links to its client, and lists each dispute with its withdrawn amount", async () => {
  const { dialog } = await details({ withdrawn: 150, disputes: [dispute(), dispute({ id: 3, withdrawn: 20 })] });
  expect(within(dialog).getByRole("link", { name: "Seaview Shutters" }).getAttribute("href")).toBe("/clients/3");
  const asked = within(dialog).getAllByRole("listitem");
  const [whole, part] = asked.filter(({ textContent }) => textContent?.includes("asked on"));
  expect(whole?.textContent).toBe("Waits for our answer, asked on 22 Nov 2026; the bank took it£150.00");
  expect(part?.textContent).toContain("the bank took £20.00");
});

test("a transfer is voided with a reason", async () => {
  const { dialog, person: hand, server } = await details({}, { void: () => paymentRow({ status: "voided" }) });
  await hand.click(within(dialog).getByRole("button", { name: "More actions for payment 12" }));
  await hand.click(await screen.findByRole("menuitem", { name: "Void…" }));
  const asking = await screen.findByRole("dialog", { name: "Void £150.00 of Seaview Shutters?" });
  expect(asking.textContent).toContain("INV-00012 is owed again");
  await hand.click(within(asking).getByRole("button", { name: "Void £150.00" }));
  expect(await within(asking).findByText("Please give a reason")).toBeTruthy();
  await hand.type(within(asking).getByLabelText("Reason"), "Typed for another client");
  await hand.click(within(asking).getByRole("button", { name: "Void £150.00" }));
  await waitFor(() => expect(server.asked("payments", "void")[0]?.body).toEqual({ reason: "Typed for another client" }));
});

test("money is refunded with a credit note on an invoice, or from the credit alone", async () => {
  const { dialog, person: hand, server } = await details({}, { refund: () => refund() });
  await hand.click(within(dialog).getByRole("button", { name: "Give money back" }));
  const asking = await screen.findByRole("dialog", { name: "Give money back to Seaview Shutters" });
  const amount = within(asking).getByLabelText<HTMLInputElement>("Amount");
  expect(amount.value).toBe("120.00");
  await hand.click(within(asking).getByRole("radio", { name: /Only credit/ }));
  expect(amount.value).toBe("30.00");
  await hand.clear(amount);
  await hand.type(amount, "31");
  await hand.type(within(asking).getByLabelText("Reason"), "Paid twice");
  await hand.click(within(asking).getByRole("button", { name: "Give back £31.00" }));
  expect(await within(asking).findByText("£30.00 of this payment is not allocated")).toBeTruthy();
  await hand.click(within(asking).getByRole("radio", { name: /With a credit note/ }));
  await hand.clear(amount);
  await hand.type(amount, "40");
  await hand.click(within(asking).getByRole("button", { name: "Give back £40.00" }));
  await findToast("Success: £40.00 given back, with CN-00013");
  expect(server.asked("payments", "refund")[0]?.body).toEqual({
    amount: 40,
    reason: "Paid twice",
    creditNote: true,
    invoiceNumber: "INV-00012",
    paidOn: "2026-11-22",
  });
});

test("Stripe's refusal is displayed in the dialog", async () => {
  const refusal = fails(409, "This charge cannot be refunded.");
  const { dialog, person: hand } = await details({ method: "card", stripePaymentIntentId: "pi_1" }, { refund: refusal });
  await hand.click(within(dialog).getByRole("button", { name: "Give money back" }));
  const asking = await screen.findByRole("dialog", { name: "Give money back to Seaview Shutters" });
  expect(within(asking).queryByLabelText("Paid back on")).toBeNull();
  await hand.type(within(asking).getByLabelText("Reason"), "A window was left out");
  await hand.click(within(asking).getByRole("button", { name: "Give back £120.00" }));
  expect(await within(asking).findByText("This charge cannot be refunded.")).toBeTruthy();
});

test("a payment is allocated again from its present state; a card payment retains its part", async () => {
  const {
    dialog,
    person: hand,
    server,
  } = await details({ method: "card", stripePaymentIntentId: "pi_1" }, { allocate: () => paymentRow() });
  await hand.click(within(dialog).getByRole("button", { name: "Allocate" }));
  const asking = await screen.findByRole("dialog", { name: "Allocate £150.00 of Seaview Shutters" });
  const other = await within(asking).findByLabelText("Pays of INV-00014");
  const first = within(asking).getByLabelText<HTMLInputElement>("Pays of INV-00012");
  expect(first.value).toBe("120.00");
  await hand.clear(first);
  expect(within(asking).getByText("A card payment stays with what it paid")).toBeTruthy();
  await hand.type(first, "120");
  await hand.type(other, "30");
  await hand.click(within(asking).getByRole("button", { name: "Allocate" }));
  await waitFor(() =>
    expect(server.asked("payments", "allocate")[0]?.body).toEqual({
      allocations: [
        { number: "INV-00012", amount: 120 },
        { number: "INV-00014", amount: 30 },
      ],
    }),
  );
});

test("a cancelled order's refund opens at once if a single payment paid it", async () => {
  const { server, person: hand } = open(
    { list: () => [paymentRow()], refund: () => refund() },
    { path: "/payments?search=INV-00012&back=100" },
  );
  const asking = await screen.findByRole("dialog", { name: "Give money back to Seaview Shutters" });
  expect(within(asking).getByLabelText<HTMLInputElement>("Amount").value).toBe("100.00");
  expect(within(asking).getByLabelText<HTMLInputElement>("Reason").value).toBe("The order was cancelled");
  await hand.click(within(asking).getByRole("button", { name: "Give back £100.00" }));
  await waitFor(() => expect(server.asked("payments", "refund")[0]?.body).toMatchObject({ amount: 100, creditNote: true }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /Give money back/ })).toBeNull());
});

test("a payment in another currency names the currency and is nobody's credit", async () => {
  const euros = paymentRow({
    id: 13,
    company: null,
    method: "card",
    currency: "EUR",
    amount: 120,
    refunded: 20,
    unallocated: 100,
    allocations: [],
  });
  const yen = paymentRow({ id: 14, company: null, method: "card", currency: "JPY", amount: 50, unallocated: 50, allocations: [] });
  open({ list: () => [euros, yen] });
  const row = await screen.findByRole("row", { name: /€120.00/ });
  const state = within(row).getByText("Partly given back").closest("td");
  expect(state?.textContent).toContain("€20.00");
  expect(within(row).queryByText(/100/)).toBeNull();
  // The yen has no smaller unit.
  expect(screen.getByRole("row", { name: /JP¥5,000/ })).toBeTruthy();
  expect(within(row).queryByText(/£/)).toBeNull();
});
