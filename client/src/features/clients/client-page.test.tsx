import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { OpenScreens } from "#client/components/page/page-header.tsx";
import type { Reply } from "#client/lib/api.ts";
import { type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { findFailure, findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { clientRow, orderRow, product, userRow } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import ClientsPage from "./clients-page.tsx";

/** A client record as the office reads it (rule A18). */

const client = (facts = {}): Reply<"clients", "read"> => ({
  ...clientRow({ phone: "01632 960456", address: "1 Quay Street", ordersCount: 4 }),
  typeTerms: [],
  members: [
    {
      id: 31,
      contactName: "Sian Price",
      email: "sian@example.com",
      mayOrder: true,
      mayManage: true,
      invited: false,
      lastSeenAt: null,
      suspended: false,
    },
    {
      id: 32,
      contactName: "Ben Hart",
      email: "ben@example.com",
      mayOrder: false,
      mayManage: false,
      invited: true,
      lastSeenAt: null,
      suspended: false,
    },
    {
      id: 33,
      contactName: "Cleo Moss",
      email: "cleo@example.com",
      mayOrder: true,
      mayManage: false,
      invited: false,
      lastSeenAt: null,
      suspended: true,
    },
  ],
  remakes: { windows: 28, remade: 3, rate: 0.1071 },
  ...facts,
});
const ACCOUNT: Reply<"clients", "account"> = {
  company: { id: 3, name: "Harbour Blinds" },
  terms: { discountPercent: 10, paymentDays: 30, creditLimit: 500, accountsName: "HARBOUR" },
  balance: 550,
  credit: 50,
  owed: 600,
  overdue: 200,
  ageing: { notDue: 400, days1to30: 0, days31to60: 200, days61to90: 0, over90: 0, disputed: 0 },
  notInvoiced: 120,
  available: -170,
};
const ENTRY = { on: "2026-11-02", kind: "invoice", number: "INV-00012", text: "Order ORD-7 (Hartley)", amount: 600, balance: 600 } as const;
const NOTE = {
  id: 5,
  text: "Rings before he comes",
  remindOn: null,
  doneAt: null,
  createdAt: "2026-11-20T14:05:00.000Z",
  by: { id: 7, contactName: "Ada Marsh" },
};

const open = (calls: FakeCalls["clients"] = {}, { role = "super_admin" as Role, more = {} as FakeCalls } = {}) => {
  const api = fakeApi({
    clients: {
      read: () => client(),
      account: () => ACCOUNT,
      entries: () => [ENTRY],
      notes: () => [NOTE],
      plannedTerms: () => [],
      ...calls,
    },
    orders: { list: () => [orderRow({ id: 7, jobName: "Hartley" })] },
    products: { list: () => [] },
    users: { list: () => [userRow({ id: 31, email: "sian@example.com" })] },
    ...more,
  });
  const screens = (
    <OpenScreens value={() => true}>
      <ClientsPage />
    </OpenScreens>
  );
  return { api, ...renderPage(screens, { user: person(role), path: "/clients/3" }) };
};

test("the client page displays contact, terms, debt and the rest of the limit", async () => {
  const { api, person: hand } = open();
  await screen.findByRole("heading", { name: "Harbour Blinds" });
  const people = within(screen.getByRole("list", { name: "People" }));
  const said = people.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(said).toEqual([
    "Sian PriceMay order and managesian@example.com",
    "Ben HartInvitedMay only quoteben@example.com",
    "Cleo MossSuspendedMay ordercleo@example.com",
  ]);
  for (const fact of ["1 Quay Street", "3 of 28 windows (10.7 %)"]) await screen.findByText(fact);
  for (const fact of ["£550.00", "£200.00", "10 %", "30 days after issue", "£500.00", "-£170.00", "HARBOUR"])
    expect((await screen.findAllByText(fact)).length, fact).toBeGreaterThan(0);
  await hand.click(screen.getByRole("tab", { name: "Entries" }));
  const row = await screen.findByRole("row", { name: /ORD-7 \(Hartley\).*INV-00012/ });
  expect(within(row).getByRole("link", { name: "INV-00012" }).getAttribute("href")).toBe("/api/invoices/INV-00012.pdf");
  expect(screen.getByRole("link", { name: "Statement (PDF)" }).getAttribute("href")).toBe("/api/clients/3/statement.pdf");
  expect(screen.getByRole("link", { name: "New Quote for them" }).getAttribute("href")).toBe("/quotes?new=client-3&for=Harbour%20Blinds");
  expect(api.asked("orders", "list")[0]?.query).toEqual({ companyId: "3", limit: "10" });
});

test.each<Role>(["admin", "super_admin"])("the statement is emailed to the client by the %s with one press", async (role) => {
  const { api, person: hand } = open({ sendStatement: () => null }, { role });
  await hand.click(await screen.findByRole("button", { name: "Email statement" }));
  await findToast("Success: Statement sent");
  expect(api.asked("clients", "sendStatement").map(({ params }) => params)).toEqual([{ id: "3" }]);
});

test("a statement that cannot be sent displays the server's sentence", async () => {
  const { person: hand } = open({ sendStatement: fails(409, "Nobody of Harbour Blinds may manage it") });
  await hand.click(await screen.findByRole("button", { name: "Email statement" }));
  await findToast("Error: Nobody of Harbour Blinds may manage it");
});

test("the client's quotes, invoices and remakes are one press away", async () => {
  const { api, person: hand } = open(
    {},
    { more: { quotes: { list: () => [] }, invoices: { list: () => [] }, remakes: { list: () => [] } } },
  );
  for (const [tab, list] of [
    ["Quotes", "quotes"],
    ["Invoices", "invoices"],
    ["Remakes", "remakes"],
  ] as const) {
    await hand.click(await screen.findByRole("tab", { name: tab }));
    await screen.findByText(`No ${list} yet`);
    expect(api.asked(list, "list")[0]?.query).toEqual({ companyId: "3", limit: "10" });
  }
});

test("a note can be added, and only one's own notes can be deleted", async () => {
  const others = { ...NOTE, id: 6, text: "Pays by the 5th", by: { id: 8, contactName: "Ben" } };
  const { api, person: hand } = open({ notes: () => [others, NOTE], addNote: () => NOTE, deleteNote: () => null });
  await hand.click(await screen.findByRole("button", { name: "Add note" }));
  await screen.findByText("Please write a note");
  await hand.type(screen.getByLabelText("New note"), "Rings before he comes");
  await hand.click(screen.getByRole("button", { name: "Add note" }));
  await findToast("Success: Note added");
  expect(api.asked("clients", "addNote")[0]?.body).toEqual({ text: "Rings before he comes" });
  expect(screen.getAllByRole("button", { name: "Delete" })).toHaveLength(1);
  await hand.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(api.asked("clients", "deleteNote")[0]?.params).toEqual({ id: "3", noteId: "5" }));
});

test("an admin sees the client without View As and without a link to the users", async () => {
  open({}, { role: "admin" });
  await screen.findByRole("heading", { name: "Harbour Blinds" });
  expect(screen.queryByRole("button", { name: /View As/ })).toBeNull();
  expect(screen.queryByRole("link", { name: "1" })).toBeNull();
});

test("the super admin starts View As from the client page", async () => {
  const { api, person: hand } = open(
    {},
    {
      more: { users: { list: () => [userRow({ id: 31, email: "sian@example.com" })], impersonate: () => ({ user: person("customer") }) } },
    },
  );
  await hand.click(await screen.findByRole("button", { name: "View As Sian Price" }));
  await waitFor(() => expect(api.asked("users", "impersonate")[0]?.params).toEqual({ id: "31" }));
});

test("a missing client displays a message instead of the page", async () => {
  open({ read: fails(404, "Client not found") });
  await findFailure("Client not found");
});

test("the super admin reads terms of types now and ahead, plans others and removes some", async () => {
  const ahead = {
    id: 8,
    from: "2099-01-01",
    discountPercent: 5,
    types: [{ productId: 2, name: "Birch", discountPercent: null }],
    createdAt: "2026-11-01T09:00:00.000Z",
    createdBy: { id: 1, contactName: "Olive Owner" },
  };
  const typeTerms = [{ productId: 1, name: "Ash", pricePerM2: 250 }];
  const { api, person: hand } = open(
    { read: () => ({ ...client(), typeTerms }), plannedTerms: () => [ahead], planTerms: () => ahead, dropPlannedTerms: () => null },
    { more: { products: { list: () => [product({ id: 1, name: "Ash", basePricePerM2: 289 })] } } },
  );
  expect((await screen.findByRole("list", { name: "Terms of shutter types" })).textContent).toBe("Ash£250.00 per m²");
  const planned = within(await screen.findByRole("region", { name: "From 1 Jan 2099" }));
  expect(planned.getByRole("list").textContent).toBe("Birchgeneral terms");
  await hand.click(planned.getByRole("button", { name: "Remove the terms from 1 Jan 2099" }));
  await hand.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  await vi.waitFor(() =>
    expect(api.asked("clients", "dropPlannedTerms").map(({ params }) => params)).toEqual([{ id: "3", changeId: "8" }]),
  );
  await hand.click(screen.getByRole("button", { name: "Change from a day" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change terms from a day" }));
  await hand.type(dialog.getByLabelText("From"), "1 Feb 2099");
  await hand.selectOptions(await dialog.findByLabelText("Terms of Ash"), "price");
  await hand.type(dialog.getByLabelText("Price of Ash"), "£240");
  await hand.click(dialog.getByRole("button", { name: "Save terms" }));
  await vi.waitFor(() =>
    expect(api.asked("clients", "planTerms").map(({ body }) => body)).toEqual([
      { from: "2099-02-01", types: [{ productId: 1, pricePerM2: 240 }] },
    ]),
  );
});
