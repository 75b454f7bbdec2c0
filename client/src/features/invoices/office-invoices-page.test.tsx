import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { type FakeCalls, fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderCounts } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { InvoiceRow } from "./invoice-cells.tsx";
import OfficeInvoicesPage from "./office-invoices-page.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T10:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const document = (facts: Partial<InvoiceRow> = {}): InvoiceRow => ({
  number: "INV-00012",
  kind: "invoice",
  orderId: 7,
  quoteId: 9,
  company: { id: 3, name: "Seaview Shutters" },
  jobName: "Mrs Patel",
  poNumber: "7781",
  taxPoint: "2026-10-02",
  issuedOn: "2026-10-02",
  dueOn: "2026-11-01",
  net: 100,
  vat: 20,
  gross: 120,
  invoiceNumber: null,
  credited: 10,
  writtenOff: 0,
  overdueDays: 21,
  disputed: true,
  paid: 30,
  owed: 80,
  ...facts,
});
const note = document({
  number: "CN-00013",
  kind: "credit_note",
  invoiceNumber: "INV-00012",
  dueOn: null,
  net: 8.33,
  vat: 1.67,
  gross: 10,
  credited: 0,
  paid: 0,
  owed: 0,
  overdueDays: 0,
  disputed: false,
});

const open = (calls: FakeCalls["invoices"] = {}, { role = "super_admin" as Role, path = "/invoices", more = {} as FakeCalls } = {}) => {
  const server = fakeApi({
    ...more,
    invoices: {
      list: () => [document(), note],
      sums: () => ({ count: 2, net: 91.67, vat: 18.33, gross: 110 }),
      ...calls,
    },
  });
  return { server, ...renderPage(<OfficeInvoicesPage />, { user: person(role), path }) };
};
const cells = async (name: RegExp) =>
  within(await screen.findByRole("row", { name }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

test.each([
  [2, "super_admin", "2 invoices are waiting for your company details", "/settings?tab=company"],
  [1, "super_admin", "1 invoice is waiting for your company details", "/settings?tab=company"],
  [2, "admin", "2 invoices are waiting for your company details", null],
  [0, "super_admin", null, null],
] as const)("%i waiting invoices are announced to the %s: %s, with a link: %s", async (count, role, words, link) => {
  const orders = { counts: () => ({ ...orderCounts(), invoicesWaiting: count }) };
  const { server } = open({}, { role, more: { orders } });
  await screen.findByRole("row", { name: /CN-00013/ });
  await waitFor(() => expect(server.asked("orders", "counts").length).toBeGreaterThan(0));
  if (words === null) expect(screen.queryByText(/waiting for your company details/)).toBeNull();
  else expect((await screen.findByText(words)).closest("a")?.getAttribute("href") ?? null).toBe(link);
});

test("the owner without company details reads, before the first invoice, that none can be issued", async () => {
  const steps = [{ step: "seller" as const, done: false }];
  open({}, { more: { firstSteps: { read: () => ({ complete: false, steps }) }, orders: { counts: () => orderCounts() } } });
  const link = await screen.findByRole("link", { name: /^Fill in your company's name, address and VAT number/ });
  expect(link.getAttribute("href")).toBe("/settings?tab=company");
});

test("a row displays debt, age, payments and credits, and a credit note its invoice", async () => {
  open();
  expect(await cells(/INV-00012 Mrs Patel/)).toEqual([
    "INV-00012",
    "Mrs PatelSeaview Shutters · 7781",
    "ORD-7",
    "2 Oct",
    "£100.00",
    "£20.00",
    "£120.00",
    "1 Nov",
    // A block also displays the owed amount's label and the days overdue.
    "£80.00 owed£30.00 paid£10.00 creditedDisputed",
    "PDF",
  ]);
  const credit = await cells(/CN-00013/);
  expect([credit[4], credit[6], credit[8]]).toEqual(["-£8.33", "-£10.00", "Credits INV-00012"]);
});

test("the owed view covers all time, and the address of an age of debt names the age", async () => {
  const { server, person: hand } = open();
  await screen.findByRole("row", { name: /CN-00013/ });
  const asked = () => server.asked("invoices", "list").at(-1)?.query;
  expect(asked()).toEqual({ from: "2026-10-01", to: "2026-12-31" });
  await hand.click(screen.getByRole("tab", { name: "Owed" }));
  await waitFor(() => expect(asked()).toEqual({ owed: "true" }));
  await hand.click(screen.getByRole("tab", { name: "Credit notes" }));
  await waitFor(() => expect(asked()).toEqual({ kind: "credit_note", from: "2026-10-01", to: "2026-12-31" }));
});

test("a figure's link lists one age of the debt", async () => {
  const { server, person: hand } = open({}, { path: "/invoices?age=days1to30&companyId=3" });
  await screen.findByText(/Only what is owed and 1 to 30 days overdue/);
  expect(server.asked("invoices", "list").at(-1)?.query).toEqual({ age: "days1to30", companyId: "3" });
  await hand.click(screen.getByRole("button", { name: "Show all unpaid invoices" }));
  await waitFor(() => expect(server.asked("invoices", "list").at(-1)?.query).toEqual({ owed: "true", companyId: "3" }));
});

test("reminders go to the companies of the unfiltered owed list; a search or period offers none", async () => {
  const { person: hand } = open({}, { path: "/invoices?age=days1to30&companyId=3", role: "admin" });
  const server = fakeApi({
    invoices: { list: () => [document()], sums: () => ({ count: 1, net: 100, vat: 20, gross: 120 }) },
    orders: {
      reminders: () => [{ id: 7, jobName: "Mrs Patel", owed: 80, companyId: 3, companyName: "Seaview Shutters" }],
      remind: () => ({ orderIds: [7], companies: 1, remindedToday: 0 }),
    },
  });
  await hand.click(await screen.findByRole("button", { name: "Send payment reminders" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send payment reminders" }));
  await dialog.findByText("£80.00");
  const filters = { paymentStatus: "unpaid", invoiced: "true", age: "days1to30", companyId: "3" };
  expect(server.asked("orders", "reminders")[0]?.query).toEqual(filters);
  await hand.click(dialog.getByRole("button", { name: "Remind 1 client" }));
  await screen.findByText("1 client reminded of 1 order");
  expect(server.asked("orders", "remind")[0]?.body).toEqual({ orderIds: [7] });
  await hand.type(screen.getByLabelText("Search invoices"), "Patel");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Send payment reminders" })).toBeNull());
});

test("an invoice is credited at most by its rest, and a paid part becomes the company's credit", async () => {
  const { server, person: hand } = open({ credit: () => ({ ...note, gross: 100 }) });
  await screen.findByRole("row", { name: /CN-00013/ });
  expect(screen.queryByRole("button", { name: "More actions for CN-00013" })).toBeNull();
  await hand.click(screen.getByRole("button", { name: "More actions for INV-00012" }));
  await hand.click(await screen.findByRole("menuitem", { name: "Credit this invoice…" }));
  const dialog = await screen.findByRole("dialog", { name: /Credit this invoice/ });
  const amount = within(dialog).getByLabelText("Amount, VAT included");
  await hand.type(amount, "111");
  await hand.type(within(dialog).getByLabelText("Reason"), "A window was left out");
  await hand.click(within(dialog).getByRole("button", { name: "Credit £111.00" }));
  expect(await within(dialog).findByText("INV-00012 can be credited by at most £110.00")).toBeTruthy();
  await hand.clear(amount);
  await hand.type(amount, "100");
  expect(within(dialog).getByText("£20.00 of it is already paid and becomes credit of Seaview Shutters.")).toBeTruthy();
  await hand.click(within(dialog).getByRole("button", { name: "Credit £100.00" }));
  await findToast("Success: CN-00013 issued: £100.00 of INV-00012 credited");
  expect(server.asked("invoices", "credit")[0]).toMatchObject({
    params: { number: "INV-00012" },
    body: { gross: 100, reason: "A window was left out" },
  });
});

test("an admin reads the invoices and cannot credit one", async () => {
  open({}, { role: "admin" });
  await screen.findByRole("row", { name: /CN-00013/ });
  expect(screen.queryByRole("button", { name: /More actions/ })).toBeNull();
});

const WRITE_OFF: Reply<"invoices", "writeOffs">[number] = {
  id: 4,
  number: "INV-00012",
  company: { id: 3, name: "Seaview Shutters" },
  amount: 80,
  reason: "bad_debt",
  note: "Insolvent",
  reverses: null,
  isReversed: false,
  on: "2026-11-22",
  exportedOn: null,
  createdAt: "2026-11-22T10:00:00.000Z",
  by: { id: 1, contactName: "Olive Owner" },
};

test("the owner writes off at most what is owed, and gives a reason where it is another one", async () => {
  const { server, person: hand } = open({ writeOff: () => WRITE_OFF });
  await hand.click(await screen.findByRole("button", { name: "More actions for INV-00012" }));
  await hand.click(await screen.findByRole("menuitem", { name: "Write off…" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Write off/ }));
  const amount = dialog.getByLabelText("Amount, VAT included");
  expect((amount as HTMLInputElement).value).toBe("80.00");
  await hand.selectOptions(dialog.getByLabelText("Reason"), "Other");
  await hand.clear(amount);
  await hand.type(amount, "80.01");
  await hand.click(dialog.getByRole("button", { name: "Write off £80.01" }));
  await dialog.findByText("INV-00012 owes £80.00");
  await hand.clear(amount);
  await hand.type(amount, "80");
  await hand.click(dialog.getByRole("button", { name: "Write off £80.00" }));
  await dialog.findByText("Please give a reason");
  await hand.type(dialog.getByLabelText("Note"), "Moved abroad");
  await hand.click(dialog.getByRole("button", { name: "Write off £80.00" }));
  await findToast("Success: £80.00 of INV-00012 written off");
  expect(server.asked("invoices", "writeOff")[0]).toMatchObject({
    params: { number: "INV-00012" },
    body: { amount: 80, reason: "other", note: "Moved abroad" },
  });
});

test("a written-off invoice says so, and its write-off can be deleted until exported, and reversed", async () => {
  const exported = { ...WRITE_OFF, id: 5, exportedOn: "2026-11-22" };
  const { server, person: hand } = open({
    list: () => [document({ owed: 0, writtenOff: 80 })],
    writeOffs: () => [exported, WRITE_OFF],
    reverseWriteOff: () => ({ ...WRITE_OFF, id: 6, amount: -80, reverses: 5 }),
  });
  const row = within(await screen.findByRole("row", { name: /INV-00012/ }));
  expect(row.getByText("Written off")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "More actions for INV-00012" }));
  expect(screen.queryByRole("menuitem", { name: "Write off…" })).toBeNull();
  await hand.click(await screen.findByRole("menuitem", { name: "Write-offs…" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Write-offs/ }));
  expect((await dialog.findAllByRole("button", { name: "Reverse" })).length).toBe(2);
  expect(dialog.getAllByRole("button", { name: "Delete" })).toHaveLength(1);
  await hand.click(dialog.getAllByRole("button", { name: "Reverse" })[0] as HTMLElement);
  const question = within(await screen.findByRole("alertdialog", { name: "Reverse this write-off?" }));
  await hand.click(question.getByRole("button", { name: "Reverse" }));
  await findToast("Success: Write-off reversed");
  expect(server.asked("invoices", "reverseWriteOff")[0]?.params).toEqual({ number: "INV-00012", writeOffId: "5" });
});
