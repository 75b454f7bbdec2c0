import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { formatListed } from "#client/lib/format.ts";
import { fails, fakeApi, hangs, page } from "#client/testing/fake-api.ts";
import { findFailure, passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderCounts, orderDetails, orderRow, unpriced } from "#client/testing/rows.ts";
import { ROLES, type Role } from "#shared/domain/roles.ts";
import OrdersPage from "./orders-page.tsx";

const openAs = (role: Role, path = "/orders", rights = {}) => renderPage(<OrdersPage />, { user: person(role, rights), path });
const heads = () => screen.getAllByRole("columnheader").map((head) => head.textContent);

test.each([
  ["customer", ["Order #", "Job", "Quote #", "Payment", "Status", "Created", "Shipping Date", "Est. Arrival", "Total", "Actions"]],
  ["supplier", ["Order #", "Job", "Status", "Created", "Shipping Date", "Est. Arrival", "Actions"]],
  ["admin", ["Order #", "Client", "Quote #", "Payment", "Status", "Created", "Shipping Date", "Est. Arrival", "Total", "Actions"]],
  ["super_admin", ["Order #", "Client", "Quote #", "Payment", "Status", "Created", "Shipping Date", "Est. Arrival", "Total", "Actions"]],
] as const)("the orders table of a %s has these columns", async (role, columns) => {
  fakeApi({ orders: { list: () => [role === "supplier" ? unpriced(orderRow()) : orderRow()] } });
  openAs(role);
  await screen.findByText("ORD-12");
  expect(heads()).toEqual(columns);
});

test("a row says the part of the day on which the order is expected", async () => {
  fakeApi({ orders: { list: () => [orderRow({ estimatedArrival: "2026-12-03", deliverySlot: "am" })] } });
  openAs("customer");
  expect(await screen.findByText("Thu 3 December, morning")).toBeTruthy();
});

test("the skeleton has the table's own headings and columns", async () => {
  const api = fakeApi({ orders: { list: hangs } });
  const { unmount } = openAs("super_admin");
  const shape = (table: HTMLElement) => [...table.querySelectorAll("tr")].slice(0, 2).map(({ cells }) => cells.length);
  const waiting = await screen.findByRole("table", { hidden: true });
  const [headsOfIt, shapeOfIt] = [[...waiting.querySelectorAll("th")].map((head) => head.textContent), shape(waiting)];
  unmount();
  api.answer({ orders: { list: () => [orderRow()] } });
  openAs("super_admin");
  expect(headsOfIt).toEqual((await screen.findByText("ORD-12")) && heads());
  expect(shapeOfIt).toEqual(shape(screen.getByRole("table")));
});

test("details open at once with the row's number, job, status, dates, total and next step", async () => {
  const row = orderRow({ jobName: "Mill Lane", poNumber: "PO-7", orderStatus: "processing", shippingDate: "2026-11-20" });
  fakeApi({ orders: { list: () => page([row], "after-12"), read: hangs } });
  const { person: user } = openAs("super_admin");
  await user.click(await screen.findByRole("button", { name: "View Details of ORD-12" }));
  const dialog = await screen.findByRole("dialog", { name: "Order Details ORD-12" });
  within(dialog).getByText("Mill Lane");
  within(dialog).getByText(/PO-7/);
  within(dialog).getByText("Processing");
  within(dialog).getByText("£1,234.50");
  within(dialog).getByText("12 Mill Lane", { exact: false });
  within(dialog).getByLabelText("Shipping date of ORD-12");
  within(dialog).getByRole("button", { name: "Mark as shipped" });
  await within(dialog).findByRole("heading", { name: "Items (2)" });
  expect(dialog.querySelector("[aria-busy=true]")).not.toBeNull();
});

test("the row's facts remain above a failure, but not for a deleted order", async () => {
  const api = fakeApi({ orders: { list: () => [orderRow({ jobName: "Mill Lane" })], read: fails(500) } });
  const { person: user } = openAs("customer");
  await user.click(await screen.findByRole("button", { name: "View Details of ORD-12" }));
  const dialog = await screen.findByRole("dialog", { name: "Order Details ORD-12" });
  const alert = await within(dialog).findByRole("alert");
  expect(within(dialog).getByText("Shipping address").compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(within(dialog).queryByRole("heading", { name: "Items (2)" })).toBeNull();
  api.answer({ orders: { read: fails(404, "There is no order ORD-12") } });
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await within(dialog).findByText("There is no order ORD-12");
  expect(within(dialog).queryByText("Mill Lane")).toBeNull();
  expect(within(dialog).queryByText("Shipping address")).toBeNull();
});

test.each(["customer", "admin"] as const)("a %s reads statuses and dates and changes nothing", async (role) => {
  fakeApi({ orders: { list: () => [orderRow({ shippingDate: "2026-11-20" })] } });
  openAs(role);
  const row = await screen.findByRole("row", { name: /ORD-12/ });
  within(row).getByText("Pending");
  within(row).getByText(formatListed("2026-11-20"));
  within(row).getByText("Unpaid");
  expect(within(row).queryByRole("combobox")).toBeNull();
  expect(within(row).queryByLabelText(/date|arrival/i)).toBeNull();
  within(row).getByRole("button", { name: /View Details/ });
  expect(within(row).queryByRole("button", { name: /More actions/ })).toBeNull();
});

test.each(["supplier", "super_admin"] as const)("a %s changes the status and both dates in the row", async (role) => {
  const order = orderRow({ shippingDate: "2026-11-20" });
  fakeApi({ orders: { list: () => [role === "supplier" ? unpriced(order) : order] } });
  openAs(role);
  const row = await screen.findByRole("row", { name: /ORD-12/ });
  expect(within(row).getByRole<HTMLSelectElement>("combobox", { name: "Status of ORD-12" }).value).toBe("pending");
  expect(within(row).getByLabelText<HTMLInputElement>("Shipping date of ORD-12").value).toBe("20 Nov 2026");
  expect(within(row).getByLabelText<HTMLInputElement>("Estimated arrival of ORD-12").value).toBe("");
});

test("the search is sent, stays in the address, and displays a message without matches", async () => {
  const api = fakeApi({ orders: { list: ({ query }) => (query.search === "nobody" ? [] : [orderRow()]) } });
  const { person: user } = openAs("super_admin");
  await screen.findByText("ORD-12");
  await user.type(screen.getByRole("searchbox", { name: "Search orders…" }), "nobody");
  await screen.findByText("No orders found");
  screen.getByText(/No orders match “nobody”/);
  expect(api.asked("orders", "list").map(({ query }) => query.search)).toEqual([undefined, "nobody"]);
  await user.click(screen.getByRole("button", { name: "Show all orders" }));
  await screen.findByText("ORD-12");
});

test("an empty list of orders describes its future content", async () => {
  fakeApi({ orders: { list: () => [] } });
  openAs("customer");
  await screen.findByText("No orders found");
  screen.getByText("An order appears here once its quote is placed and confirmed.");
  expect(screen.getByRole("link", { name: "Go to quotes" }).getAttribute("href")).toBe("/quotes");
});

test("a supplier without orders gets no link to quotes", async () => {
  fakeApi({ orders: { list: () => [] } });
  openAs("supplier");
  await screen.findByText("No orders found");
  expect(screen.queryByRole("link")).toBeNull();
});

test("a failed list displays an error and can be tried again", async () => {
  const api = fakeApi({ orders: { list: fails(500) } });
  const { person: user } = openAs("customer");
  await findFailure("Failed to fetch orders");
  api.answer({ orders: { list: () => [orderRow()] } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("ORD-12");
});

test("further orders load on request", async () => {
  fakeApi({ orders: { list: ({ query }) => (query.cursor ? [orderRow({ id: 11 })] : page([orderRow()], "after-12")) } });
  const { person: user } = openAs("customer");
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  await screen.findByText("ORD-11");
  screen.getByText("ORD-12");
  screen.getByText("2 orders");
});

test("an order's address opens its details, and closing returns to the list", async () => {
  fakeApi({ orders: { list: () => [orderRow()], read: () => orderDetails(orderRow()) } });
  const { person: user } = openAs("customer", "/orders?order=12");
  const dialog = await screen.findByRole("dialog", { name: /ORD-12/ });
  await within(dialog).findByText("Kitchen left");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test.each(ROLES)("View Details opens the order for a %s", async (role) => {
  const row = role === "supplier" ? unpriced(orderRow()) : orderRow();
  const api = fakeApi({ orders: { list: () => [row], read: hangs } });
  const { person: user } = openAs(role);
  await user.click(await screen.findByRole("button", { name: "View Details of ORD-12" }));
  await screen.findByRole("dialog", { name: /ORD-12/ });
  expect(api.asked("orders", "read").map(({ params }) => params.id)).toEqual(["12"]);
});

test("only the super admin deletes an order, after a confirmation", async () => {
  const api = fakeApi({ orders: { list: () => [orderRow()], delete: () => null } });
  const { person: user } = openAs("super_admin");
  await user.click(await screen.findByRole("button", { name: "More actions for ORD-12" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Delete ORD-12?" });
  expect(api.asked("orders", "delete")).toEqual([]);
  api.answer({ orders: { list: () => [] } });
  await user.click(within(dialog).getByRole("button", { name: "Delete order" }));
  await screen.findByText("Order deleted successfully");
  await screen.findByText("No orders found");
  expect(api.asked("orders", "delete").map(({ params }) => params.id)).toEqual(["12"]);
});

test.each([
  [fails(500), "Failed to delete order"],
  [fails(409, "This order is paid: cancel it before you delete it"), "This order is paid: cancel it before you delete it"],
])("a failed delete leaves the question open with the reason", async (refusal, sentence) => {
  fakeApi({ orders: { list: () => [orderRow()], delete: refusal } });
  const { person: user } = openAs("super_admin");
  await user.click(await screen.findByRole("button", { name: "More actions for ORD-12" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = await screen.findByRole("alertdialog");
  await user.click(within(dialog).getByRole("button", { name: "Delete order" }));
  await passToast(`Error: ${sentence}`);
  expect(within(dialog).getByRole("alert").textContent).toBe(sentence);
});

test("a supplier's menu has no Delete", async () => {
  fakeApi({ orders: { list: () => [unpriced(orderRow())] } });
  const { person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "More actions for ORD-12" }));
  await screen.findByRole("menuitem", { name: "Update Status" });
  expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
});

test("the job and its PO number are beside the order's number; staff see the company below", async () => {
  const order = orderRow({ jobName: "Mrs Patel, bay", poNumber: "4411", orderStatus: "completed" });
  fakeApi({ orders: { list: () => [order] } });
  const { unmount } = openAs("customer");
  const cells = async () =>
    within(await screen.findByRole("row", { name: /ORD-12/ }))
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
  expect((await cells()).slice(0, 2)).toEqual(["ORD-12", "Mrs Patel, bay4411"]);
  unmount();
  openAs("admin");
  expect((await cells()).slice(0, 2)).toEqual(["ORD-12", "Mrs Patel, bayKestrel Homes · 4411"]);
});

test("the quote's number links to the quote", async () => {
  fakeApi({ orders: { list: () => [orderRow()] } });
  openAs("admin");
  expect((await screen.findByRole("link", { name: "Q-31" })).getAttribute("href")).toBe("/quotes?quote=31");
});

test.each<[string, Role, Parameters<typeof orderRow>[0], boolean, rights?: Parameters<typeof person>[1]]>([
  ["an unpaid order", "customer", {}, true],
  ["an unpaid order of a colleague who may not order", "customer", {}, false, { mayOrder: false }],
  ["an unpaid order, in View As,", "customer", {}, false, { isImpersonating: true }],
  ["a paid order", "customer", { paymentStatus: "paid" }, false],
  ["a cancelled order", "customer", { orderStatus: "cancelled" }, false],
  ["an order free of charge", "customer", { finalTotal: 0 }, false],
  ["an unpaid order", "super_admin", {}, false],
])("%s can be paid from the list by a %s: %j", async (_what, role, facts, payable, rights) => {
  fakeApi({ orders: { list: () => [orderRow(facts)] } });
  openAs(role, "/orders", rights);
  const row = await screen.findByRole("row", { name: /ORD-12/ });
  expect(within(row).queryByRole("button", { name: "Pay Now, Q-31" }) !== null).toBe(payable);
});

const counts = orderCounts({ open: 12, late: 3, unpaid: 4, done: 40 });
const tabs = async () => (await screen.findAllByRole("tab")).map((tab) => tab.textContent);

test.each<[Role, string[]]>([
  ["customer", ["All", "Open 12", "Late 3", "Unpaid 4", "Done 40"]],
  ["supplier", ["All", "Open 12", "Late 3", "Done 40"]],
])("a %s has these views, each with its count", async (role, views) => {
  const { unpaid: _, ...seen } = counts;
  fakeApi({ orders: { list: () => [], counts: () => (role === "supplier" ? seen : counts) } });
  openAs(role);
  await screen.findByText("12");
  expect(await tabs()).toEqual(expect.arrayContaining(views));
  expect((await tabs()).some((tab) => tab?.startsWith("Unpaid"))).toBe(role === "customer");
});

test.each<[Role, boolean]>([
  ["super_admin", true],
  ["admin", true],
  ["customer", false],
  ["supplier", false],
])("a %s has the view of orders to pay back: %s", async (role, theirs) => {
  const { toPayBack: _, toPayBackAmount: __, ...others } = orderCounts({ open: 12 });
  const counted = theirs ? orderCounts({ open: 12, toPayBack: 2, toPayBackAmount: 2241.42 }) : others;
  const api = fakeApi({ orders: { list: () => [], counts: () => counted } });
  const { person: user } = openAs(role);
  await screen.findByText("12");
  expect((await tabs()).filter((tab) => tab?.startsWith("To pay back"))).toEqual(theirs ? ["To pay back 2"] : []);
  if (!theirs) return;
  await user.click(screen.getByRole("tab", { name: "To pay back 2" }));
  await waitFor(() => expect(api.asked("orders", "list").at(-1)?.query).toEqual({ view: "to_pay_back" }));
});

test.each<[Role, string]>([
  ["super_admin", "£2,141.42 to pay back"],
  ["admin", "£2,141.42 to pay back"],
  ["customer", "£2,141.42 to be paid back"],
])("the row of a cancelled paid order tells a %s: %s", async (role, words) => {
  const cancelled = orderRow({ orderStatus: "cancelled", paymentStatus: "paid", toPayBack: 2141.42 });
  fakeApi({ orders: { list: () => [cancelled, orderRow({ id: 13 })] } });
  openAs(role);
  expect((await screen.findByRole("row", { name: /ORD-12/ })).textContent).toContain(words);
  expect(screen.getByRole("row", { name: /ORD-13/ }).textContent).not.toContain("paid back");
});

test("a view requests its orders, and stays in the address with its sort order", async () => {
  const api = fakeApi({ orders: { list: () => [orderRow()], counts: () => counts } });
  const { person: user, history } = openAs("customer");
  await screen.findByText("ORD-12");
  await user.click(screen.getByRole("tab", { name: "Late 3" }));
  await waitFor(() => expect(api.asked("orders", "list").at(-1)?.query).toEqual({ late: "true", sort: "due" }));
  expect(history.at(-1)).toBe("/orders?view=late&sort=due");
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort" }), "Newest first");
  await waitFor(() => expect(api.asked("orders", "list").at(-1)?.query).toEqual({ late: "true" }));
});

test("an empty view displays its message and links to all orders", async () => {
  fakeApi({ orders: { list: ({ query }) => (query.late ? [] : [orderRow()]), counts: () => counts } });
  const { person: user } = openAs("customer", "/orders?view=late");
  await screen.findByText("Nothing is late.");
  await user.click(screen.getByRole("button", { name: "Show all orders" }));
  await screen.findByText("ORD-12");
});

test.each([
  ["customer", 1],
  ["super_admin", 0],
] as const)("the block of an order of a %s displays its due day, if no field does: %i", async (role, times) => {
  fakeApi({ orders: { list: () => [orderRow({ dueOn: "2126-11-27" })] } });
  openAs(role);
  await screen.findByRole("button", { name: /^ORD-12/ });
  expect(screen.queryAllByText("Due 27 Nov 2126")).toHaveLength(times);
});

test("an open order without a day is labelled as not dated", async () => {
  fakeApi({ orders: { list: () => [orderRow({ dueOn: null })] } });
  openAs("customer");
  // The table and the block both render the note; styles hide one of them.
  expect(await screen.findAllByText("Not dated yet")).toHaveLength(2);
});

test("a shipped order without a day is not labelled as not dated", async () => {
  fakeApi({ orders: { list: () => [orderRow({ dueOn: null, orderStatus: "shipped" })] } });
  openAs("customer");
  await screen.findByRole("button", { name: /^ORD-12/ });
  expect(screen.queryByText("Not dated yet")).toBeNull();
});

test("a late order displays its days and its reason, also in its accessible name", async () => {
  vi.setSystemTime("2026-11-25T12:00:00Z");
  const shippingDate = "2026-11-22";
  fakeApi({ orders: { list: () => [orderRow({ late: "shipping", shippingDate, dueOn: shippingDate })] } });
  openAs("customer");
  await screen.findByRole("button", { name: "ORD-12, 3 days late, Kestrel Homes" });
  screen.getByText("3 days late · to ship 22 Nov");
  expect(within(screen.getByRole("row", { name: /ORD-12/ })).getByText("to ship 22 Nov").previousSibling?.textContent).toBe(
    "3 days late ·",
  );
});

test("filters are in the address and as chips, and apply to the list and its sums", async () => {
  const api = fakeApi({
    orders: { list: () => [orderRow()], sums: () => ({ count: 18, total: 8003.72, unpaid: 2141.42 }) },
    workshop: { suppliers: () => [{ id: 4, companyName: "Northmoor Joinery" }] },
  });
  const { person: user } = openAs("super_admin", "/orders?supplierId=4&orderedFrom=2026-11-01&status=pending,nonsense");
  await screen.findByText("18 orders · £2,141.42 unpaid");
  const wanted = { status: "pending", supplierId: "4", orderedFrom: "2026-11-01" };
  expect(api.asked("orders", "list")[0]?.query).toEqual(wanted);
  expect(api.asked("orders", "sums")[0]?.query).toEqual(wanted);
  await user.click(await screen.findByRole("button", { name: "Remove the filter Made by Northmoor Joinery" }));
  await waitFor(() => expect(api.asked("orders", "list").at(-1)?.query).not.toHaveProperty("supplierId"));
});

test("a period that ends before it begins is not requested", async () => {
  const api = fakeApi({ orders: { list: () => [] } });
  openAs("admin", "/orders?shippingFrom=2026-12-02&shippingTo=2026-12-01");
  await screen.findByText("From cannot be after to");
  expect(api.asked("orders", "list")).toEqual([]);
});

test("the device restores hidden columns and the last tab; a link overrides them", async () => {
  fakeApi({ orders: { list: () => [orderRow()] } });
  const first = openAs("customer");
  await screen.findByText("ORD-12");
  await first.person.click(screen.getByRole("button", { name: "More" }));
  await first.person.click(screen.getByRole("menuitem", { name: "Columns" }));
  await first.person.click(screen.getByRole("checkbox", { name: "Created" }));
  await first.person.keyboard("{Escape}");
  await first.person.click(screen.getByRole("tab", { name: /^Done/ }));
  first.unmount();
  openAs("customer").unmount();
  const again = openAs("customer");
  await screen.findByRole("tab", { name: /^Done/, selected: true });
  await screen.findByText("ORD-12");
  expect(heads()).not.toContain("Created");
  again.unmount();
  openAs("customer", "/orders?view=late");
  await screen.findByRole("tab", { name: /^Late/, selected: true });
});

test("the office reminds all debtors, company by company, in four presses, and can skip one", async () => {
  const kestrel = { companyId: 8, companyName: "Kestrel Homes" };
  const api = fakeApi({
    orders: {
      list: () => [orderRow()],
      reminders: () => [
        { id: 12, jobName: null, owed: 1234.5, ...kestrel },
        { id: 13, jobName: "Novak", owed: 0.5, ...kestrel },
        { id: 14, jobName: null, owed: 99, companyId: 9, companyName: "Ashdown & Vale" },
      ],
      counts: () => ({ open: 3, late: 0, unpaid: 3, done: 0, toPayBack: 0 }),
      remind: () => ({ orderIds: [12, 13], companies: 1, remindedToday: 0 }),
    },
  });
  const { person: user } = openAs("admin", "/orders?view=unpaid");
  await user.click(await screen.findByRole("button", { name: "Send payment reminders" }));
  const dialog = await screen.findByRole("dialog", { name: "Send payment reminders" });
  await within(dialog).findByText("£1,235.00");
  within(dialog).getByRole("button", { name: "Remind 2 clients" });
  await user.click(within(dialog).getByRole("checkbox", { name: /^Ashdown/ }));
  await user.click(within(dialog).getByRole("button", { name: "Remind 1 client" }));
  await screen.findByText("1 client reminded of 2 orders");
  expect(api.asked("orders", "remind")[0]?.body).toEqual({ orderIds: [12, 13] });
});

test.each(["customer", "supplier"] as const)("a %s has no reminders to send", async (role) => {
  fakeApi({ orders: { list: () => [orderRow()], counts: () => ({ open: 3, late: 0, unpaid: 3, done: 0 }) } });
  openAs(role, "/orders?view=unpaid");
  await screen.findByText("ORD-12");
  expect(screen.queryByRole("button", { name: "Send payment reminders" })).toBeNull();
});
