import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { dispute, refund } from "#client/features/payments/payment-samples.ts";
import { type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import CashPage from "./cash-page.tsx";
import DisputesPage from "./disputes-page.tsx";
import MarginOrdersPage from "./margin-orders-page.tsx";
import MarginPage from "./margin-page.tsx";
import MoneyPage from "./money-page.tsx";
import type { Money } from "./money-view.ts";
import PayoutsPage from "./payouts-page.tsx";
import RefundsPage from "./refunds-page.tsx";
import VatPage from "./vat-page.tsx";

const amounts = (count: number, net: number) => ({ count, net, vat: net / 5, gross: (net * 6) / 5 });
const MONEY: Money = {
  from: "2026-10-01",
  to: "2026-10-31",
  sold: amounts(12, 10_000),
  ...{ makingCost: 5500, makingMargin: 4000, makingMarginPercent: 42.11, withoutCost: 3 },
  invoiced: amounts(9, 8_000),
  credited: amounts(1, 100),
  received: { card: 4000, bankTransfer: 1500.5, total: 5500.5 },
  refunded: 120,
  writtenOff: 12.5,
  withdrawn: 0,
  owed: { total: 700, ageing: { notDue: 400, days1to30: 300, days31to60: 0, days61to90: 0, over90: 0, disputed: 0 } },
  credit: 50,
  notInvoiced: 2400,
};
const EXPORT = {
  id: 4,
  format: "xero" as const,
  from: "2026-09-01",
  to: "2026-09-30",
  invoices: 7,
  creditNotes: 1,
  writeOffs: 0,
  createdAt: "2026-10-02T09:00:00.000Z",
  createdBy: { id: 1, contactName: "Olive Owner" },
};

const FIVE_DAYS = "/money?period=custom&from=2026-10-05&to=2026-10-09";

const open = (
  calls: FakeCalls["bookkeeping"] = {},
  path = "/money?period=last_month",
  read: NonNullable<FakeCalls["money"]>["read"] = () => MONEY,
) => {
  const server = fakeApi({ money: { read }, bookkeeping: { list: () => [EXPORT], ...calls } });
  return { server, ...renderPage(<MoneyPage />, { user: person("super_admin"), path }) };
};
const pathOf = async (name: string | RegExp) => (await screen.findByRole("link", { name })).getAttribute("href");

test("each figure links to the list that it adds up, for the same period", async () => {
  const { server } = open();
  expect(await pathOf("Sold")).toBe(
    "/orders?status=pending,processing,shipped,delivered,completed&orderedFrom=2026-10-01&orderedTo=2026-10-31",
  );
  expect(server.asked("money", "read").map(({ query }) => query)).toEqual([{ period: "last_month" }]);
  for (const [name, path] of [
    ["Margin", "/money/margin?from=2026-10-01&to=2026-10-31"],
    ["Cost of making", "/money/margin?from=2026-10-01&to=2026-10-31"],
    ["Invoiced", "/invoices?kind=invoice&from=2026-10-01&to=2026-10-31"],
    ["Credited", "/invoices?kind=credit_note&from=2026-10-01&to=2026-10-31"],
    ["VAT", "/invoices?from=2026-10-01&to=2026-10-31"],
    ["Cash by day", "/money/cash?from=2026-10-01&to=2026-10-31"],
    ["Received", "/payments?from=2026-10-01&to=2026-10-31"],
    ["By card", "/payments?method=card&from=2026-10-01&to=2026-10-31"],
    ["By bank transfer", "/payments?method=bank_transfer&from=2026-10-01&to=2026-10-31"],
    ["Given back", "/money/refunds?from=2026-10-01&to=2026-10-31"],
    ["VAT on sales", "/money/vat?from=2026-10-01&to=2026-10-31"],
    ["Written off", "/money/write-offs?from=2026-10-01&to=2026-10-31"],
    ["Taken by disputes", "/money/disputes?from=2026-10-01&to=2026-10-31"],
    ["Not invoiced yet", "/orders?invoiced=false"],
    ["Credit of customers", "/payments?unallocated=true"],
    ["In all", "/invoices?owed=true"],
    ["1 to 30 days", "/invoices?age=days1to30"],
  ] as const)
    expect([name, await pathOf(name)]).toEqual([name, path]);
  expect(screen.queryByRole("link", { name: "Over 90 days" })).toBeNull();
});

test("the VAT of a period is that of its invoices less that of its credit notes", async () => {
  open();
  expect((await screen.findByText("£1,580.00")).closest("div")?.textContent).toMatch(/^VAT/);
});

test("the VAT of a period has a row for each kind of document, which adds up and opens its list", async () => {
  const figures = { invoices: amounts(9, 8_000), creditNotes: amounts(1, 100), net: 7900, vat: 1580 };
  const server = fakeApi({ money: { vat: () => ({ from: "2026-07-01", to: "2026-09-30", ...figures }) } });
  renderPage(<VatPage />, { user: person("super_admin"), path: "/money/vat?from=2026-07-01&to=2026-09-30" });
  expect(await pathOf("9 invoices")).toBe("/invoices?kind=invoice&from=2026-07-01&to=2026-09-30");
  expect(await pathOf("1 credit note")).toBe("/invoices?kind=credit_note&from=2026-07-01&to=2026-09-30");
  const cells = within((await screen.findByText("Invoices less credit notes")).closest("tr") as HTMLElement).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(["£7,900.00", "£1,580.00", "£9,480.00"]));
  expect(screen.getByText("-£100.00")).toBeTruthy();
  expect(server.asked("money", "vat").at(-1)?.query).toEqual({ from: "2026-07-01", to: "2026-09-30" });
});

test("each of Stripe's payouts opens its lines, which add up to it and link to the payment", async () => {
  const line = {
    id: "txn_1",
    kind: "charge" as const,
    on: "2026-10-02",
    amount: 120,
    fee: 2,
    net: 118,
    paymentId: 7,
    invoices: ["INV-00012"],
  };
  const payout = (id: string, unlisted: number) => ({
    ...{ id, arrivesOn: "2026-10-05", status: "paid", currency: "GBP", amount: 118 + unlisted, charges: 120, refunds: 0, fees: 2 },
    ...{ other: unlisted, lines: [line], unlisted },
  });
  const server = fakeApi({
    money: {
      payouts: ({ query }) =>
        query?.after === "po_2" ? { payouts: [payout("po_1", 5)], hasMore: false } : { payouts: [payout("po_2", 0)], hasMore: true },
    },
  });
  const { person: hand } = renderPage(<PayoutsPage />, { user: person("super_admin"), path: "/money/payouts" });
  await hand.click((await screen.findByText("Paid")).closest("summary") as HTMLElement);
  expect(await pathOf("Card payment 7")).toBe("/payments?payment=7");
  expect(await pathOf("INV-00012")).toBe("/invoices?search=INV-00012");
  const sum = within(screen.getByText("In all").closest("tr") as HTMLElement).getAllByRole("cell");
  expect(sum.map(({ textContent }) => textContent)).toContain("£118.00");
  await hand.click(screen.getByRole("button", { name: "Show older payouts" }));
  await screen.findByText("Lines beyond the first hundred");
  expect(server.asked("money", "payouts").map(({ query }) => query?.after)).toEqual([undefined, "po_2"]);
  expect(screen.queryByRole("button", { name: "Show older payouts" })).toBeNull();
});

test("the cash of a period lists each day and method, with sums, and asks for this month without days", async () => {
  const rows = [
    { on: "2026-10-02", method: "card" as const, received: 120.1, refunded: 20, withdrawn: 0, net: 100.1 },
    { on: "2026-10-05", method: "bank_transfer" as const, received: 50.2, refunded: 0, withdrawn: 0, net: 50.2 },
  ];
  const server = fakeApi({ money: { cash: () => rows } });
  const { unmount } = renderPage(<CashPage />, { user: person("super_admin"), path: "/money/cash?from=2026-10-01&to=2026-10-31" });
  expect(await pathOf("Card")).toBe("/payments?from=2026-10-02&to=2026-10-02&method=card");
  const cells = within((await screen.findByText("In all")).closest("tr") as HTMLElement).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(["£170.30", "£20.00", "£0.00", "£150.30"]));
  unmount();
  renderPage(<CashPage />, { user: person("super_admin"), path: "/money/cash" });
  await waitFor(() => {
    const asked = server.asked("money", "cash").at(-1)?.query;
    expect(asked?.from).toMatch(/-01$/);
    expect(asked?.from?.slice(0, 7)).toBe(asked?.to?.slice(0, 7));
  });
});

test("a custom period starts with the displayed days and is requested once its days are in order", async () => {
  const { server, person: hand } = open();
  await screen.findByText("Sold");
  await hand.click(screen.getByRole("radio", { name: "Days" }));
  await waitFor(() => expect(server.asked("money", "read").at(-1)?.query).toMatchObject({ period: "custom" }));
});

test("bookkeeping files of the requested days can be created while the figures fail to load", async () => {
  const { server, person: hand } = open({ make: () => ({ ...EXPORT, id: 5 }) }, FIVE_DAYS, fails(500));
  await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByText("Sold")).toBeNull();
  await screen.findByText(/^What was issued from 5 Oct 2026 to 9 Oct 2026/);
  await hand.click(screen.getByRole("button", { name: "Export for Xero" }));
  await waitFor(() =>
    expect(server.asked("bookkeeping", "make").map(({ body }) => body)).toEqual([{ format: "xero", from: "2026-10-05", to: "2026-10-09" }]),
  );
});

test("one press exports the displayed period for the program of the last export", async () => {
  const { server, person: hand } = open({ make: () => ({ ...EXPORT, id: 5 }) }, FIVE_DAYS);
  const row = await screen.findByRole("row", { name: /7 invoices, 1 credit note/ });
  expect(
    within(row)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(["invoices", "credit-notes", "receipts", "customers"].map((file) => `/api/bookkeeping/exports/4/${file}.csv`));
  await hand.click(screen.getByRole("button", { name: "Export for Xero" }));
  await findToast("Success: Export created: download its files below");
  await hand.click(screen.getByRole("radio", { name: "Sage 50" }));
  await hand.click(screen.getByRole("checkbox", { name: "Include documents that were exported before" }));
  await hand.click(screen.getByRole("button", { name: "Export for Sage 50" }));
  await waitFor(() =>
    expect(server.asked("bookkeeping", "make").map(({ body }) => body)).toEqual([
      { format: "xero", from: "2026-10-05", to: "2026-10-09" },
      { format: "sage50", from: "2026-10-05", to: "2026-10-09", again: true },
    ]),
  );
});

test("refunds and disputes are listed with their payments", async () => {
  const disputed = dispute({ paymentId: 9, company: { id: 6, name: "Kestrel Homes" } });
  const refunded = refund({ paymentId: 8, company: { id: 5, name: "Harbour Blinds" }, reason: "A window was broken" });
  const server = fakeApi({ payments: { refunds: () => [refunded], disputes: () => [disputed] } });
  const user = person("super_admin");
  const page = renderPage(<RefundsPage />, { user, path: "/money/refunds?from=2026-10-01&to=2026-10-31" });
  const row = await screen.findByRole("row", { name: /Harbour Blinds.*A window was broken/ });
  expect(within(row).getByRole("link", { name: "Payment 8" }).getAttribute("href")).toBe("/payments?payment=8");
  expect(screen.getByRole("columnheader", { name: "Day" })).toBeTruthy();
  expect(server.asked("payments", "refunds")[0]?.query).toEqual({ from: "2026-10-01", to: "2026-10-31" });
  page.unmount();
  renderPage(<DisputesPage />, { user, path: "/money/disputes?from=2026-10-01" });
  expect(await screen.findByRole("row", { name: /Payment 9.*Kestrel Homes.*Needs response/ })).toBeTruthy();
  expect(server.asked("payments", "disputes")[0]?.query).toEqual({ from: "2026-10-01" });
  expect(screen.getByRole("link", { name: "Money" }).getAttribute("href")).toBe("/money");
});

test("an admin, who may not open Money, gets no link to it from its lists", async () => {
  fakeApi({ payments: { refunds: () => [] } });
  renderPage(<RefundsPage />, { user: person("admin"), path: "/money/refunds" });
  await screen.findByText("No refunds in that period");
  expect(screen.queryByRole("link", { name: "Money" })).toBeNull();
});

test("the margins' rows add up, name the remakes, and open the orders of a client", async () => {
  const row = { makingCost: 40, makingMargin: 60, makingMarginPercent: 60, withoutCost: 1 };
  const rows = [
    { key: "7", name: "Harbour Blinds", sold: 250.5, ...row },
    { key: "remakes", name: "Remakes", sold: 0, makingCost: 40, makingMargin: -40, makingMarginPercent: null, withoutCost: 0 },
  ];
  const server = fakeApi({ money: { margin: () => rows } });
  renderPage(<MarginPage />, { user: person("super_admin"), path: "/money/margin?by=client&from=2026-10-01&to=2026-10-31" });
  expect(await pathOf("Harbour Blinds")).toBe("/money/margin/orders?by=client&key=7&from=2026-10-01&to=2026-10-31");
  expect(server.asked("money", "margin").map(({ query }) => query)).toEqual([{ by: "client", from: "2026-10-01", to: "2026-10-31" }]);
  expect(await pathOf("Remakes")).toBe("/money/margin/orders?by=client&key=remakes&from=2026-10-01&to=2026-10-31");
  screen.getByText("Margins leave out windows without a cost.");
  const all = screen.getByRole("row", { name: /In all/ });
  expect(all.textContent).toBe("In all£250.50£80.00£20.0020.0 %1");
});

test("the orders behind a margin have its net price, cost and margin, and add up", async () => {
  const row = { makingCost: 40, makingMargin: 60, makingMarginPercent: 60, withoutCost: 0 };
  const order = { id: 7, jobName: "Bay", company: { id: 3, companyName: "Harbour Blinds" }, createdAt: "2026-10-05T09:00:00.000Z" };
  const days = { from: "2026-10-01", to: "2026-10-31" };
  const server = fakeApi({
    money: {
      margin: () => [{ key: "4", name: "Tier-on-tier", sold: 200, ...row, makingCost: 80, makingMargin: 120 }],
      marginOrders: () => [
        { ...order, sold: 100, ...row },
        { ...order, id: 6, sold: 100, ...row },
      ],
    },
  });
  renderPage(<MarginOrdersPage />, {
    user: person("super_admin"),
    path: "/money/margin/orders?by=type&key=4&from=2026-10-01&to=2026-10-31",
  });
  expect(await pathOf("ORD-7")).toBe("/orders?order=7");
  await screen.findByRole("heading", { name: "Margin: Tier-on-tier" });
  expect(screen.queryByText("Margins leave out windows without a cost.")).toBeNull();
  expect(server.asked("money", "marginOrders").at(-1)?.query).toMatchObject({ by: "type", key: "4", ...days });
  expect(screen.getByRole("row", { name: /In all/ }).textContent).toContain("£200.00£80.00£120.0060.0 %");
});
