import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import InvoicesPage from "./invoices-page.tsx";
import { limitToOneSession, sumOwed } from "./owed-invoices.ts";

/** Tests of the company's debt above its invoices, and of paying it (rules Y12, Y19). */

type Invoice = Reply<"invoices", "list">[number];
const invoice = (number: string, owed: number, facts: Partial<Invoice> = {}): Invoice => ({
  number,
  kind: "invoice",
  invoiceNumber: null,
  orderId: 7,
  quoteId: 9,
  company: { id: 3, name: "Seaview Shutters" },
  jobName: "Hartley",
  poNumber: null,
  taxPoint: "2026-10-02",
  issuedOn: "2026-10-02",
  dueOn: "2026-11-01",
  net: owed,
  vat: 0,
  gross: owed,
  credited: 0,
  paid: 0,
  owed,
  overdueDays: 0,
  disputed: false,
  ...facts,
});
const OWED = [
  invoice("INV-00014", 300, { dueOn: "2026-12-30" }),
  invoice("INV-00013", 100.1, { dueOn: "2026-11-02", overdueDays: 20 }),
  invoice("INV-00012", 20.2, { dueOn: "2026-11-01", overdueDays: 21 }),
  invoice("INV-00011", 50, { dueOn: "2026-10-01", overdueDays: 52, disputed: true }),
];
const account = (facts: Partial<Reply<"account", "read">> = {}): Reply<"account", "read"> => ({
  company: { id: 3, name: "Seaview Shutters" },
  terms: { discountPercent: 0, paymentDays: 30, creditLimit: 1000 },
  balance: 470.3,
  credit: 0,
  owed: 470.3,
  overdue: 120.3,
  ageing: { notDue: 300, days1to30: 120.3, days31to60: 0, days61to90: 0, over90: 0, disputed: 50 },
  notInvoiced: 0,
  available: 529.7,
  bank: null,
  ...facts,
});
const assign = vi.fn();
beforeEach(() => {
  assign.mockClear();
  vi.stubGlobal("location", { ...window.location, origin: window.location.origin, assign });
});

const open = (calls: FakeCalls["account"] = {}, { path = "/invoices", owed = OWED, facts = {} } = {}) => {
  const api = fakeApi({
    account: { read: () => account(), pay: () => ({ checkoutUrl: "https://checkout.example/1" }), ...calls },
    invoices: { list: ({ query }) => (query.owed ? owed : []), sums: () => ({ count: 0, net: 0, vat: 0, gross: 0, owed: 0 }) },
  });
  return { api, ...renderPage(<InvoicesPage />, { user: person("customer", facts), path }) };
};

test("one press pays all overdue invoices, earliest due first, without disputed ones", async () => {
  const { api, person: hand } = open();
  await screen.findByText("£470.30");
  screen.getByText("Remaining limit");
  await hand.dblClick(await screen.findByRole("button", { name: "Pay £120.30 overdue" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("https://checkout.example/1"));
  expect(api.asked("account", "pay").map(({ body }) => body)).toEqual([{ numbers: ["INV-00012", "INV-00013"] }]);
  expect(api.asked("account", "pay")[0]?.idempotencyKey).toBeTruthy();
});

test("several invoices can be chosen and paid at once", async () => {
  const { api, person: hand } = open();
  await hand.click(await screen.findByRole("button", { name: "Choose what to pay" }));
  await hand.click(await screen.findByRole("checkbox", { name: /INV-00014/ }));
  await hand.click(screen.getByRole("checkbox", { name: /INV-00012/ }));
  await hand.click(screen.getByRole("button", { name: "Pay £400.10" }));
  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect(api.asked("account", "pay")[0]?.body).toEqual({ numbers: ["INV-00013", "INV-00014"] });
});

test("one press pays all owed invoices if none is overdue; without debt there is no button", async () => {
  const first = open({}, { owed: [invoice("INV-00014", 300)] });
  await screen.findByRole("button", { name: "Pay £300.00" });
  expect(screen.queryByRole("button", { name: "Choose what to pay" })).toBeNull();
  first.unmount();
  open({ read: () => account({ owed: 0, overdue: 0, balance: -40, credit: 40 }) }, { owed: [] });
  await screen.findByText("£40.00");
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
  expect(screen.getByRole("link", { name: "Statement (PDF)" }).getAttribute("href")).toBe("/api/account/statement.pdf");
});

test("a refused payment displays the server's sentence and can be tried again", async () => {
  const { person: hand } = open({ pay: fails(409, "A payment for this is on its way") });
  await hand.click(await screen.findByRole("button", { name: /overdue$/ }));
  await findToast("Error: A payment for this is on its way");
});

test.each([
  [{ mayOrder: false, mayManage: true }, false],
  [{ mayOrder: true, mayManage: false }, true],
  [{ mayOrder: false, mayManage: false }, false],
  [{ isImpersonating: true }, false],
])("a person with %j sees the account and can pay: %s", async (facts, pays) => {
  open({}, { facts });
  await screen.findByText("No invoices found");
  await screen.findByText("£470.30");
  if (pays) await screen.findByRole("button", { name: /overdue$/ });
  else expect(screen.queryByRole("button", { name: /overdue$/ })).toBeNull();
});

test("the return from Stripe confirms once, reports the outcome, and clears the address", async () => {
  const { api, history } = open(
    { confirmPayment: () => ({ numbers: ["INV-00012", "INV-00013"], paid: true }) },
    { path: "/invoices?paid=4" },
  );
  await screen.findByText("Paid: INV-00012, INV-00013");
  await findToast("Success: Payment processed successfully");
  await waitFor(() => expect(history.at(-1)).toBe("/invoices"));
  expect(api.asked("account", "confirmPayment").map(({ body }) => body)).toEqual([{ id: 4 }]);
});

test("a payment that Stripe has not confirmed is no success and is checked again", async () => {
  const { api, person: hand } = open({ confirmPayment: () => ({ numbers: ["INV-00012"], paid: false }) }, { path: "/invoices?paid=4" });
  await hand.click(await screen.findByRole("button", { name: "Check again" }));
  await waitFor(() => expect(api.asked("account", "confirmPayment")).toHaveLength(2));
});

test("one Checkout session pays at most fifty invoices, those due first", () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    invoice(`INV-${String(index).padStart(5, "0")}`, 0.1, { dueOn: `2026-0${9 - (index % 9)}-01` }),
  );
  const chosen = limitToOneSession(many);
  expect(chosen).toHaveLength(50);
  expect(chosen.map(({ dueOn }) => dueOn)).toEqual(
    many
      .map(({ dueOn }) => dueOn)
      .toSorted()
      .slice(0, 50),
  );
  expect(sumOwed(chosen)).toBe(5);
});

const BANK = { payee: "Alder & Reed Ltd", bankName: "Larkfield Bank", sortCode: "123456", accountNumber: "12345678" };

test("an amount to pay has the bank account for a transfer, in the parts that a banking app asks for", async () => {
  const { person: hand } = open({ read: () => account({ bank: BANK }) });
  const button = await screen.findByRole("button", { name: "Pay by bank transfer" });
  expect(screen.queryByText("12-34-56")).toBeNull();
  await hand.click(button);
  const opened = document.getElementById(button.getAttribute("aria-controls") ?? "");
  const facts = [...(opened?.querySelectorAll("dt, dd") ?? [])].map(({ textContent }) => textContent);
  expect(facts).toEqual([
    ...["Payee", "Alder & Reed Ltd", "Bank", "Larkfield Bank", "Sort code", "12-34-56", "Account number", "12345678"],
    ...["Reference", "The number of the invoice or the order"],
  ]);
});

test.each([
  ["nothing is to pay", { owed: 0, notInvoiced: 0, bank: BANK }],
  ["the office has no bank account", { bank: null }],
])("no bank account is displayed if %s", async (_, facts) => {
  open({ read: () => account(facts) });
  await screen.findByText("Remaining limit");
  expect(screen.queryByText("Pay by bank transfer")).toBeNull();
});
