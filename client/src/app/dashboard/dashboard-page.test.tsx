import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { OpenScreens } from "#client/components/page/page-header.tsx";
import { EXPIRED } from "#client/features/quotes/quote-samples.ts";
import type { Reply } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { type FakeCalls, fails, fakeApi, hangs } from "#client/testing/fake-api.ts";
import { findFailure } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { clientRow, orderCounts, quoteCounts, unpriced } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import DashboardPage from "./dashboard-page.tsx";
import { draftQuote, historyReply, statsReply } from "./dashboard-samples.ts";

afterEach(() => vi.useRealTimers());

const openAs = (role: Role, path = "/") =>
  renderPage(
    <OpenScreens value={() => true}>
      <DashboardPage />
    </OpenScreens>,
    { user: person(role), path },
  );
const serve = ({ stats, ...calls }: FakeCalls = {}) =>
  fakeApi({
    stats: { read: () => statsReply(), history: () => historyReply(), ...stats },
    ...calls,
    quotes: {
      list: ({ query }) => (query.quoteStatus === "draft" ? [draftQuote(31), draftQuote(30)] : []),
      counts: () => quoteCounts(),
      ...calls.quotes,
    },
    orders: { counts: () => orderCounts(), ...calls.orders },
    errors: { list: () => [], ...calls.errors },
    workshop: { list: () => [], ...calls.workshop },
  });
const headings = async () => {
  // The first test of a file also waits until the lazy modules load.
  await screen.findByRole("heading", { name: /Recent Orders|Search Results/ });
  return screen.getAllByRole("heading").map((heading) => heading.textContent);
};
const cards = () => screen.queryAllByRole("term").map((term) => term.textContent);

test.each([
  ["super_admin", ["Orders and revenue", "Orders by Status", "Quotes Ready for Processing", "Recent Orders", "Recent Remakes"]],
  ["admin", ["Orders and revenue", "Recent Orders", "Recent Remakes"]],
  ["supplier", ["Recent Orders", "Recent Remakes"]],
] as const)("a %s reads the company's name in the welcome and the panels of the role", async (role, panels) => {
  serve();
  openAs(role);
  expect(await headings()).toEqual(["Welcome, Kestrel Homes", ...panels]);
});

test.each([
  ["super_admin", "/", ["Orders and revenue", "Orders by Status", "Quotes Ready for Processing", "Recent Orders"]],
  ["admin", "/", ["Orders and revenue", "Recent Orders"]],
  ["supplier", "/", ["Recent Orders"]],
  ["super_admin", "/?search=kestrel", ["Search Results"]],
] as const)("the skeleton of a %s at %s has the places of the panels that will load", async (role, path, panels) => {
  serve({ stats: { read: hangs, history: hangs } });
  openAs(role, path);
  await screen.findByText("Loading");
  expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual(panels);
});

test.each([
  ["super_admin", ["Total Orders", "Pending Orders", "Unpaid Orders", "Total Revenue", "Total Remakes"]],
  ["admin", ["Total Orders", "Pending Orders", "Total Revenue", "Total Remakes"]],
  ["supplier", []],
] as const)("a %s has the stat cards of the role", async (role, labels) => {
  serve();
  openAs(role);
  await headings();
  expect(cards()).toEqual(labels);
  if (labels.length === 0) return;
  for (const text of ["1,204", "£93,246.84", "2 pending"]) expect(screen.getByText(text)).toBeTruthy();
});

const LIVE = "status=pending,processing,shipped,delivered,completed";
test.each([
  [
    "all time",
    { start: null, end: null },
    [`/orders?${LIVE},cancelled`, "/orders?status=pending", "/orders?view=unpaid", `/orders?${LIVE}`, "/remakes"],
  ],
  [
    "some days, which the list of remakes does not know",
    { start: "2026-11-01", end: "2026-11-20" },
    [`/orders?${LIVE},cancelled`, "/orders?status=pending", "/orders?view=unpaid", `/orders?${LIVE}`].map(
      (path) => `${path}&orderedFrom=2026-11-01&orderedTo=2026-11-20`,
    ),
  ],
])("the cards of %s link to the lists that they count", async (_, dateRange, paths) => {
  serve({ stats: { read: () => statsReply({ dateRange }) } });
  openAs("super_admin");
  await headings();
  const links = screen.getAllByRole("term").flatMap((term) => within(term).queryAllByRole("link"));
  expect(links.map((link) => link.getAttribute("href"))).toEqual(paths);
  screen.getByText("Including VAT, £4,120.50 of it unpaid");
});

const critical: Reply<"errors", "list">[number] = {
  id: 5,
  errorType: "TypeError",
  errorMessage: "louvre is not a function",
  requestPath: "/quotes",
  severity: "critical",
  status: "new",
  count: 12,
  createdAt: "2026-11-02T09:30:00.000Z",
  lastSeenAt: "2026-11-03T10:00:00.000Z",
};
const onBoard: Reply<"workshop", "list">[number] = {
  id: 12,
  jobName: "Novak",
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
  made: [],
  dueOn: "2026-11-26",
  requiredBy: null,
  late: null,
  startBy: null,
  supplier: null,
  remakeId: null,
  replacesLate: false,
  progress: { cut: 0, assembled: 0, finished: 0, packed: 0 },
};

const boardSums = (facts: Partial<Reply<"workshop", "totals">>): Reply<"workshop", "totals"> => ({
  ...{ orders: 9, late: 0, windows: 9, shutters: 9, louvres: 90, frames: 9, areaM2: 9, views: { mine: 9, open: 0 } },
  ...facts,
});

const waiting = async () =>
  within(await screen.findByRole("region", { name: "Waiting for you" }))
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

test("tasks appear together once all their replies have arrived, so that the page below moves once at most", async () => {
  let answer = () => {};
  const late = new Promise<void>((done) => {
    answer = done;
  });
  serve({
    orders: { counts: () => orderCounts({ late: 2 }) },
    clients: { list: () => late.then(() => [clientRow({ companyName: "Brightwater" })]) },
  });
  openAs("super_admin");
  await headings();
  expect(screen.queryByRole("region", { name: "Waiting for you" })).toBeNull();
  answer();
  expect((await waiting()).map(([words]) => words)).toEqual(["2 orders are late", "Brightwater to approve"]);
});

test("a reply that does not come hides no other task for long", async () => {
  serve({ orders: { counts: () => orderCounts({ late: 2 }) }, clients: { list: hangs } });
  openAs("super_admin");
  await screen.findByText("2 orders are late", {}, { timeout: 15_000 });
});

test("staff see the tasks that wait for them first, with their amounts", async () => {
  serve({
    quotes: {
      counts: () =>
        quoteCounts({
          draft: 4,
          placed: 2,
          placedAmount: 1500.5,
          sent: 1,
          sentAmount: 9,
          expiring: 1,
          toOrder: 5,
          toOrderPaid: 1,
          toOrderPaidAmount: 7584.58,
        }),
    },
    orders: {
      counts: () =>
        orderCounts({
          open: 9,
          invoicesWaiting: 2,
          late: 1,
          lateAmount: 12.5,
          unpaid: 4,
          unpaidAmount: 99,
          toPayBack: 1,
          toPayBackAmount: 2141.42,
        }),
    },
    errors: { list: () => [critical] },
    clients: {
      list: ({ query }) =>
        query.approvalStatus === "pending" ? [clientRow({ companyName: "Harbour Shutters", approvalStatus: "pending" })] : [],
      noteReminders: () => [
        { noteId: 3, client: { id: 4, name: "Harbour Shutters" }, text: "Ring about the new price", remindOn: "2026-11-20" },
      ],
    },
  });
  openAs("admin");
  await waitFor(async () =>
    expect(await waiting()).toEqual([
      ["1 critical error", "/errors?status=new&severity=critical"],
      ["1 order is late · £12.50", "/orders?view=late&sort=due"],
      ["2 invoices are waiting for your company details", "/orders?invoiced=false"],
      ["Harbour Shutters to approve", "/clients?approvalStatus=pending"],
      ["5 to order · 1 paid · £7,584.58", "/quotes?view=to_order"],
      ["2 orders to confirm · £1,500.50", "/quotes?view=placed"],
      ["1 order to pay back · £2,141.42", "/orders?view=toPayBack"],
      ["Harbour Shutters: Ring about the new price", "/clients/4"],
    ]),
  );
});

test("a supplier sees late orders first, and the board's first order", async () => {
  vi.setSystemTime("2026-11-20T12:00:00Z");
  serve({
    // Two of the four late orders have left the workshop.
    orders: { counts: () => orderCounts({ open: 9, late: 4 }) },
    workshop: { totals: () => boardSums({ late: 2 }), list: ({ query }) => (query.late === "true" ? [] : [onBoard]) },
  });
  openAs("supplier");
  await waitFor(async () =>
    expect(await waiting()).toEqual([
      ["2 orders are late", "/workshop?late=true"],
      ["First on the board: ORD-12 Novak, due 26 Nov", "/workshop/12"],
    ]),
  );
});

test("a new supplier's dashboard begins with the checklist of the workshop until it is complete", async () => {
  const steps = [
    { step: "stock", reviewedAt: "2026-11-20T09:00:00.000Z" },
    { step: "sections", reviewedAt: null },
  ] as const;
  const figures = { stock: [], sections: [], clearances: USUAL_CLEARANCES, lap: "right", trackDepthMm: 100, leadDays: 10, weeklyM2: null };
  const settings = { readWorkshop: () => figures as never };
  serve({ workshop: { setup: () => ({ complete: false, steps: [...steps] }), totals: () => boardSums({}), list: () => [] }, settings });
  const first = openAs("supplier");
  const list = within(await screen.findByRole("region", { name: "Set up your workshop" }));
  list.getByText(/^1 of 2 reviewed\./);
  // A step returns to the dashboard.
  expect(list.getAllByRole("link").map((link) => link.getAttribute("href"))).toContain("/settings?tab=workshop&change=sections&from=start");
  first.unmount();
  serve({ workshop: { setup: () => ({ complete: true, steps: [] }), totals: () => boardSums({}), list: () => [onBoard] } });
  openAs("supplier");
  await waitFor(async () => expect(await waiting()).toHaveLength(1));
  expect((await waiting())[0]?.[1]).toBe("/workshop/12");
  expect(screen.queryByRole("region", { name: "Set up your workshop" })).toBeNull();
});

test("a supplier's orders begin with the earliest due one that is still to be made", async () => {
  const sample = statsReply().recentOrders[0];
  if (!sample) throw new Error("No order");
  const row = (id: number, facts: object) => ({ ...unpriced(sample), id, ...facts });
  const recentOrders = [
    row(1, { orderStatus: "shipped", dueOn: "2026-11-01" }),
    row(2, { orderStatus: "pending", dueOn: "2026-12-09" }),
    row(3, { orderStatus: "pending", dueOn: null }),
    row(4, { orderStatus: "processing", dueOn: "2026-11-20" }),
  ];
  serve({ stats: { read: () => statsReply({ recentOrders }) }, workshop: { totals: () => boardSums({}), list: () => [] } });
  openAs("supplier");
  await screen.findByRole("button", { name: "View Details of ORD-4" });
  const shown = screen.getAllByRole("button", { name: /^View Details of/ }).map((button) => button.getAttribute("aria-label"));
  expect(shown).toEqual([4, 2, 3, 1].map((id) => `View Details of ORD-${id}`));
});

test("a search hides the cards, the statuses and the remakes, and displays its results", async () => {
  const { asked } = serve();
  const { person: hand, history } = openAs("super_admin");
  await headings();
  await hand.type(screen.getByPlaceholderText("Search orders..."), "kestrel{Enter}");
  expect(await screen.findByText("2 found for “kestrel”")).toBeTruthy();
  expect(await headings()).toEqual(["Welcome, Kestrel Homes", "Search Results", "Quotes Ready for Processing"]);
  expect(cards()).toEqual([]);
  expect(history?.at(-1)).toBe("/?search=kestrel");
  expect(asked("stats", "read").at(-1)?.query).toEqual({ period: "all_time", search: "kestrel" });
});

test("an empty search displays 'No orders found' and links back to all orders", async () => {
  serve({ stats: { read: ({ query }) => statsReply(query.search ? { recentOrders: [] } : {}) } });
  const { person: hand } = openAs("admin", "/?search=zebra&period=weekly");
  expect(await screen.findByText("No orders found")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Show all orders" }));
  expect(await screen.findByRole("heading", { name: "Recent Orders" })).toBeTruthy();
});

test("orders by status are a table of all six counted statuses, whose shares add up to 100", async () => {
  serve();
  openAs("super_admin");
  const table = await screen.findByRole("table", { name: "Orders by Status" });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    "Pending840%",
    "Processing420%",
    "Shipped00%",
    "Delivered210%",
    "Completed525%",
    "Cancelled15%",
  ]);
  // A status without orders has no link.
  expect(
    within(table)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(["pending", "processing", "delivered", "completed", "cancelled"].map((status) => `/orders?status=${status}`));
});

const week = (start: string, end: string) => `${formatListed(start)} to ${formatListed(end)}`;

test("orders and revenue over time are a chart that follows the pointer, and a table", async () => {
  const { asked } = serve();
  const { person: hand } = openAs("admin", "/?period=monthly");
  const chart = await screen.findByRole("slider", { name: "Orders and revenue, by week" });
  expect(asked("stats", "history")[0]?.query).toEqual({ period: "monthly" });
  const said = () => chart.getAttribute("aria-valuetext");
  expect(said()).toBe(`${week("2026-11-16", "2026-11-20")}: 2 orders, £0.00`);
  await hand.click(chart);
  await hand.keyboard("{ArrowLeft}");
  expect(said()).toBe(`${week("2026-11-09", "2026-11-15")}: 1 order, £99.00`);
  expect(within(chart).getByText("£99.00")).toBeTruthy();
  await hand.keyboard("{Home}{ArrowLeft}");
  expect(said()).toBe(`${week("2026-11-02", "2026-11-08")}: 4 orders, £1,200.50`);
  await hand.keyboard("{End}");
  expect(said()).toMatch(/^16 Nov/);
  await hand.click(screen.getByText("In figures"));
  const rows = within(screen.getByRole("table", { name: "Orders and revenue" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "DaysOrdersRevenue",
    `${week("2026-11-16", "2026-11-20")}2£0.00`,
    `${week("2026-11-09", "2026-11-15")}1£99.00`,
    `${week("2026-11-02", "2026-11-08")}4£1,200.50`,
  ]);
});

test("a period that is not over is labelled so far", async () => {
  const today = "2026-11-25";
  vi.setSystemTime(`${today}T12:00:00Z`);
  serve({
    stats: { history: () => historyReply({ unit: "day", points: [{ start: today, end: today, totalOrders: 1, totalAmount: 5 }] }) },
  });
  openAs("admin");
  const chart = await screen.findByRole("slider", { name: "Orders and revenue, by day" });
  expect(chart.getAttribute("aria-valuetext")).toMatch(/, so far: 1 order, £5\.00$/);
});

test.each([
  ["a supplier", "supplier", "/"],
  ["a search", "super_admin", "/?search=kestrel"],
  ["today alone", "super_admin", "/?period=daily"],
  ["a single day", "super_admin", "/?period=custom&startDate=2026-11-03&endDate=2026-11-03"],
] as const)("%s requests no history and displays none", async (_what, role, path) => {
  const { asked } = serve();
  openAs(role, path);
  await headings();
  expect(screen.queryByText("Orders and revenue")).toBeNull();
  expect(asked("stats", "history")).toEqual([]);
});

test("the failed history retries separately from the figures", async () => {
  const server = serve({ stats: { history: fails(500) } });
  const { person: hand } = openAs("admin");
  await findFailure("Failed to load orders and revenue over time");
  expect(screen.getByText("1,204")).toBeTruthy();
  server.answer({ stats: { history: () => historyReply({ points: [] }) } });
  await hand.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No orders in this period")).toBeTruthy();
});

test("draft quotes are requested, and each opens in the quotes screen", async () => {
  const { asked } = serve();
  openAs("super_admin");
  const quote = await screen.findByRole("link", { name: /Q-31/ });
  for (const text of ["Kestrel Homes", "Ada Marsh", formatListed("2026-11-04"), "£1,200.00"])
    expect(within(quote).getByText(text)).toBeTruthy();
  expect(quote.getAttribute("href")).toBe("/quotes?quote=31");
  expect(asked("quotes", "list").map(({ query }) => query)).toEqual([
    { state: "to_order", limit: "20" },
    { state: "placed", limit: "20" },
    { quoteStatus: "draft", limit: "20" },
  ]);
});

test("quotes to order precede placed quotes and drafts, each quote once with its contact", async () => {
  const placed = { ...draftQuote(12), jobName: "Novak", placedAt: "2026-11-18T10:00:00.000Z", requiredBy: "2026-12-01" };
  const answered = { ...placed, id: 9, quoteStatus: "accepted", requiredBy: null } as const;
  const paid = { ...draftQuote(7), quoteStatus: "accepted", paymentStatus: "paid", poNumber: "PO-3", validUntil: EXPIRED } as const;
  const lists = { to_order: [paid, answered], placed: [placed, answered] };
  serve({
    quotes: { list: ({ query: { state } }) => (state === "to_order" || state === "placed" ? lists[state] : [draftQuote(31), placed]) },
  });
  openAs("super_admin");
  const panel = await screen.findByRole("region", { name: "Quotes Ready for Processing" });
  const groups = within(panel)
    .getAllByRole("group")
    .map((group) => [group.firstChild?.textContent, within(group).getAllByRole("listitem")] as const);
  expect(groups.map(([title, rows]) => [title, ...rows.map((row) => /Q-\d+/.exec(row.textContent)?.[0])])).toEqual([
    ["To order", "Q-7", "Q-9"],
    ["Placed", "Q-12"],
    ["Drafts", "Q-31"],
  ]);
  const [first, second, third] = groups.flatMap(([, rows]) => rows);
  expect(first?.textContent).toContain("Ada Marsh · PO-3Paid£1,200.00");
  expect(second?.textContent).toContain("NovakKestrel Homes · Ada MarshPlaced£");
  expect(third?.textContent).toContain(`Placed, needed by ${formatListed("2026-12-01")}£`);
});

test("recent remakes are the newest five, each with a link to the remakes screen", async () => {
  serve();
  openAs("supplier");
  const links = await screen.findAllByRole("link", { name: /RMK-/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([1, 2, 3, 4, 5].map((id) => `/remakes?remake=${id}`));
});

test.each([
  ["super_admin", true, true],
  ["admin", true, false],
  ["supplier", false, true],
] as const)("a %s sees the total: %s, and Update Status: %s", async (role, total, moves) => {
  serve({ stats: { read: () => statsReply(role === "supplier" ? { recentOrders: statsReply().recentOrders.map(unpriced) } : {}) } });
  openAs(role);
  const orders = await screen.findByRole("region", { name: "Recent Orders" });
  expect(within(orders).getAllByRole("button", { name: /^View Details/ })).toHaveLength(2);
  expect(within(orders).queryAllByText("£1,234.50")).toHaveLength(total ? 1 : 0);
  expect(within(orders).queryAllByRole("button", { name: /^Update Status/ })).toHaveLength(moves ? 2 : 0);
  expect(within(orders).getByText("Shipped")).toBeTruthy();
});

test.each(["super_admin", "admin", "supplier"] as const)("View Details of a recent order opens the order for a %s", async (role) => {
  const { asked } = serve({ orders: { read: hangs } });
  const { person: hand } = openAs(role);
  await hand.click(await screen.findByRole("button", { name: "View Details of ORD-12" }));
  await screen.findByRole("dialog", { name: "Order Details ORD-12" });
  expect(asked("orders", "read").map(({ params }) => params.id)).toEqual(["12"]);
});

test("a status changed in the list reloads the figures", async () => {
  const { asked } = serve({ orders: { changeStatus: () => statsReply().recentOrders[0] ?? fails(500)() } });
  const { person: hand } = openAs("supplier");
  await hand.click(await screen.findByRole("button", { name: "Update Status of ORD-12" }));
  await hand.click(await screen.findByRole("radio", { name: "Processing" }));
  await hand.click(screen.getByRole("button", { name: "Update" }));
  expect(await screen.findByText("Order status updated successfully")).toBeTruthy();
  expect(asked("orders", "changeStatus")[0]?.body).toEqual({ status: "processing", from: "pending" });
  expect(asked("stats", "read")).toHaveLength(2);
});

test("a dashboard that fails to load shows an error and can be tried again", async () => {
  const server = serve({ stats: { read: fails(500) } });
  const { person: hand } = openAs("admin");
  await findFailure("Failed to load dashboard data");
  server.answer({ stats: { read: () => statsReply(), history: () => historyReply() } });
  await hand.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("1,204")).toBeTruthy();
});

test.each([
  ["admin", ["Quotes", "Products", "Clients", "Error Tracking"]],
  ["super_admin", ["Error Tracking"]],
  ["supplier", []],
] as const)("a %s has links to the screens that the menu omits", async (role, ways) => {
  serve();
  openAs(role);
  await headings();
  const nav = screen.queryByRole("navigation", { name: "More screens" });
  expect(
    nav
      ? within(nav)
          .getAllByRole("link")
          .map((link) => link.textContent)
      : [],
  ).toEqual(ways);
});
