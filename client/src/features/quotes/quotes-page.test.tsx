import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fails, fakeApi, hangs, page } from "#client/testing/fake-api.ts";
import { findFailure, passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { clientRow, quoteCounts } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import { EXPIRED, quoteItem, quoteRow } from "./quote-samples.ts";
import QuotesPage from "./quotes-page.tsx";

const openAs = (role: Role, path = "/quotes") => renderPage(<QuotesPage />, { user: person(role), path });
const heads = () => screen.getAllByRole("columnheader").map((head) => head.textContent);

test.each([
  ["customer", ["Quote #", "Job", "Status", "Payment", "Created", "Valid Until", "Total", "Actions"]],
  ["admin", ["Quote #", "Company", "Status", "Payment", "Created", "Valid Until", "Total", "Actions"]],
] as const)("the quotes table of a %s has these columns", async (role, columns) => {
  fakeApi({ quotes: { list: () => [quoteRow()] } });
  openAs(role);
  await screen.findByText("Q-12");
  expect(heads()).toEqual(columns);
});

test("search and status are sent, stay in the address, and can be cleared", async () => {
  const api = fakeApi({ quotes: { list: ({ query }) => (query.search ? [] : [quoteRow()]) } });
  const { person: user } = openAs("admin", "/quotes?status=draft");
  await screen.findByText("Q-12");
  await user.type(screen.getByRole("searchbox", { name: "Search quotes" }), "nobody{Enter}");
  await screen.findByText("No quotes found");
  expect(api.asked("quotes", "list").at(-1)?.query).toEqual({ search: "nobody", quoteStatus: "draft" });
  await user.click(screen.getByRole("button", { name: "Clear the filters" }));
  await screen.findByText("Q-12");
});

test("an empty view without a search names the view and leads to all quotes", async () => {
  fakeApi({ quotes: { list: ({ query }) => (query.state ? [] : [quoteRow()]) } });
  const { person: user } = openAs("admin", "/quotes?view=placed");
  await screen.findByText("No quotes are under “Placed” now.");
  await user.click(screen.getByRole("button", { name: "Show all quotes" }));
  await screen.findByText("Q-12");
});

test("staff filter the list by one client's name, and clear the filter", async () => {
  const api = fakeApi({
    quotes: { list: ({ query }) => [quoteRow({ id: query.companyId ? 13 : 12 })] },
    clients: { list: () => [clientRow({ id: 4, companyName: "Harbour Interiors" })] },
  });
  const { person: user } = openAs("admin");
  const box = await screen.findByRole("combobox", { name: "Client" });
  await user.type(box, "harb");
  await user.click(await screen.findByRole("option", { name: /Harbour Interiors/ }));
  await screen.findByText("Q-13");
  expect(api.asked("quotes", "list").at(-1)?.query).toMatchObject({ companyId: "4" });
  expect(api.asked("quotes", "sums").at(-1)?.query).toMatchObject({ companyId: "4" });
  expect(box).toHaveProperty("value", "Harbour Interiors");
  await user.click(screen.getByRole("button", { name: "Show all clients" }));
  await screen.findByText("Q-12");
  expect(screen.getByRole("combobox", { name: "Client" })).toHaveProperty("value", "");
});

test("the address names the client of a filtered list; a customer's list has no such filter", async () => {
  const api = fakeApi({ quotes: { list: () => [quoteRow()] } });
  const staff = openAs("admin", "/quotes?companyId=4");
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Client" })).toHaveProperty("value", quoteRow().user.companyName));
  expect(api.asked("quotes", "list").at(-1)?.query).toMatchObject({ companyId: "4" });
  staff.unmount();
  openAs("customer", "/quotes?companyId=4");
  await screen.findByText("Q-12");
  expect(api.asked("quotes", "list").at(-1)?.query.companyId).toBeUndefined();
  expect(screen.queryByRole("combobox", { name: "Client" })).toBeNull();
});

/**
 * Waits for the details themselves: while their module loads, an empty dialog has the same name.
 */
const detailsWith = (text: string) =>
  waitFor(() => {
    const dialog = screen.getByRole("dialog", { name: "Quote Details Q-12" });
    within(dialog).getByText(text);
    return dialog;
  });

test("details open at once with the row's number, job, status, dates, total and next step", async () => {
  const row = quoteRow({ jobName: "Mill Lane", quoteStatus: "sent" });
  fakeApi({ quotes: { list: () => [row], read: hangs, items: hangs } });
  const { person: user } = openAs("customer");
  await user.click(await screen.findByRole("button", { name: "View Q-12" }));
  const dialog = await detailsWith("Mill Lane");
  within(dialog).getByText("Sent");
  within(dialog).getByText("1 Nov 2026");
  expect(within(dialog).getAllByText("£1,200.00")).toHaveLength(2);
  const actions = within(dialog)
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
  expect(actions).toEqual(expect.arrayContaining(["Place order", "Pay £1,200.00"]));
  await within(dialog).findByText("Loading");
});

test("the row's facts remain above a failure of the details", async () => {
  fakeApi({ quotes: { list: () => [quoteRow()], read: fails(500), items: hangs } });
  const { person: user } = openAs("customer");
  await user.click(await screen.findByRole("button", { name: "View Q-12" }));
  const dialog = await detailsWith("1 Nov 2026");
  const alert = await within(dialog).findByRole("alert");
  expect(within(dialog).getByText("1 Nov 2026").compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("further quotes load on request", async () => {
  fakeApi({ quotes: { list: ({ query }) => (query.cursor ? [quoteRow({ id: 11 })] : page([quoteRow()], "after-12")) } });
  const { person: user } = openAs("customer");
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  await screen.findByText("Q-11");
  screen.getByText("2 quotes");
});

test.each(["customer", "admin", "super_admin"] as const)("a %s has New Quote in the header, also above quotes", async (role) => {
  fakeApi({ quotes: { list: () => [quoteRow()] }, products: { list: () => [] }, clients: { list: () => [] } });
  const { person: user } = openAs(role);
  await screen.findByText("Q-12");
  const header = screen.getByRole("heading", { level: 1, name: "Quotes" }).closest("header") as HTMLElement;
  await user.click(within(header).getByRole("button", { name: "New Quote" }));
  await screen.findByRole("dialog");
});

/** The buttons of one quote's row, and of its details. */
async function offered(role: Role, facts: Parameters<typeof quoteRow>[0]) {
  const shown = quoteRow(facts);
  fakeApi({
    quotes: { list: () => [shown], read: () => ({ ...shown, note: null, items: [quoteItem], refunded: 0 }), items: () => [quoteItem] },
  });
  const { person: user } = openAs(role);
  const words = (place: HTMLElement, what: RegExp) =>
    within(place)
      .queryAllByRole("button", { name: what })
      // The details' button also displays the amount.
      .map(({ textContent }) => textContent?.replace("Pay £1,200.00", "Pay Now"));
  const row = await screen.findByRole("row", { name: /Q-12/ });
  const inRow = words(row, /^(Pay|Convert to Order)/);
  await user.click(within(row).getByRole("button", { name: "View Q-12" }));
  const dialog = await screen.findByRole("dialog", { name: "Quote Details Q-12" });
  await within(dialog).findByRole("button", { name: "More actions for Q-12" });
  return { inRow, inDetails: words(dialog, /^(Pay|Convert to Order)/).toSorted() };
}

test.each([
  ["customer", { quoteStatus: "draft" }, []],
  ["customer", { quoteStatus: "sent" }, ["Pay Now"]],
  ["customer", { quoteStatus: "accepted" }, ["Pay Now"]],
  ["customer", { quoteStatus: "accepted", orderId: 3, orderStatus: "pending" }, ["Pay Now"]],
  ["customer", { quoteStatus: "accepted", orderId: 3, orderStatus: "cancelled" }, []],
  ["customer", { quoteStatus: "sent", paymentStatus: "paid" }, []],
  ["customer", { quoteStatus: "declined" }, []],
  ["admin", { quoteStatus: "draft" }, ["Convert to Order"]],
  ["super_admin", { quoteStatus: "draft" }, ["Convert to Order"]],
  ["super_admin", { quoteStatus: "declined" }, []],
  ["super_admin", { quoteStatus: "accepted", orderId: 3, orderStatus: "pending" }, ["Pay Now"]],
] as const)("a %s with %j has the same buttons in the row and in its details: %j", async (role, facts, buttons) => {
  expect(await offered(role, facts)).toEqual({ inRow: buttons, inDetails: buttons });
});

test("the empty list of quotes offers one action", async () => {
  fakeApi({ quotes: { list: () => [] }, products: { list: () => [] } });
  const { person: user } = openAs("customer");
  const empty = (await screen.findByText("No quotes yet")).parentElement as HTMLElement;
  await user.click(within(empty).getByRole("button", { name: "New Quote" }));
  await screen.findByRole("dialog", { name: "Create New Quote" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a failed list displays an error and can be requested again", async () => {
  const api = fakeApi({ quotes: { list: fails(500) } });
  const { person: user } = openAs("customer");
  await findFailure("Failed to load quotes");
  api.answer({ quotes: { list: () => [quoteRow()] } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Q-12");
});

test("without a network, a device that stores New Quote says so calmly; others see a failure", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const seen = new Response("[]", { headers: { "Last-Seen": "2026-11-26T09:00:00Z" } });
  vi.stubGlobal("caches", { match: async () => seen });
  fakeApi({ quotes: { list: fails(0), counts: fails(0), sums: fails(0) }, products: { list: () => [] }, templates: { list: () => [] } });
  const own = openAs("customer");
  await screen.findByText("No network");
  expect(screen.getAllByRole("button", { name: "New Quote" })).toHaveLength(2);
  expect(screen.queryByRole("alert")).toBeNull();
  own.unmount();
  vi.stubGlobal("caches", { match: async () => undefined });
  openAs("customer");
  await findFailure("Failed to load quotes");
});

test("a supplier has no quotes screen, and no quotes are requested", () => {
  const api = fakeApi({});
  openAs("supplier");
  screen.getByText("Quotes are between customers and the office");
  expect(api.made).toEqual([]);
});

test("an expired quote is marked, can't be paid, and can be duplicated", async () => {
  const shown = quoteRow({ quoteStatus: "sent", validUntil: EXPIRED });
  const api = fakeApi({ quotes: { list: () => [shown], read: () => ({ ...shown, items: [quoteItem], refunded: 0, note: null }) } });
  const { person: user, history } = openAs("customer");
  await within(await screen.findByRole("row", { name: /Q-12/ })).findByText("Expired");
  expect(screen.queryByRole("button", { name: /Pay Now/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "More actions for Q-12" }));
  await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
  // New Quote opens filled in: nothing is stored until the quote is created.
  expect(history.at(-1)).toBe("/quotes?new=quote-12");
  await screen.findByRole("dialog", { name: "Create New Quote" });
  expect(api.asked("quotes", "duplicate")).toEqual([]);
});

test("a draft is edited in the form that made it", async () => {
  const shown = quoteRow();
  fakeApi({
    quotes: { list: () => [shown], read: () => ({ ...shown, items: [quoteItem], refunded: 0, note: null }), items: () => [quoteItem] },
    products: { list: () => [] },
  });
  const { person: user, history } = openAs("customer", "/quotes?quote=12");
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  expect(history.at(-1)).toBe("/quotes?edit=12");
});

test("View displays the windows in millimetres, the totals and a link to the order", async () => {
  const shown = quoteRow({ quoteStatus: "accepted", orderId: 4 });
  fakeApi({
    quotes: { list: () => [shown], read: () => ({ ...shown, note: null, items: [quoteItem], refunded: 0 }), items: () => [quoteItem] },
  });
  const { person: user } = openAs("customer");
  await user.click(await screen.findByRole("button", { name: "View Q-12" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Quote Details Q-12" }));
  await dialog.findByText("1,200 × 900 mm");
  // The total is in the head and below the windows; the button's label is "Pay £1,200.00".
  expect(dialog.getAllByText("£1,200.00")).toHaveLength(2);
  dialog.getByText("VAT (20%)");
  expect(dialog.getByRole("link", { name: "ORD-4" }).getAttribute("href")).toBe("/orders?order=4");
});

test("the office reads no refunded amount for a quote without payments", async () => {
  const shown = quoteRow({ quoteStatus: "sent", paymentStatus: "unpaid" });
  fakeApi({
    quotes: { list: () => [shown], read: () => ({ ...shown, note: null, items: [quoteItem], refunded: 0 }), items: () => [quoteItem] },
  });
  const { person: user } = openAs("admin");
  await user.click(await screen.findByRole("button", { name: "View Q-12" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Quote Details Q-12" }));
  await dialog.findByText("1,200 × 900 mm");
  expect(dialog.getByText("Payment").parentElement?.textContent).toBe("PaymentUnpaid");
});

test("the amount that Stripe refunded is displayed beside the payment", async () => {
  const shown = quoteRow({ quoteStatus: "accepted", paymentStatus: "paid" });
  fakeApi({
    quotes: { list: () => [shown], read: () => ({ ...shown, note: null, items: [quoteItem], refunded: 34.5 }), items: () => [quoteItem] },
  });
  const { person: user } = openAs("customer");
  await user.click(await screen.findByRole("button", { name: "View Q-12" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Quote Details Q-12" }));
  await dialog.findByText("Refunded");
  dialog.getByText("£34.50");
});

test("details that fail to load name the quote, and only once", async () => {
  const api = fakeApi({ quotes: { list: () => [], read: fails(500), items: fails(500) } });
  const { person: user } = openAs("customer", "/quotes?quote=12");
  await findFailure("Failed to load quote details");
  expect(screen.queryByText("Failed to fetch quote items")).toBeNull();
  api.answer({ quotes: { read: () => ({ ...quoteRow(), note: null, items: [], refunded: 0 }) } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await findFailure("Failed to fetch quote items");
});

test("deleting needs a confirmation and displays a toast", async () => {
  const api = fakeApi({ quotes: { list: () => [quoteRow()], delete: () => null } });
  const { person: user } = openAs("admin");
  await user.click(await screen.findByRole("button", { name: "More actions for Q-12" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Delete quote" });
  expect(api.asked("quotes", "delete")).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Delete quote" }));
  await screen.findByText("Quote deleted successfully");
  expect(api.asked("quotes", "delete")[0]?.params).toEqual({ id: "12" });
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test.each([
  [fails(500), "Failed to delete quote"],
  [fails(409, "This quote has order ORD-4 and cannot be deleted"), "This quote has order ORD-4 and cannot be deleted"],
])("a quote that can't be deleted stays in the list, with the reason", async (refusal, sentence) => {
  fakeApi({ quotes: { list: () => [quoteRow()], delete: refusal } });
  const { person: user } = openAs("admin");
  await user.click(await screen.findByRole("button", { name: "More actions for Q-12" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Delete quote" }));
  await passToast(`Error: ${sentence}`);
  expect(within(screen.getByRole("alert")).getByText(sentence)).toBeTruthy();
  screen.getByRole("alertdialog");
});

test.each([
  ["admin", "draft", "Send to customer", "Send quote", { quoteStatus: "sent" }, "Quote sent"],
  ["customer", "sent", "Accept", "Accept quote", { quoteStatus: "accepted" }, "Quote accepted"],
] as const)("a %s moves a %s quote to its next status", async (role, quoteStatus, item, verb, body, told) => {
  const api = fakeApi({ quotes: { list: () => [quoteRow({ quoteStatus })], changeStatus: () => quoteRow() } });
  const { person: user } = openAs(role);
  await user.click(await screen.findByRole("button", { name: "More actions for Q-12" }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
  await user.click(await screen.findByRole("button", { name: verb }));
  await screen.findByText(told);
  expect(api.asked("quotes", "changeStatus")[0]?.body).toEqual(body);
});

test.each([
  ["", { quoteStatus: "declined" }],
  ["Too dear", { quoteStatus: "declined", reason: "Too dear" }],
])("declining accepts a reason or none: %j", async (reason, body) => {
  const api = fakeApi({ quotes: { list: () => [quoteRow({ quoteStatus: "sent" })], changeStatus: () => quoteRow() } });
  const { person: user } = openAs("customer");
  await user.click(await screen.findByRole("button", { name: "More actions for Q-12" }));
  await user.click(await screen.findByRole("menuitem", { name: "Decline" }));
  if (reason) await user.type(await screen.findByRole("textbox", { name: /Reason/ }), reason);
  await user.click(await screen.findByRole("button", { name: "Decline quote" }));
  await screen.findByText("Quote declined");
  expect(api.asked("quotes", "changeStatus")[0]?.body).toEqual(body);
});

test("the views request a status or state, match the filter, and stay in the address", async () => {
  const counts = quoteCounts({
    draft: 2,
    placed: 1,
    sent: 3,
    accepted: 9,
    acceptedNotOrdered: 4,
    toOrder: 3,
    expiring: 1,
    expired: 5,
    retail: { sent: 2, accepted: 1, declined: 0 },
  });
  const api = fakeApi({ quotes: { list: () => [quoteRow()], counts: () => counts } });
  const { person: user, history } = openAs("customer", "/quotes");
  await user.click(await screen.findByRole("tab", { name: "Sent 3" }));
  await waitFor(() => expect(api.asked("quotes", "list").at(-1)?.query).toEqual({ quoteStatus: "sent" }));
  expect(screen.queryByRole("combobox", { name: "Status" })).toBeNull();
  await user.click(screen.getByRole("tab", { name: "Expiring 1" }));
  await waitFor(() => expect(api.asked("quotes", "list").at(-1)?.query).toEqual({ state: "expiring" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort" }), "Expiring first");
  await waitFor(() => expect(history.at(-1)).toBe("/quotes?view=expiring&sort=expiry"));
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    "All",
    "Draft 2",
    "Placed 1",
    "Sent 3",
    "Accepted 4",
    "To order 3",
    "Expiring 1",
    "Expired 5",
    "Declined",
    "With your customer 2",
    "Customer said yes 1",
  ]);
  await user.click(screen.getByRole("tab", { name: "Declined" }));
  await waitFor(() => expect(api.asked("quotes", "list").at(-1)?.query).toMatchObject({ quoteStatus: "declined" }));
  await user.click(screen.getByRole("tab", { name: "Customer said yes 1" }));
  await waitFor(() => expect(api.asked("quotes", "list").at(-1)?.query).toMatchObject({ retail: "accepted" }));
});

test("a customer's quote without a job name is known by the fitter's own customer", async () => {
  const own = [quoteRow({ id: 1, customerName: "Mrs Hughes" }), quoteRow({ id: 2, customerName: "Mr Bell", jobName: "Plot 7" })];
  fakeApi({ quotes: { list: () => own, counts: () => quoteCounts({}) } });
  openAs("customer", "/quotes");
  const row = await screen.findByRole("row", { name: /Q-1/ });
  within(row).getByText("Mrs Hughes");
  const named = screen.getByRole("row", { name: /Q-2/ });
  within(named).getByText("Plot 7");
  expect(within(named).queryByText("Mr Bell")).toBeNull();
});

test("an ordered quote shows Ordered, and the Accepted view requests quotes without an order", async () => {
  const ordered = quoteRow({ quoteStatus: "accepted", orderId: 3, orderStatus: "pending" });
  const api = fakeApi({ quotes: { list: () => [ordered], counts: () => quoteCounts({ accepted: 6, acceptedNotOrdered: 2, toOrder: 1 }) } });
  const { person: user } = openAs("super_admin", "/quotes");
  const row = await screen.findByRole("row", { name: /Q-12/ });
  expect(within(row).getByText("Ordered")).toBeTruthy();
  expect(within(row).queryByText("Accepted")).toBeNull();
  await user.click(await screen.findByRole("tab", { name: "Accepted 2" }));
  await waitFor(() => expect(api.asked("quotes", "list").at(-1)?.query).toEqual({ quoteStatus: "accepted", ordered: "false" }));
  await user.click(screen.getByRole("tab", { name: /^To order/ }));
  await waitFor(() => expect(api.asked("quotes", "list").at(-1)?.query).toEqual({ state: "to_order" }));
});

test("the foot shows the sum of all results; the device stores columns and the last tab", async () => {
  const api = fakeApi({ quotes: { list: () => [quoteRow()], sums: () => ({ count: 61, total: 48_003.72 }) } });
  const first = openAs("admin", "/quotes?search=kestrel&sort=expiry");
  const foot = await screen.findByText("61 quotes");
  expect(foot.closest("tr")?.textContent).toContain("£48,003.72");
  expect(api.asked("quotes", "sums")[0]?.query).toEqual({ search: "kestrel" });
  await first.person.click(screen.getByRole("button", { name: "More" }));
  await first.person.click(screen.getByRole("menuitem", { name: "Columns" }));
  await first.person.click(screen.getByRole("checkbox", { name: "Created" }));
  await first.person.keyboard("{Escape}");
  await first.person.click(screen.getByRole("tab", { name: /^Sent/ }));
  first.unmount();
  openAs("admin");
  await screen.findByRole("tab", { name: /^Sent/, selected: true });
  await screen.findByText("61 quotes");
  expect(heads()).not.toContain("Created");
  expect(api.asked("quotes", "list").at(-1)?.query).toMatchObject({ quoteStatus: "sent" });
});
