import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { settleUndo } from "#client/lib/undo.ts";
import { type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderDetails, orderRow, windowItem } from "#client/testing/rows.ts";
import { addDays } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { isToStart } from "#shared/domain/trade/lead-time.ts";
import type { OrderStatus } from "#shared/domain/trade/status.ts";
import { USUAL_CLEARANCES, USUAL_TABLE } from "#shared/domain/window/saw/clearances.ts";
import { PIECE_STEP_LABEL } from "#shared/domain/window/saw/pieces.ts";
import { setStation } from "../station/station.ts";
import WorkshopPage from "./workshop-page.tsx";

const NO_CUTS = { orderId: 12, clearances: USUAL_CLEARANCES, table: USUAL_TABLE, tableDate: null, keptAt: null, parts: [], asks: [] };

type Row = Reply<"workshop", "list">[number];
type Parcel = Reply<"orders", "read">["parcels"][number];
type Pieces = Reply<"workshop", "pieces">["pieces"];

const NONE = { cut: 0, assembled: 0, finished: 0, packed: 0 };
const silk = { shutterType: "Basswood Classic", louverSize: 76, colorSelection: "Silk White" };
const row = (facts: Partial<Row> = {}): Row => ({
  id: 12,
  jobName: "Plot 7",
  poNumber: null,
  orderStatus: "pending",
  place: "Bristol BS1 4QA",
  windows: 1,
  shutters: 2,
  shipped: 0,
  shippingDate: null,
  carrier: null,
  trackingNumber: null,
  shippedBefore: false,
  ask: null,
  parts: null,
  made: [{ ...silk, shutters: 2 }],
  dueOn: null,
  requiredBy: null,
  late: null,
  startBy: null,
  supplier: null,
  remakeId: null,
  replacesLate: false,
  progress: NONE,
  ...facts,
});
const today = "2026-11-25";
beforeEach(() => void vi.setSystemTime(`${today}T12:00:00Z`));
const sums = { orders: 3, late: 1, windows: 3, shutters: 6, louvres: 214, frames: 6, areaM2: 7.25, views: { mine: 3, open: 2 } };

const rowsOf = (rows: readonly Row[]): FakeCalls["workshop"] => ({
  list: ({ query }) => {
    const { urgent, late } = query ?? {};
    const isAsked = (asked: unknown, holds: boolean) => asked === undefined || (String(asked) === "true") === holds;
    const isUrgent = (row: Row) => row.late !== null || isToStart({ ...row, status: row.orderStatus }, today);
    return rows.filter((row) => isAsked(urgent, isUrgent(row)) && isAsked(late, row.late !== null));
  },
  totals: () => sums,
  load: () => [week(0, null)],
  setup: () => ({ complete: true, steps: [] }),
});
const week = (areaM2: number, capacityM2: number | null) => ({
  ...{ week: "2026-11-23", supplier: null, windows: 1, shutters: 1, late: 0 },
  ...{ areaM2, capacityM2, over: capacityM2 !== null && areaM2 > capacityM2 },
});
interface Opening {
  readonly role?: Role;
  readonly path?: string;
  readonly calls?: FakeCalls["workshop"];
  readonly user?: Parameters<typeof person>[1];
}
function open(rows: readonly Row[], { role = "supplier", path = "/workshop", calls = {}, user = {} }: Opening = {}) {
  const api = fakeApi({ workshop: { ...rowsOf(rows), ...calls } });
  return { api, ...renderPage(<WorkshopPage />, { user: person(role, user), path }) };
}
const groups = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

test("orders are grouped by due day, late ones first, with their kinds and progress", async () => {
  open([
    row({ id: 1, dueOn: today }),
    row({ id: 2, jobName: "The Old Bakehouse", dueOn: addDays(today, -3), late: "shipping", progress: { ...NONE, cut: 2, assembled: 1 } }),
    row({ id: 3, dueOn: addDays(today, 40), remakeId: 5 }),
    row({ id: 4 }),
  ]);
  const late = within(await screen.findByRole("region", { name: "Late" }));
  expect(groups()).toEqual(["Late 1", "Today 1", "Later 1", "No date 1"]);
  late.getByText("3 days late");
  late.getByRole("link", { name: "ORD-2 The Old Bakehouse" });
  const facts = late.getByText(/^1 window, 2 shutters · Bristol/);
  expect(facts.textContent).toBe("1 window, 2 shutters · Bristol BS1 4QA · Nobody's yet");
  // Non-breaking spaces prevent a line break inside the postcode.
  expect(facts.querySelector(".whitespace-nowrap")?.textContent).toBe("BS1 4QA");
  late.getByRole("button", { name: "2 × Basswood Classic 76 Silk White" });
  expect(late.getAllByRole("definition").flatMap(({ textContent }) => textContent || [])).toEqual(["2/2", "1/2", "0/2", "0/2"]);
  within(screen.getByRole("region", { name: "Later" })).getByText("Remake RMK-5");
  expect(within(screen.getByRole("region", { name: "Today" })).getByText("Today", { selector: "p" })).toBeTruthy();
  await screen.findByText("214");
});

test("late orders precede those to begin, which have a start day; a begun order moves to its due day", async () => {
  open([
    row({ id: 1, dueOn: today, startBy: addDays(today, -14), orderStatus: "processing" }),
    row({ id: 2, dueOn: addDays(today, -1), late: "shipping", startBy: addDays(today, -15), orderStatus: "processing" }),
    row({ id: 3, dueOn: addDays(today, 14), startBy: today }),
    row({ id: 4, dueOn: addDays(today, 13), startBy: addDays(today, -1) }),
    row({ id: 5, dueOn: addDays(today, 40), startBy: addDays(today, 26) }),
  ]);
  const start = within(await screen.findByRole("region", { name: "Start today" }));
  expect(groups()).toEqual(["Late 1", "Start today 2", "Today 1", "Later 1"]);
  expect(start.getAllByRole("link", { name: /^ORD-/ }).map(({ textContent }) => textContent)).toEqual(["ORD-4 Plot 7", "ORD-3 Plot 7"]);
  start.getByText("start was Tue 24 Nov");
  start.getByText("start today");
  within(screen.getByRole("region", { name: "Later" })).getByText("start by Mon 21 Dec");
});

test("a label that is scanned into the search opens its shutter, and the search keeps a person's words", async () => {
  const { api, history, person: user } = open([row()]);
  const search = await screen.findByLabelText("Search orders…");
  await user.type(search, "Patel");
  await user.type(search, "ORD-36 512.3{Enter}");
  await waitFor(() => expect(history.at(-1)).toBe("/workshop/36?piece=512.3"));
  expect(api.asked("workshop", "list").filter(({ query }) => query?.search?.includes("512"))).toEqual([]);
});

test("in station mode a label that is scanned into the search marks, and the board stays as it was", async () => {
  setStation("cut");
  onTestFinished(() => setStation(null));
  const { person: user, history } = open([row()]);
  const search = await screen.findByLabelText<HTMLInputElement>("Search orders…");
  await user.type(search, "Patel{Enter}");
  await user.type(search, `${location.origin}/workshop/36?piece=512.3{Enter}`);
  await screen.findByText(/^Cut: .*512\.3/);
  expect([search.value, document.activeElement, history.at(-1)]).toEqual(["Patel", search, "/workshop?search=Patel"]);
});

test("a supplier's tabs are its own and open orders, staff's are all and open ones, each with its count", async () => {
  const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);
  const { api, person: user, unmount } = open([row()]);
  await waitFor(() => expect(tabs()).toEqual(["Mine 3", "Open 2"]));
  await user.click(screen.getByRole("tab", { name: "Open 2" }));
  await waitFor(() => expect(api.asked("workshop", "list").at(-1)?.query).toEqual({ view: "open", urgent: "false" }));
  await waitFor(() => expect(api.asked("workshop", "totals").at(-1)?.query).toEqual({ view: "open" }));
  unmount();
  open([row()], { role: "admin" });
  await waitFor(() => expect(tabs()).toEqual(["All 5", "Open 2"]));
});

test("an empty Mine leads to the open orders, which a supplier that does not see them has no tab for", async () => {
  const { person: user, unmount } = open([], { calls: { list: () => [] } });
  await user.click(await screen.findByRole("button", { name: "Show open orders" }));
  await waitFor(() => expect(screen.getByRole("tab", { name: "Open 2" }).getAttribute("aria-selected")).toBe("true"));
  unmount();
  open([], { calls: { list: () => [] }, user: { seesOpenOrders: false } });
  await screen.findByText("Your orders appear here until they are shipped.");
  expect(screen.queryByRole("tab", { name: /^Open/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Show open orders" })).toBeNull();
});

test("a remake of a late or delivered order is among the late orders, labelled as a remake", async () => {
  open([
    row({ id: 1, dueOn: addDays(today, 40), remakeId: 5, replacesLate: true }),
    row({ id: 2, dueOn: addDays(today, 40), remakeId: 6 }),
  ]);
  const late = within(await screen.findByRole("region", { name: "Late" }));
  late.getByText("Remake RMK-5");
  late.getByText("makes good a late order");
  within(screen.getByRole("region", { name: "Later" })).getByText("Remake RMK-6");
});

test.each([
  [18.5, 15, "18.5 of 15 m² this week", true],
  [12, 15, "12.0 of 15 m² this week", false],
  [7.25, null, "7.3 m² this week", false],
] as const)("the header shows %s of %s m² as this week's load", async (areaM2, capacityM2, words, isOver) => {
  open([row()], { calls: { load: () => [week(areaM2, capacityM2), week(99, 15)] } });
  const shown = await screen.findByText(words);
  expect(shown.className.includes("text-warning")).toBe(isOver);
});

test("a press on a kind filters the board by it, and the address stores the filter", async () => {
  const { api, person: user, history } = open([row()]);
  await user.click(await screen.findByRole("button", { name: "2 × Basswood Classic 76 Silk White" }));
  const chosen = { shutterType: "Basswood Classic", louverSize: "76", colorSelection: "Silk White" };
  expect(Object.fromEntries(new URLSearchParams(history.at(-1)?.split("?")[1]))).toEqual(chosen);
  const query = { ...chosen, view: "mine" };
  await waitFor(() => expect(api.asked("workshop", "totals").at(-1)?.query).toEqual(query));
  expect(api.asked("workshop", "list").map((asked) => asked.query)).toContainEqual({ ...query, urgent: "false" });
  await user.click(await screen.findByRole("button", { name: "2 × Basswood Classic 76 Silk White", pressed: true }));
  expect(history.at(-1)).toBe("/workshop");
});

test("an address with a filter requests late orders only, and clearing restores all", async () => {
  const { api, person: user } = open([row()], { path: "/workshop?late=true&colorSelection=Cream" });
  await screen.findByText("No orders found");
  const query = { colorSelection: "Cream", late: "true", view: "mine" };
  expect(api.asked("workshop", "totals").map((asked) => asked.query)).toEqual([query]);
  expect(api.asked("workshop", "list").filter((asked) => asked.query?.colorSelection)).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Show all orders" }));
  await screen.findByRole("link", { name: "ORD-12 Plot 7" });
});

test("one press selects a group with its papers, and a filter deselects hidden orders", async () => {
  const { person: user } = open([row({ id: 1, dueOn: today }), row({ id: 2, dueOn: today }), row({ id: 3 })]);
  await user.click(await screen.findByRole("checkbox", { name: "Choose all of Today" }));
  const bar = within(screen.getByRole("region", { name: "Chosen orders" }));
  expect(bar.getByRole("link", { name: "Job cards" }).getAttribute("href")).toBe("/api/workshop/job-cards.pdf?orders=1,2");
  expect(bar.getByRole("link", { name: "Labels" }).getAttribute("href")).toBe("/api/workshop/labels.pdf?orders=1,2");
  await user.click(screen.getByRole("checkbox", { name: "Choose ORD-2" }));
  bar.getByText("1 order");
  await user.click(bar.getByRole("button", { name: "Choose none" }));
  expect(screen.queryByRole("region", { name: "Chosen orders" })).toBeNull();
});

test("a group's job cards and labels are one press each, up to the print limit", async () => {
  const many = Array.from({ length: 51 }, (_, index) => row({ id: index + 10, dueOn: today, made: [] }));
  const { person: user } = open([row({ id: 1 }), row({ id: 2 }), ...many]);
  const noDate = within(await screen.findByRole("region", { name: "No date" }));
  const href = (link: HTMLElement) => link.getAttribute("href");
  expect(href(noDate.getByRole("link", { name: "Job cards of No date" }))).toBe("/api/workshop/job-cards.pdf?orders=1,2");
  expect(href(noDate.getByRole("link", { name: "Labels of No date" }))).toBe("/api/workshop/labels.pdf?orders=1,2");
  const first = many.slice(0, 50).map(({ id }) => id);
  expect(href(screen.getByText("Labels, first 50").closest("a") as HTMLElement)).toBe(`/api/workshop/labels.pdf?orders=${first.join()}`);
  await user.click(screen.getByLabelText("Choose all of Today"));
  const bar = within(screen.getByLabelText("Chosen orders"));
  expect(href(bar.getByRole("link", { name: "Bar plan, first 50" }))).toBe(`/workshop/bar-plan?orders=${first.join()}`);
  bar.getByRole("button", { name: "Ship 50 orders" });
});

test("a person who does not make the orders can neither mark nor ship", async () => {
  const { person: user } = open([row({ progress: { cut: 2, assembled: 2, finished: 2, packed: 2 } })], { role: "admin" });
  await user.click(await screen.findByRole("checkbox", { name: "Choose ORD-12" }));
  expect(screen.queryByRole("button", { name: /ship/i })).toBeNull();
  screen.getByText(/Any supplier/);
});

const PACKED = { cut: 2, assembled: 2, finished: 2, packed: 2 };

test("several orders ship at once: Enter moves between numbers, refused ones stay with a reason", async () => {
  const { api, person: user } = open([row({ id: 1, dueOn: today, progress: PACKED }), row({ id: 2, dueOn: today, progress: PACKED })], {
    calls: {
      shipAll: ({ body }) => body.orders.map(({ id }) => ({ id, ok: id !== 2, error: id === 2 ? "This order is cancelled" : null })),
      ship: fails(409, "This order is cancelled"),
    },
  });
  await user.click(await screen.findByRole("checkbox", { name: "Choose all of Today" }));
  await user.click(screen.getByRole("button", { name: "Ship 2 orders" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ship 2 orders" }));
  await user.selectOptions(dialog.getByLabelText("Carrier of all"), "DPD");
  await user.type(dialog.getByLabelText(/^Tracking number of ORD-1 Plot 7/), "A 1{Enter}");
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Tracking number of ORD-2 Plot 7/));
  await user.keyboard("B 2{Enter}");
  await findToast("Success: 1 order shipped");
  const orders = [
    { id: 1, carrier: "dpd", trackingNumber: "A 1" },
    { id: 2, carrier: "dpd", trackingNumber: "B 2" },
  ];
  expect(api.asked("workshop", "shipAll").map(({ body }) => body)).toEqual([{ orders }]);
  const left = await screen.findByLabelText(/^Tracking number of ORD-2 Plot 7/);
  await waitFor(() => expect(left.getAttribute("aria-invalid")).toBe("true"));
  screen.getByText("This order is cancelled");
  expect(screen.queryByLabelText(/^Tracking number of ORD-1 Plot 7/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Mark as shipped" }));
  await waitFor(() => expect(api.asked("workshop", "ship")).toHaveLength(1));
  await screen.findByText("This order is cancelled");
});

test("orders that are not packed are named and shipped only after a second press", async () => {
  const rows = [
    row({ id: 1, dueOn: today }),
    row({ id: 2, dueOn: today, progress: PACKED }),
    row({ id: 3, dueOn: today, progress: { ...PACKED, packed: 1 } }),
  ];
  const { api, person: user } = open(rows, {
    calls: { shipAll: ({ body }) => body.orders.map(({ id }) => ({ id, ok: true, error: null })) },
  });
  await user.click(await screen.findByRole("checkbox", { name: "Choose all of Today" }));
  await user.click(screen.getByRole("button", { name: "Ship 3 orders" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ship 3 orders" }));
  const ship = () => user.click(dialog.getByRole("button", { name: "Ship 3 orders" }));
  await ship();
  const question = within(await screen.findByRole("alertdialog", { name: "Ship 2 orders that are not packed?" }));
  expect(question.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "ORD-1 Plot 7: None of 2 is packed",
    "ORD-3 Plot 7: 1 of 2 is packed",
  ]);
  await user.click(question.getByRole("button", { name: "Cancel" }));
  expect(api.asked("workshop", "shipAll")).toEqual([]);
  await ship();
  await user.click(await screen.findByRole("button", { name: "Ship 3 orders anyway" }));
  await findToast("Success: 3 orders shipped");
  expect(api.asked("workshop", "shipAll").map(({ body }) => body)).toEqual([
    { orders: [{ id: 1, confirmed: true }, { id: 2 }, { id: 3, confirmed: true }] },
  ]);
});

test("the question about partly shipped orders counts only the shutters that are sent now", async () => {
  const rows = [
    row({ id: 1, dueOn: today, shutters: 3, shipped: 1, progress: { ...PACKED, packed: 1 } }),
    row({ id: 2, dueOn: today, shutters: 5, shipped: 4, progress: { ...PACKED, packed: 4 } }),
  ];
  const { person: user } = open(rows);
  await user.click(await screen.findByRole("checkbox", { name: "Choose all of Today" }));
  await user.click(screen.getByRole("button", { name: "Ship 2 orders" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ship 2 orders" }));
  dialog.getByText(/^None of 2 is packed · 1 of 3 shipped: the other 2 are sent now/);
  dialog.getByText(/^None of 1 is packed · 4 of 5 shipped: the other one is sent now/);
  await user.click(dialog.getByRole("button", { name: "Ship 2 orders" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Ship 2 orders that are not packed?" }));
  expect(question.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "ORD-1 Plot 7: None of 2 is packed",
    "ORD-2 Plot 7: None of 1 is packed",
  ]);
});

test("the packed ones of several orders ship alone, and the others stay chosen on the board", async () => {
  const rows = [1, 2, 3].map((id) => row({ id, dueOn: today, progress: id === 1 ? { ...PACKED, packed: 1 } : PACKED }));
  const { api, person: user } = open(rows, {
    calls: { shipAll: ({ body }) => body.orders.map(({ id }) => ({ id, ok: true, error: null })) },
  });
  await user.click(await screen.findByRole("checkbox", { name: "Choose all of Today" }));
  await user.click(screen.getByRole("button", { name: "Ship 3 orders" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ship 3 orders" }));
  await user.click(dialog.getByRole("button", { name: "Ship 3 orders" }));
  await user.click(await screen.findByRole("button", { name: "Ship the 2 packed" }));
  await findToast("Success: 2 orders shipped");
  expect(api.asked("workshop", "shipAll").map(({ body }) => body)).toEqual([{ orders: [{ id: 2 }, { id: 3 }] }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((screen.getByRole("checkbox", { name: "Choose ORD-1" }) as HTMLInputElement).checked).toBe(true);
});

test("an order that another device unpacked meanwhile is asked about at the next press", async () => {
  const { api, person: user } = open([row({ progress: PACKED })], { calls: { ship: fails(409, "1 of 2 is packed") } });
  await user.click(await screen.findByRole("button", { name: "Mark as shipped" }));
  const press = async () => user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Mark as shipped" }));
  await press();
  await screen.findByText("1 of 2 is packed");
  await press();
  await user.click(await screen.findByRole("button", { name: "Ship anyway" }));
  await waitFor(() => expect(api.asked("workshop", "ship").map(({ body }) => body)).toEqual([{}, { confirmed: true }]));
});

test("an order that ships again proposes its former day, carrier and number, and changes only what is changed", async () => {
  const former = { shippedBefore: true, shippingDate: "2026-11-20", carrier: "ups", trackingNumber: "1Z 9" } as const;
  const { api, person: user } = open([row({ progress: PACKED, ...former })], {
    calls: { ship: () => orderRow({ orderStatus: "shipped" }) },
  });
  await user.click(await screen.findByRole("button", { name: "Mark as shipped" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ship an order ORD-12" }));
  const value = (label: string | RegExp) => (dialog.getByLabelText(label) as HTMLInputElement).value;
  expect([value("Shipped on"), value("Carrier"), value(/^Tracking number/)]).toEqual(["20 Nov 2026", "ups", "1Z 9"]);
  await user.clear(dialog.getByLabelText(/^Tracking number/));
  await user.click(dialog.getByRole("button", { name: "Mark as shipped" }));
  await findToast("Success: 1 order shipped");
  expect(api.asked("workshop", "ship").map(({ body }) => body)).toEqual([
    { shippingDate: "2026-11-20", carrier: "ups", trackingNumber: null },
  ]);
});

test("an order's first shipping proposes today, whatever day was planned", async () => {
  const { person: user } = open([row({ progress: PACKED, shippingDate: "2026-12-20" })]);
  await user.click(await screen.findByRole("button", { name: "Mark as shipped" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect((dialog.getByLabelText("Shipped on") as HTMLInputElement).value).toBe("25 Nov 2026");
});

test("the super admin sees each supplier's load by week, and a press lists that supplier's orders", async () => {
  const figures = { windows: 3, shutters: 1204, areaM2: 7.25, late: 2, capacityM2: null, over: false };
  const load = [
    { week: today, supplier: { id: 4, companyName: "Northmoor" }, ...figures, capacityM2: 7, over: true },
    { week: today, supplier: null, ...figures },
  ];
  const { person: user, history } = open([], { role: "super_admin", path: "/workshop?view=load", calls: { load: () => load } });
  await screen.findByRole("button", { name: /^Any supplier, This week, / });
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent?.endsWith("Over capacity"))).toEqual([true]);
  screen.getByText("of 7 m²");
  await user.click(await screen.findByRole("button", { name: /^Northmoor, This week, / }));
  expect(history.at(-1)).toBe("/workshop?supplierId=4");
});

const by = { companyName: "Northmoor", contactName: "Tomasz", role: "supplier" as const };
const mark = { at: "2026-11-22T09:00:00.000Z", by };
const piece = (itemId: number, n: number, done: readonly string[] = []): Pieces[number] => ({
  itemId,
  piece: n,
  cut: done.includes("cut") ? mark : null,
  assembled: done.includes("assembled") ? mark : null,
  finished: done.includes("finished") ? mark : null,
  packed: done.includes("packed") ? mark : null,
});

/** An order of two windows, the first with two shutters. */
function openOrder(
  path = "/workshop/12",
  calls: FakeCalls["workshop"] = {},
  role: Role = "supplier",
  orderStatus: OrderStatus = "processing",
  parcels: Parcel[] = [],
  facts: Partial<Reply<"orders", "read">> = {},
) {
  const items = [windowItem({ id: 1, name: "Kitchen", quantity: 2 }), windowItem({ id: 2, name: "Hall", quantity: 1 })];
  const shipped = parcels.reduce((sum, { shutters }) => sum + shutters, 0);
  const order = { ...orderDetails(orderRow({ jobName: "Plot 7", shutters: 3, shipped, orderStatus }), items), parcels, ...facts };
  const api = fakeApi({
    orders: { read: () => order, cutList: () => NO_CUTS, changeStatus: () => orderRow({ orderStatus: "processing" }) },
    workshop: { pieces: () => ({ progress: NONE, pieces: [piece(1, 1, ["cut"]), piece(1, 2), piece(2, 1)] }), ...calls },
  });
  return { api, ...renderPage(<WorkshopPage />, { user: person(role), path }) };
}
type Actor = ReturnType<typeof openOrder>["person"];
/** Answers the question that a press on a done step asks. */
async function takeBack(user: Actor, title: string, words?: string) {
  const question = within(await screen.findByRole("alertdialog", { name: title }));
  if (words !== undefined) question.getByText(words);
  await user.click(question.getByRole("button", { name: /^Take back/ }));
}
const steps = async (label: string) => within(await screen.findByRole("group", { name: label }));

test("a mark is displayed at once, and marks are sent one after the other in their order", async () => {
  const replies: (() => void)[] = [];
  const { api, person: user } = openOrder("/workshop/12", {
    mark: () => new Promise((done) => replies.push(() => done({ progress: NONE, pieces: [] }))),
  });
  const hall = await steps("Hall");
  await user.click(hall.getByRole("button", { name: "Assembled" }));
  await user.click(hall.getByRole("button", { name: "Assembled" }));
  await takeBack(user, "Take back Assembled of Hall?", "1 mark goes: 1 Assembled.");
  expect(hall.getByRole("button", { name: "Cut" }).getAttribute("aria-pressed")).toBe("true");
  expect(hall.getByRole("button", { name: "Assembled" }).getAttribute("aria-pressed")).toBe("false");
  await waitFor(() => expect(replies).toHaveLength(1));
  replies[0]?.();
  await act(async () => void settleUndo());
  await waitFor(() => expect(replies).toHaveLength(2));
  replies[1]?.();
  expect(api.asked("workshop", "mark").map(({ body }) => body)).toMatchObject([
    // No mark of this window is known, although the other window has one.
    { itemId: 2, step: "assembled", done: true, seen: new Date(0).toISOString() },
    { itemId: 2, step: "assembled", done: false },
  ]);
  // The server stored nothing, so the screen reverts the mark.
  await waitFor(() => expect(hall.getByRole("button", { name: "Cut" }).getAttribute("aria-pressed")).toBe("false"));
});

test("a refused mark is reported and reverted", async () => {
  openOrder("/workshop/12", { mark: fails(409, "This order is shipped") });
  const hall = await steps("Hall");
  fireEvent.click(hall.getByRole("button", { name: "Cut" }));
  await findToast("Error: This order is shipped");
  await waitFor(() => expect(hall.getByRole("button", { name: "Cut" }).getAttribute("aria-pressed")).toBe("false"));
  // The reason stays at the window after the toast.
  const reason = within(await screen.findByRole("alert"));
  reason.getByText("This order is shipped");
  // The steps of the whole order, far above the window, lead to it.
  const whole = within(screen.getByRole("region", { name: "The whole order" }));
  expect(whole.queryByText("This order is shipped")).toBeNull();
  fireEvent.click(whole.getByRole("button", { name: "Hall" }));
  expect(document.activeElement).toBe(screen.getByRole("alert").closest("li"));
  fireEvent.click(reason.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("Cut", { selector: "p" })).toBeNull();
  expect(whole.queryByRole("button", { name: "Hall" })).toBeNull();
});

test("taking back a step of several shutters names every mark that goes, and Undo restores all", async () => {
  const theirs = { at: mark.at, by: { ...by, contactName: "Morgan Whitlock" } };
  const mine = person("supplier");
  const own = { at: mark.at, by: { ...by, contactName: mine.contactName, companyName: mine.companyName } };
  const both = [1, 2].map((n) => ({ ...piece(1, n), cut: own, assembled: own, finished: theirs }));
  const { api, person: user } = openOrder("/workshop/12", {
    pieces: () => ({ progress: NONE, pieces: [...both, { ...piece(2, 1), cut: own, assembled: theirs }] }),
    mark: () => ({ progress: NONE, pieces: [] }),
  });
  const whole = await steps("The whole order");
  await user.click(whole.getByRole("button", { name: "Cut 3 of 3" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Take back Cut of 3 shutters?" }));
  question.getByText(/^8 marks go: 3 Cut, 3 Assembled \(1 by Morgan Whitlock\), 2 Finished \(2 by Morgan Whitlock\)\./);
  question.getByText(/All their parts then count as not cut, also those that were sawn from a bar plan\.$/);
  await user.click(question.getByRole("button", { name: "Keep" }));
  whole.getByRole("button", { name: "Cut 3 of 3" });
  await user.click(whole.getByRole("button", { name: "Cut 3 of 3" }));
  await takeBack(user, "Take back Cut of 3 shutters?");
  screen.getByText("8 marks of 3 shutters taken back");
  whole.getByRole("button", { name: "Finished 0 of 3" });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  whole.getByRole("button", { name: "Finished 2 of 3" });
  await act(() => settleUndo());
  expect(api.asked("workshop", "mark")).toEqual([]);
});

test("one press marks a window, a shutter or the whole order, which is sent once Undo expires", async () => {
  const { api, person: user } = openOrder("/workshop/12", { mark: () => ({ progress: NONE, pieces: [] }) });
  const bodies = () => api.asked("workshop", "mark").map(({ body }) => body);
  const kitchen = await steps("Kitchen");
  expect(kitchen.getByRole("button", { name: "Cut 1 of 2" }).getAttribute("aria-pressed")).toBe("mixed");
  await user.click(kitchen.getByRole("button", { name: "Cut 1 of 2" }));
  await user.click(screen.getByRole("button", { name: "Each shutter" }));
  await user.click((await steps("Kitchen, 2 of 2")).getByRole("button", { name: "Packed" }));
  await waitFor(() => expect(bodies()).toHaveLength(2));
  await user.click((await steps("The whole order")).getByRole("button", { name: /^Cut/ }));
  screen.getByText("2 shutters marked as cut");
  expect((await steps("Hall")).getByRole("button", { name: "Cut" }).getAttribute("aria-pressed")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect((await steps("Hall")).getByRole("button", { name: "Cut" }).getAttribute("aria-pressed")).toBe("false");
  await user.click((await steps("The whole order")).getByRole("button", { name: /^Finished/ }));
  screen.getByText("3 shutters marked as finished");
  expect(bodies()).toHaveLength(2);
  await act(() => settleUndo());
  expect(bodies()).toMatchObject([
    { itemId: 1, step: "cut", done: true },
    { itemId: 1, piece: 2, step: "packed", done: true },
    { itemId: 1, step: "finished", done: true },
    { itemId: 2, step: "finished", done: true },
  ]);
});

test("unmarking several shutters can be undone, and is sent before the next mark or shipping", async () => {
  const done = ["cut", "assembled", "finished", "packed"];
  const { api, person: user } = openOrder("/workshop/12", {
    pieces: () => ({ progress: NONE, pieces: [piece(1, 1, done), piece(1, 2, done), piece(2, 1, done)] }),
    mark: () => ({ progress: NONE, pieces: [] }),
    ship: () => orderRow({ orderStatus: "shipped" }),
  });
  const made = () => api.made.filter(({ call }) => ["workshop.mark", "workshop.ship"].includes(call)).map(({ asked }) => asked.body);
  const kitchen = await steps("Kitchen");
  await user.click(kitchen.getByRole("button", { name: /^Packed/ }));
  await takeBack(user, "Take back Packed of 2 shutters?");
  screen.getByText("2 marks of 2 shutters taken back");
  expect(kitchen.getByRole("button", { name: /^Packed/ }).getAttribute("aria-pressed")).toBe("false");
  expect(made()).toEqual([]);
  fireEvent.click((await steps("Hall")).getByRole("button", { name: "Packed" }));
  await takeBack(user, "Take back Packed of Hall?");
  await waitFor(() => expect(made()).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Mark as shipped" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Mark as shipped" }));
  await user.click(await screen.findByRole("button", { name: "Ship anyway" }));
  await waitFor(() => expect(made()).toHaveLength(3));
  expect(made()).toMatchObject([{ itemId: 1, step: "packed", done: false }, { itemId: 2, step: "packed", done: false }, {}]);
  expect(made()[2]).not.toHaveProperty("itemId");
});

test("a shutter with parts to recut is not packed, and a press packs the others and names it", async () => {
  const done = ["cut", "assembled", "finished"];
  const recut = { id: 5, itemId: 1, piece: 1, reason: "split" as const, note: null, createdAt: mark.at, by };
  const { api, person: user } = openOrder(
    "/workshop/12",
    {
      pieces: () => ({ progress: NONE, pieces: [piece(1, 1, done), piece(1, 2, done), piece(2, 1, done)] }),
      mark: () => ({ progress: NONE, pieces: [] }),
    },
    "supplier",
    "processing",
    [],
    { recuts: [{ ...recut, parts: [{ panel: 2, part: "louvre", count: 1 }] }] },
  );
  const whole = await steps("The whole order");
  await user.click(screen.getByRole("button", { name: "Each shutter" }));
  const first = await steps("Kitchen, 1 of 2");
  expect(first.getByRole("button", { name: "Packed" }).hasAttribute("disabled")).toBe(true);
  first.getByText("Packed waits for 1 louvre");
  await user.click(whole.getByRole("button", { name: "Packed 0 of 3" }));
  screen.getByText("2 of 3 packed: Kitchen 1 of 2 waits for 1 louvre");
  expect(whole.getByRole("button", { name: "Packed 2 of 3" }).hasAttribute("disabled")).toBe(true);
  expect(screen.getByRole("button", { name: "Mark as shipped" }).getAttribute("data-look")).toBe("secondary");
  await act(() => settleUndo());
  expect(api.asked("workshop", "mark").map(({ body }) => [body.itemId, body.piece, body.step])).toEqual([
    [1, 2, "packed"],
    [2, undefined, "packed"],
  ]);
});

test("marks that can still be undone are sent when the order is left", async () => {
  const { api, person: user, unmount } = openOrder("/workshop/12", { mark: () => ({ progress: NONE, pieces: [] }) });
  await user.click((await steps("The whole order")).getByRole("button", { name: /^Cut/ }));
  unmount();
  await waitFor(() => expect(api.asked("workshop", "mark")).toHaveLength(2));
});

test("a label's address displays its shutter with the next step as one button, then the next", async () => {
  const { api, person: user } = openOrder("/workshop/12?piece=1.1", { mark: () => ({ progress: NONE, pieces: [] }) });
  await screen.findByRole("heading", { name: "Kitchen 1 of 2" });
  await user.click(screen.getByRole("button", { name: "Mark as assembled" }));
  await waitFor(() =>
    // With the newest mark that the screen knew.
    expect(api.asked("workshop", "mark").map(({ body }) => body)).toEqual([
      { itemId: 1, piece: 1, step: "assembled", done: true, seen: mark.at },
    ]),
  );
  await user.click(screen.getByRole("link", { name: "Next shutter" }));
  await screen.findByRole("heading", { name: "Kitchen 2 of 2" });
  await user.click(screen.getByRole("button", { name: "The whole order" }));
  await steps("Hall");
});

test("a label of another order displays a message and the order", async () => {
  openOrder("/workshop/12?piece=9.1");
  await screen.findByText(/^This label belongs to another order/);
  await steps("Hall");
});

test("a person who may only read sees the progress without buttons", async () => {
  openOrder("/workshop/12", {}, "admin");
  const hall = await steps("Hall");
  expect(hall.queryByRole("button")).toBeNull();
  // The facts are text, not boxes that look like buttons.
  expect(hall.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Cut", "Assembled", "Finished", "Packed"]);
  expect(screen.queryByRole("button", { name: "Mark as shipped" })).toBeNull();
  expect(document.body.textContent).not.toContain("£");
});

test.each<[OrderStatus, boolean]>([
  ["processing", true],
  ["shipped", true],
  ["cancelled", false],
])("the job card of an order that is %s is among its papers: %s", async (orderStatus, offered) => {
  const { person: user } = openOrder("/workshop/12", {}, "supplier", orderStatus);
  await steps("Hall");
  await user.click(screen.getByRole("button", { name: "Papers of ORD-12" }));
  await screen.findByRole("menuitem", { name: "Cut list (CSV)" });
  expect(screen.queryByRole("menuitem", { name: /^Job card/ }) !== null).toBe(offered);
});

test("an order's papers have labels of its shutters and of its panels", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  const { person: user } = openOrder("/workshop/12");
  await steps("Hall");
  for (const name of ["Labels (PDF)", "Panel labels (PDF)"]) {
    await user.click(screen.getByRole("button", { name: "Papers of ORD-12" }));
    await user.click(await screen.findByRole("menuitem", { name }));
  }
  expect(opened.mock.calls.map(([path]) => path)).toEqual([
    "/api/workshop/labels.pdf?orders=12",
    "/api/workshop/labels.pdf?orders=12&of=panels",
  ]);
});

const parcelOf = (n: number, pieces: { itemId: number; piece: number }[], facts: Partial<Parcel> = {}): Parcel => ({
  ...{ id: n, n, pieces, shutters: pieces.length, kg: 12.4, shippingDate: today, carrier: null, trackingNumber: null, trackingUrl: null },
  createdAt: `${today}T09:00:00.000Z`,
  ...facts,
});

test("a parcel proposes the packed shutters that were not shipped, and is sent once", async () => {
  const done = ["cut", "assembled", "finished", "packed"];
  const { api, person: user } = openOrder(
    "/workshop/12",
    {
      pieces: () => ({ progress: NONE, pieces: [piece(1, 1, done), piece(1, 2, done), piece(2, 1, ["cut"])] }),
      createParcel: () => parcelOf(2, [{ itemId: 1, piece: 2 }]),
    },
    "supplier",
    "processing",
    [parcelOf(1, [{ itemId: 1, piece: 1 }], { carrier: "dpd" })],
  );
  await screen.findByText(/3 shutters, 1 of 3 shipped/);
  await user.click(screen.getByRole("button", { name: "Ship a parcel" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ship a parcel ORD-12" }));
  const boxes = () => dialog.getAllByRole<HTMLInputElement>("checkbox").map((box) => [box.labels?.[0]?.textContent, box.checked]);
  expect(boxes()).toEqual([
    ["Kitchen, shutter 2 of 2Packed, 14.0 kg", true],
    ["HallCut, 14.0 kg", false],
  ]);
  dialog.getByText("1 shutter, 14.0 kg");
  await user.click(dialog.getByLabelText(/^Hall/));
  dialog.getByText("2 shutters, 28.0 kg");
  await user.click(dialog.getByLabelText(/^Hall/));
  // The carrier of the order's last parcel is proposed.
  await user.type(dialog.getByLabelText("Tracking number"), " 1550 7 ");
  await user.click(dialog.getByRole("button", { name: "Ship 1 shutter" }));
  await findToast("Success: Parcel 2 of ORD-12 shipped");
  expect(api.asked("workshop", "createParcel").map(({ body }) => body)).toEqual([
    { pieces: [{ itemId: 1, piece: 2 }], shippingDate: today, carrier: "dpd", trackingNumber: "1550 7" },
  ]);
});

test("a shutter that waits for a recut is in no parcel, and its box says why", async () => {
  const recut = { id: 5, itemId: 1, piece: 1, reason: "split" as const, note: null, createdAt: mark.at, by };
  const done = ["cut", "assembled", "finished", "packed"];
  const { person: user } = openOrder(
    "/workshop/12",
    { pieces: () => ({ progress: NONE, pieces: [piece(1, 1, done.slice(0, 3)), piece(1, 2, done), piece(2, 1, ["cut"])] }) },
    "supplier",
    "processing",
    [],
    { recuts: [{ ...recut, parts: [{ panel: 1, part: "stile", count: 1 }] }] },
  );
  await steps("Hall");
  await user.click(screen.getByRole("button", { name: "Ship a parcel" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ship a parcel ORD-12" }));
  const boxes = dialog.getAllByRole<HTMLInputElement>("checkbox").map((box) => [box.labels?.[0]?.textContent, box.disabled, box.checked]);
  expect(boxes).toEqual([
    ["Kitchen, shutter 1 of 2Finished, waits for 1 stile, 14.0 kg", true, false],
    ["Kitchen, shutter 2 of 2Packed, 14.0 kg", false, true],
    ["HallCut, 14.0 kg", false, false],
  ]);
});

test("the question before shipping counts a packed shutter that waits for a recut, with the order's weight", async () => {
  const recut = { id: 5, itemId: 1, piece: 1, reason: "split" as const, note: null, createdAt: mark.at, by };
  const done = ["cut", "assembled", "finished", "packed"];
  const { person: user } = openOrder(
    "/workshop/12",
    { pieces: () => ({ progress: NONE, pieces: [piece(1, 1, done), piece(1, 2, done), piece(2, 1, ["cut"])] }) },
    "supplier",
    "processing",
    [parcelOf(1, [{ itemId: 1, piece: 2 }])],
    { recuts: [{ ...recut, parts: [{ panel: 1, part: "stile", count: 1 }] }] },
  );
  await steps("Hall");
  await user.click(screen.getByRole("button", { name: "Mark as shipped" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ship an order ORD-12" }));
  dialog.getByText(/^None of 2 is packed; 1 other packed shutter waits for a recut.* · 28\.0 kg/);
  await user.click(dialog.getByRole("button", { name: "Mark as shipped" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Ship an order that is not packed?" }));
  question.getByText(/None of 2 is packed; 1 other packed shutter waits for a recut\. Kitchen 1 of 2 waits for 1 stile$/);
});

test("a line names the number of its waiting recuts as a warning, and none without any", async () => {
  open([row({ openRecuts: 2 }), row({ id: 13, openRecuts: 0 })]);
  const line = async (name: RegExp) => within((await screen.findByRole("link", { name })).closest("li") as HTMLElement);
  const badge = (await line(/ORD-12/)).getByText("2 recuts");
  expect(badge.previousElementSibling?.className).toContain("text-warning");
  expect((await line(/ORD-13/)).queryByText(/recut/)).toBeNull();
});

test("a remake of parts is counted in parts on its line and among the chosen orders, once", async () => {
  const remake = row({ id: 13, remakeId: 4, parts: "22 louvres, 1 panel" });
  const { person: user } = open([row({}), remake]);
  await user.click(await screen.findByRole("checkbox", { name: "Choose ORD-13" }));
  const bar = within(screen.getByRole("region", { name: "Chosen orders" }));
  bar.getByText("22 louvres, 1 panel");
  await user.click(screen.getByRole("checkbox", { name: "Choose ORD-12" }));
  bar.getByText("2 shutters, 22 louvres, 1 panel");
  const line = screen.getByRole("link", { name: /ORD-13/ }).closest("li") as HTMLElement;
  expect(within(line).getAllByText(/22 louvres, 1 panel/)).toHaveLength(1);
  within(line).getByRole("button", { name: /^22 louvres, 1 panel/ });
});

test("a parcel names the parts that a remake makes, and asks before a shutter leaves that is not packed", async () => {
  const make = [
    { itemId: 1, panels: [], parts: [] },
    { itemId: 2, panels: [], parts: ["louvre" as const], counts: { louvre: 1 } },
  ];
  const createParcel = () => parcelOf(1, [{ itemId: 2, piece: 1 }]);
  const pieces = [piece(1, 1, ["cut", "assembled", "finished", "packed"]), piece(1, 2, ["cut", "assembled", "finished"]), piece(2, 1)];
  const calls = { createParcel, pieces: () => ({ progress: NONE, pieces }) };
  const { api, person: user } = openOrder("/workshop/12", calls, "supplier", "processing", [], { make });
  await steps("Hall");
  await user.click(screen.getByRole("button", { name: "Ship a parcel" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ship a parcel ORD-12" }));
  await user.click(dialog.getByLabelText(/^Hall \(1 louvre/));
  await user.click(dialog.getByLabelText(/^Kitchen, shutter 2/));
  await user.click(dialog.getByRole("button", { name: "Ship 3 shutters" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Ship 2 shutters that are not packed?" }));
  const named = question.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(named[0]).toBe("Kitchen, shutter 2 of 2: finished");
  expect(named[1]).toMatch(/^Hall \(1 louvre.*\): not cut$/);
  expect(api.asked("workshop", "createParcel")).toEqual([]);
  await user.click(question.getByRole("button", { name: "Ship anyway" }));
  await waitFor(() => expect(api.asked("workshop", "createParcel")).toHaveLength(1));
});

test("a parcel that is refused stays open with the reason", async () => {
  const { person: user } = openOrder("/workshop/12", { createParcel: fails(409, "1.1 is already shipped") });
  await steps("Hall");
  await user.click(screen.getByRole("button", { name: "Ship a parcel" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByLabelText(/^Kitchen, shutter 1 of 2/));
  await user.click(dialog.getByRole("button", { name: "Ship 1 shutter" }));
  await user.click(await screen.findByRole("button", { name: "Ship anyway" }));
  await dialog.findByText("1.1 is already shipped");
});

test("a parcel of today can be deleted after a question, an earlier one cannot", async () => {
  const parcels = [
    parcelOf(1, [{ itemId: 2, piece: 1 }], { createdAt: "2026-11-24T23:59:00.000Z" }),
    parcelOf(2, [{ itemId: 1, piece: 2 }]),
  ];
  const { api, person: user } = openOrder("/workshop/12", { deleteParcel: () => null }, "supplier", "processing", parcels);
  const list = within(await screen.findByRole("region", { name: "Parcels" }));
  list.getByText("Hall");
  list.getByText("Kitchen, shutter 2 of 2");
  expect(list.getByRole("link", { name: "Labels of parcel 2" }).getAttribute("href")).toBe("/api/orders/12/parcels/2/labels.pdf");
  expect(list.getAllByRole("button", { name: /^Delete/ }).map(({ textContent }) => textContent)).toEqual(["Delete parcel 2"]);
  await user.click(list.getByRole("button", { name: "Delete parcel 2" }));
  await screen.findByText(/Steps that you marked stay; steps that were marked only because of this parcel are removed/);
  await user.click(await screen.findByRole("button", { name: "Delete parcel" }));
  await findToast("Success: Parcel 2 of ORD-12 deleted");
  expect(api.asked("workshop", "deleteParcel").map(({ params }) => params)).toEqual([{ id: "12", parcelId: "2" }]);
});

test("a shipped window is one line with its parcel, and opens on a press without marks to take back", async () => {
  const done = ["cut", "assembled", "finished", "packed"];
  const pieces = [piece(1, 1, done), piece(1, 2, done), piece(2, 1, done)];
  const tracking = { carrier: "dpd" as const, trackingNumber: "1234" };
  const { person: user } = openOrder("/workshop/12", { pieces: () => ({ progress: NONE, pieces }) }, "supplier", "processing", [
    parcelOf(1, [{ itemId: 2, piece: 1 }], tracking),
    parcelOf(2, [{ itemId: 1, piece: 1 }]),
  ]);
  await screen.findByText("Shipped, parcel 1 · DPD 1234");
  screen.getByText("1 of 2 shipped, parcel 2");
  expect(screen.queryByRole("group", { name: "Hall" })).toBeNull();
  await user.click(screen.getByRole("button", { name: /Hall/ }));
  expect((await steps("Hall")).queryByRole("button")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Each shutter" }));
  expect((await steps("Kitchen, 1 of 2")).queryByRole("button")).toBeNull();
  (await steps("Kitchen, 2 of 2")).getByRole("button", { name: "Packed" });
});

test("a shutter that waits for a stile is assembled only after one question", async () => {
  const recut = { id: 5, itemId: 2, piece: 1, reason: "split" as const, note: null, createdAt: mark.at, by };
  const parts = [
    { panel: 1, part: "stile" as const, count: 1 },
    { panel: 1, part: "louvre" as const, count: 2 },
  ];
  const { api, person: user } = openOrder(
    "/workshop/12",
    {
      pieces: () => ({ progress: NONE, pieces: [piece(1, 1, ["cut"]), piece(1, 2, []), piece(2, 1, ["cut"])] }),
      mark: () => ({ progress: NONE, pieces: [] }),
    },
    "supplier",
    "processing",
    [],
    {
      recuts: [
        { ...recut, parts },
        { ...recut, id: 6, itemId: 1, parts: parts.slice(1) },
      ],
    },
  );
  const hall = await steps("Hall");
  await user.click(hall.getByRole("button", { name: "Assembled" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Mark as assembled?" }));
  dialog.getByText(/^Hall waits for 1 stile\. /);
  expect(api.asked("workshop", "mark")).toHaveLength(0);
  await user.click(dialog.getByRole("button", { name: "Mark as assembled" }));
  await waitFor(() => expect(api.asked("workshop", "mark").map(({ body }) => [body.itemId, body.step])).toEqual([[2, "assembled"]]));
  await user.click(hall.getByRole("button", { name: "Finished" }));
  // Louvres go into a shutter that is assembled.
  await user.click((await steps("Kitchen")).getByRole("button", { name: /^Assembled/ }));
  await waitFor(() => expect(api.asked("workshop", "mark")).toHaveLength(3));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test.each([
  ["processing", "2026-11-26", "2026-12-01", "Due tomorrow."],
  ["shipped", "2026-11-26", "2026-11-26", "Arrives tomorrow."],
  ["shipped", "2026-11-20", "2026-11-20", "Was to arrive Fri 20 Nov."],
  ["shipped", "2026-11-27", null, "Needed by Fri 27 Nov."],
] as const)("the bench of an order that is %s and due on %s says what is due: %s, %s", async (status, dueOn, estimatedArrival, words) => {
  openOrder("/workshop/12", {}, "supplier", status, [], { dueOn, estimatedArrival, late: null });
  await screen.findByText(words);
});

test("a shipped order accepts no marks", async () => {
  openOrder("/workshop/12", {}, "supplier", "shipped");
  await screen.findByText(/^This order is shipped/);
  expect((await steps("Hall")).queryByRole("button")).toBeNull();
});

test("a shipped order is set back to processing at the bench after a question, by those who move orders", async () => {
  const { api, person: user, unmount } = openOrder("/workshop/12", {}, "supplier", "shipped");
  await user.click(await screen.findByRole("button", { name: "Set back to processing" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Set ORD-12 back to processing?" }));
  question.getByText(/^The customer was already emailed that it is shipped/);
  expect(api.asked("orders", "changeStatus")).toEqual([]);
  await user.click(question.getByRole("button", { name: "Set back" }));
  await waitFor(() =>
    expect(api.asked("orders", "changeStatus").map(({ body }) => body)).toEqual([{ status: "processing", from: "shipped" }]),
  );
  unmount();
  for (const [role, status] of [
    ["admin", "shipped"],
    ["supplier", "delivered"],
  ] as const) {
    const closed = openOrder("/workshop/12", {}, role, status);
    await screen.findByText(/It can no longer be marked/);
    expect(screen.queryByRole("button", { name: "Set back to processing" })).toBeNull();
    closed.unmount();
  }
});

test("a recess displays its make size large, and the given size small in brackets", async () => {
  const recess = windowItem({ id: 1, name: "Sill", quantity: 1, widthM: 1.2, heightM: 1.35, sizeBasis: "recess" });
  const order = orderDetails(orderRow({ shutters: 1, orderStatus: "processing" }), [recess]);
  fakeApi({
    orders: { read: () => order, cutList: () => NO_CUTS },
    workshop: { pieces: () => ({ progress: NONE, pieces: [piece(1, 1)] }) },
  });
  renderPage(<WorkshopPage />, { user: person("supplier"), path: "/workshop/12" });
  const size = (await screen.findByText("Make size")).nextElementSibling;
  expect(size?.textContent).toBe("1,190 × 1,340 mm (recess 1,200 × 1,350 mm)");
  expect(screen.getByText(/^\(recess/).className).toContain("text-sm");
  expect(screen.queryByText("Made as")).toBeNull();
});

test("the bench's drawing has the marks' distances, with hinges and weights in words", async () => {
  const door = windowItem({ name: "Door", quantity: 1, widthM: 2.6, heightM: 2.5, layoutCode: "LRTLR", numberOfMidRails: 1 });
  const details = orderDetails(orderRow({ shutters: 1, orderStatus: "processing" }), [{ ...door, hingeColor: "brass" }]);
  const clearances = { ...USUAL_CLEARANCES, rebate: 10 };
  const heavy = { ...details, clearances, quote: { items: details.quote.items.map((item) => ({ ...item, densityKgM3: 1500 })) } };
  fakeApi({
    orders: { read: () => heavy, cutList: () => NO_CUTS },
    workshop: { pieces: () => ({ progress: NONE, pieces: [piece(1, 1)] }) },
  });
  renderPage(<WorkshopPage />, { user: person("supplier"), path: "/workshop/12" });
  const size = (await screen.findByText("Make size")).nextElementSibling;
  expect(size?.textContent).toContain("2,600 × 2,500 mm");
  const value = (term: string) => screen.getByText(term, { selector: "dt" }).nextElementSibling?.textContent;
  expect(value("Hinges")).toBe("20 hinges, 5 a panel, brass150, 679, 1,284, 1,737, 2,266 mm from the panel's foot");
  expect(value("Mid rail")).toMatch(/^[\d,.]+ to [\d,.]+, centre [\d,.]+, mm from the bottom$/);
  expect(value("Where panels meet")).toBe("B over A, D over C");
  expect(value("Weight")).toMatch(/^A to D 3\d\.\d kg: two people; all 1\d\d\.\d kg with its frame$/);
  const drawn = [...screen.getByRole("img").querySelectorAll("text")].map(({ textContent }) => textContent);
  expect(drawn).toEqual(expect.arrayContaining(["A", "D", "1,300", "623.5", "1,284"]));
  expect(drawn.some((text) => text?.startsWith("centre "))).toBe(true);
});

/** Counts the renders of step buttons: each render reads their first label. */
function countRenders(): { readonly count: () => number; readonly stop: () => void } {
  const cut = PIECE_STEP_LABEL.cut;
  let count = 0;
  const get = () => {
    count += 1;
    return cut;
  };
  Object.defineProperty(PIECE_STEP_LABEL, "cut", { get, configurable: true, enumerable: true });
  const stop = () => Object.defineProperty(PIECE_STEP_LABEL, "cut", { value: cut, configurable: true, enumerable: true, writable: true });
  return { count: () => count, stop };
}

test("a large order folds all windows but the current one, and a mark renders no other row", async () => {
  const items = Array.from({ length: 40 }, (_, index) => windowItem({ id: index + 1, name: `Bay ${index + 1}`, quantity: 1 }));
  const order = orderDetails(orderRow({ shutters: 40, orderStatus: "processing" }), items);
  const pieces = items.map(({ id }) => piece(id, 1, id === 1 ? ["cut", "assembled", "finished", "packed"] : []));
  fakeApi({
    orders: { read: () => order, cutList: () => NO_CUTS },
    workshop: { pieces: () => ({ progress: NONE, pieces }), mark: () => new Promise(() => {}) },
  });
  const { person: user } = renderPage(<WorkshopPage />, { user: person("supplier"), path: "/workshop/12" });
  await steps("Bay 2");
  const folds = () => screen.getAllByRole("button", { name: /Bay \d+/, expanded: true }).map(({ textContent }) => textContent);
  expect(folds()).toEqual(["2.Bay 2"]);
  const rendered = countRenders();
  fireEvent.click((await steps("Bay 30")).getByRole("button", { name: "Cut" }));
  expect((await steps("Bay 30")).getByRole("button", { name: "Cut" }).getAttribute("aria-pressed")).toBe("true");
  rendered.stop();
  // Only the order's and the window's buttons render, at the press and after the reply, not the
  // buttons of all forty windows.
  expect(rendered.count()).toBeGreaterThan(0);
  expect(rendered.count()).toBeLessThan(10);
  const fold = screen.getByRole("button", { name: /^30\.Bay 30/ });
  await user.click(fold);
  expect(folds()).toEqual(["2.Bay 2", "30.Bay 30"]);
  expect(document.activeElement?.textContent).toBe("30.Bay 30");
  await user.click(screen.getByRole("button", { name: "2.Bay 2" }));
  expect(folds()).toEqual(["30.Bay 30"]);
});
