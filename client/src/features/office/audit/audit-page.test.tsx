import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { formatListed } from "#client/lib/format.ts";
import { type FakeCalls, fails, fakeApi, page } from "#client/testing/fake-api.ts";
import { findFailure } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { userRow } from "#client/testing/rows.ts";
import type { AuditEntry } from "./audit-entry-dialog.tsx";
import AuditPage from "./audit-page.tsx";

const entry = (facts: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 9,
  at: "2026-11-02T09:30:00.000Z",
  actor: { id: 1, name: "Morgan Boss", email: "boss@example.com", role: "super_admin" },
  onBehalfOf: { id: 7, name: "Ada Marsh", email: "ada@example.com", role: "customer" },
  tokenName: null,
  action: "orders.changeStatus",
  targetType: "orders",
  targetId: 12,
  before: { status: "pending" },
  after: { status: "shipped" },
  ip: "192.0.2.17",
  text: "Status of ORD-12: Pending → Shipped",
  changes: [{ name: "Status", before: "Pending", after: "Shipped" }],
  thing: "ORD-12",
  path: "/orders?order=12",
  ...facts,
});
const open = (calls: FakeCalls = {}, path = "/audit") => {
  const server = fakeApi({ audit: { list: () => [entry()] }, ...calls });
  return { ...server, ...renderPage(<AuditPage />, { user: person("super_admin"), path }) };
};
const firstRow = async () => within(await screen.findByRole("row", { name: /ORD-12/ }));

test("each entry displays time, person, represented person, action and record, with links", async () => {
  open();
  expect((await firstRow()).getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    formatListed("2026-11-02T09:30:00Z", { time: true }),
    "Morgan Bossboss@example.comas Ada Marsh",
    "Status of ORD-12: Pending → Shipped",
    "ORD-12",
  ]);
  const links = (await firstRow()).getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/users?search=boss%40example.com", "/users?search=ada%40example.com", "/orders?order=12"]);
});

test("a name is above its email; a deleted account has its email only, without a link", async () => {
  const gone = entry({ id: 8, actor: { id: 3, name: null, email: "gone@example.com", role: "admin" }, onBehalfOf: null, path: null });
  open({ audit: { list: () => [entry({ onBehalfOf: null }), { ...gone, thing: "Gone Soon", text: "Gone Soon was deleted" }] } });
  expect((await firstRow()).getAllByRole("cell")[1]?.textContent).toBe("Morgan Bossboss@example.com");
  const row = within(await screen.findByRole("row", { name: /Gone Soon was deleted/ }));
  expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toContain("gone@example.com");
  expect(row.queryAllByRole("link")).toEqual([]);
});

test("an entry opens with old and new values, and links to its record's and person's entries", async () => {
  const { person: hand, history } = open();
  await hand.click((await firstRow()).getByRole("button"));
  const dialog = within(await screen.findByRole("dialog"));
  const facts = within(dialog.getByRole("table", { name: "Before and after" }));
  expect(facts.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["Status", "Pending", "Shipped"]);
  expect(dialog.getByText("192.0.2.17")).toBeTruthy();
  await hand.click(dialog.getByRole("button", { name: "All about ORD-12" }));
  expect(history?.at(-1)).toBe("/audit?targetType=orders&targetId=12");
  await hand.click((await firstRow()).getByRole("button"));
  await hand.click(screen.getByRole("button", { name: "All by this person" }));
  expect(history?.at(-1)).toBe("/audit?actorId=1");
  expect(screen.getByRole("button", { name: "Person Morgan Boss" })).toBeTruthy();
});

test("the person filter searches by name", async () => {
  const row = userRow({ id: 7, companyName: "Kestrel Homes", contactName: "Ada Marsh" });
  const { person: hand, asked } = open({ users: { list: () => [row] } });
  await hand.click(screen.getByRole("button", { name: "Person Everybody" }));
  await hand.type(await screen.findByRole("searchbox", { name: "Search people" }), "ada{Enter}");
  await hand.click(await screen.findByRole("button", { name: /Ada Marsh, Kestrel Homes/ }));
  expect(asked("users", "list").at(-1)?.query).toEqual({ search: "ada", limit: "20" });
  expect(asked("audit", "list").at(-1)?.query).toEqual({ actorId: "7" });
});

test("record, number and days filter the trail; the number is sent once it is complete", async () => {
  const { person: hand, asked } = open();
  await hand.selectOptions(screen.getByRole("combobox", { name: "Thing" }), "orders");
  await hand.type(screen.getByLabelText("Number"), "ORD-12{Enter}");
  await hand.type(screen.getByLabelText("From"), "1 Nov 2026");
  await hand.type(screen.getByLabelText("To"), "20 Nov 2026{Enter}");
  expect(asked("audit", "list").map(({ query }) => query)).toEqual([
    {},
    { targetType: "orders" },
    { targetType: "orders", targetId: "12" },
    { targetType: "orders", targetId: "12", from: "2026-11-01" },
    { targetType: "orders", targetId: "12", from: "2026-11-01", to: "2026-11-20" },
  ]);
});

test("days in the wrong order are refused without a request", async () => {
  const { made } = open({}, "/audit?from=2026-11-20&to=2026-11-01");
  expect(screen.getByText("From cannot be after to")).toBeTruthy();
  expect(made).toEqual([]);
});

test("the trail has messages for no entries and a failed load, and loads further pages", async () => {
  const first = open({ audit: { list: ({ query }) => (query.actorId ? [] : [entry()]) } }, "/audit?actorId=4");
  await first.person.click(await screen.findByRole("button", { name: "Show the whole trail" }));
  await firstRow();
  first.unmount();
  const second = open({ audit: { list: ({ query }) => (query.cursor ? [entry({ id: 8 })] : page([entry()], "after-9")) } });
  await second.person.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByText("2 entries")).toBeTruthy();
  second.unmount();
  open({ audit: { list: fails(500) } });
  await findFailure("Failed to fetch the audit trail");
});
