import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { findFailure } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderCounts, orderDetails, orderRow, unpriced, windowItem } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { OrderStatus } from "#shared/domain/trade/status.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import OrderDetailsDialog from "./order-details-dialog.tsx";

afterEach(() => vi.useRealTimers());

const openAs = (role: Role) => renderPage(<OrderDetailsDialog id={12} onClose={vi.fn()} />, { user: person(role) });

test("a customer reads items, totals, address, payment and history", async () => {
  vi.setSystemTime("2026-11-20T12:00:00Z");
  const details = orderDetails(orderRow({ trackingNumber: "DPD 1", shippingDate: "2026-11-20" }));
  const workshop = { companyName: "Workshop", contactName: "Workshop", role: "supplier" } as const;
  const history = details.history.map((step) => (step.by.role === "supplier" ? { ...step, by: workshop } : step));
  fakeApi({ orders: { read: () => ({ ...details, history }) } });
  openAs("customer");
  const dialog = await screen.findByRole("dialog", { name: "Order Details ORD-12" });
  await within(dialog).findByText("Kitchen left");
  within(dialog).getByText("1,200 × 1,350 mm");
  within(dialog).getByText("Silk White");
  within(dialog).getByText("76 mm");
  within(dialog).getByText("£583.20");
  // The header always displays the total, and the totals below the windows repeat it.
  expect(within(dialog).getAllByText("£1,234.50")).toHaveLength(2);
  within(dialog).getByText("Unpaid");
  within(dialog).getByText("DPD 1");
  // Non-breaking spaces prevent a line break inside the postcode.
  expect(
    within(dialog)
      .getByText(/12 Mill Lane/)
      .querySelector(".whitespace-nowrap")?.textContent,
  ).toBe("BS1 4QA");
  within(dialog).getByText("20 Nov 2026");
  // The history lists the newest move first, in London time (summer time in July).
  const [newest] = within(dialog).getAllByText(/Workshop|Priya Raman/);
  expect(newest?.textContent).toBe("Workshop · 3 Jul, 14:05");
  expect(within(dialog).queryByRole("textbox")).toBeNull();
  expect(within(dialog).queryByRole("button", { name: "Update Status" })).toBeNull();
});

test.each<[Role, string | null]>([
  ["super_admin", "1 measure to check: Kitchen left, 1,200 × 1,350 mm"],
  ["admin", "1 measure to check: Kitchen left, 1,200 × 1,350 mm"],
  ["customer", null],
  ["supplier", null],
])("a %s reads the checks that the fitter overrode: %s", async (role, words) => {
  const row = role === "supplier" ? unpriced(orderRow()) : orderRow();
  fakeApi({ orders: { read: () => orderDetails(row, [windowItem({ overriddenChecks: ["needs-mid-rail"] })]) } });
  openAs(role);
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("1,200 × 1,350 mm");
  const found = dialog.queryByText(/to check: /);
  expect(found?.textContent ?? null).toBe(words);
});

test.each<[Role, boolean]>([
  ["super_admin", true],
  ["admin", true],
  ["customer", false],
])("the missing company details of a shipped order's invoice, as a %s reads them: %s", async (role, reads) => {
  const order = orderRow({ orderStatus: "shipped", invoiceNumber: null });
  const counts = { ...orderCounts(), invoicesWaiting: 1 };
  fakeApi({ orders: { read: () => orderDetails(order), counts: () => counts } });
  openAs(role);
  const dialog = within(await screen.findByRole("dialog", { name: "Order Details ORD-12" }));
  await dialog.findByText("1,200 × 1,350 mm");
  if (reads) await dialog.findByText("1 invoice is waiting for your company details");
  else expect(dialog.queryByText(/waiting for your company details/)).toBeNull();
});

test("a supplier sees the job without prices", async () => {
  fakeApi({ orders: { read: () => orderDetails(unpriced(orderRow()), [windowItem()]) } });
  openAs("supplier");
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText("1,200 × 1,350 mm");
  within(dialog).getByText("Left hinge");
  expect(dialog.textContent).not.toMatch(/£|Total|Subtotal|VAT|Price|Payment|Q-/);
  within(dialog).getByLabelText("Shipping date of ORD-12");
});

test("a supplier writes the tracking number, and can clear it", async () => {
  let now = orderRow();
  const api = fakeApi({
    orders: {
      read: () => orderDetails(now),
      changeTracking: ({ body }) => {
        now = { ...now, trackingNumber: body.trackingNumber || null };
        return now;
      },
    },
  });
  const { person: user } = openAs("supplier");
  const field = await screen.findByLabelText("Tracking number");
  await user.type(field, "DPD 15501234{Enter}");
  await screen.findByText("Tracking number saved");
  await user.clear(await screen.findByDisplayValue("DPD 15501234"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(api.asked("orders", "changeTracking").map(({ body }) => body.trackingNumber)).toEqual(["DPD 15501234", ""]));
});

test("a tracking number that is too long is refused at its field", async () => {
  const api = fakeApi({ orders: { read: () => orderDetails(orderRow()) } });
  const { person: user } = openAs("super_admin");
  await user.click(await screen.findByLabelText("Tracking number"));
  await user.paste("1".repeat(101));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Tracking number must be at most 100 characters");
  expect(api.asked("orders", "changeTracking")).toEqual([]);
});

test("a failed save of the tracking number retains the typed text", async () => {
  fakeApi({ orders: { read: () => orderDetails(orderRow()), changeTracking: fails(500) } });
  const { person: user } = openAs("super_admin");
  await user.type(await screen.findByLabelText("Tracking number"), "DPD 1{Enter}");
  await screen.findByText("Failed to save tracking number");
  screen.getByDisplayValue("DPD 1");
});

test("the details change the order's status", async () => {
  const api = fakeApi({ orders: { read: () => orderDetails(orderRow()), changeStatus: () => orderRow({ orderStatus: "shipped" }) } });
  const { person: user } = openAs("super_admin");
  await user.click(await screen.findByRole("button", { name: "Update Status" }));
  const dialog = await screen.findByRole("dialog", { name: "Update Status ORD-12" });
  await user.click(within(dialog).getByRole("radio", { name: "Shipped" }));
  await user.click(within(dialog).getByRole("button", { name: "Update" }));
  await screen.findByText("Order status updated successfully");
  expect(api.asked("orders", "changeStatus").map(({ body }) => body)).toEqual([{ status: "shipped", from: "pending", confirmed: false }]);
});

test.each([
  [fails(500), "Failed to load order details", true],
  [fails(404, "There is no order ORD-12"), "There is no order ORD-12", false],
])("details that fail to load display the reason, and a retry where it can help (%#)", async (refusal, sentence, again) => {
  fakeApi({ orders: { read: refusal } });
  openAs("customer");
  await findFailure(sentence);
  expect(screen.queryByRole("button", { name: "Try again" }) !== null).toBe(again);
});

test.each<[Role, OrderStatus, boolean]>([
  ["customer", "shipped", true],
  ["customer", "processing", false],
  ["super_admin", "delivered", true],
  ["admin", "shipped", false],
])("a %s can request a remake of a %s order from its details: %s", async (role, orderStatus, may) => {
  fakeApi({ orders: { read: () => orderDetails(orderRow({ orderStatus })) } });
  const { person: user, history } = openAs(role);
  await user.click(await screen.findByRole("button", { name: "More actions for ORD-12" }));
  await screen.findByRole("menu");
  const item = screen.queryByRole("menuitem", { name: "Request a remake" });
  expect(item !== null).toBe(may);
  if (!item) return;
  await user.click(item);
  expect(history.at(-1)).toBe("/remakes?order=12");
});

test.each<[Role, Parameters<typeof orderRow>[0], string, string | null]>([
  ["customer", {}, "Waiting for the workshop to give a date. It is not paid yet.", "Pay £1,234.50, Q-31"],
  ["customer", { owed: 40 }, "Waiting for the workshop to give a date. £40.00 of it is still to be paid.", "Pay £40.00, Q-31"],
  ["admin", { orderStatus: "shipped", owed: 40 }, "It is on its way. £40.00 of it is still to be paid.", null],
  [
    "customer",
    { orderStatus: "processing", shippingDate: "2026-11-29", paymentStatus: "paid" },
    "It is being made, and is to be shipped on 29 Nov 2026.",
    null,
  ],
  ["customer", { orderStatus: "cancelled" }, "This order was cancelled. It will not be made and cannot be paid.", null],
  ["admin", { orderStatus: "shipped" }, "It is on its way. The customer has not paid it yet.", null],
  ["super_admin", { orderStatus: "processing" }, "It is being made. The customer has not paid it yet.", "Mark as shipped"],
  [
    "supplier",
    { orderStatus: "shipped", estimatedArrival: "2026-11-30" },
    "It is on its way, and should arrive on 30 Nov 2026.",
    "Mark as delivered",
  ],
  ["supplier", { orderStatus: "completed" }, "It was delivered.", null],
  [
    "admin",
    { orderStatus: "cancelled", paymentStatus: "paid", toPayBack: 2141.42 },
    "This order was cancelled. It will not be made and cannot be paid. £2,141.42 is to be paid back.",
    null,
  ],
  [
    "customer",
    { orderStatus: "completed", paymentStatus: "paid" },
    "It was delivered. If anything is wrong with it, ask for a remake.",
    null,
  ],
  [
    "customer",
    { late: "required", requiredBy: "2026-11-18", paymentStatus: "paid" },
    "It was needed by 18 Nov 2026. Waiting for the workshop to give a date.",
    "Ask when it comes",
  ],
])("a %s reads the next step of an order with %j: %s", async (role, facts, sentence, primary) => {
  const row = orderRow(facts);
  fakeApi({ orders: { read: () => orderDetails(role === "supplier" ? unpriced(row) : row) } });
  openAs(role);
  await screen.findByText(sentence);
  const main = screen.getAllByRole("button").filter(({ dataset }) => dataset.look === "primary");
  expect(main.map((button) => button.getAttribute("aria-label") ?? button.textContent)).toEqual(primary === null ? [] : [primary]);
});

test("a cancelled paid order links the owner to the payment, with the amount filled in", async () => {
  const cancelled = { orderStatus: "cancelled", paymentStatus: "paid", toPayBack: 2141.42, invoiceNumber: "INV-00012" } as const;
  fakeApi({ orders: { read: () => orderDetails(orderRow(cancelled)) } });
  const { person: user, history } = openAs("super_admin");
  await user.click(await screen.findByRole("button", { name: "Give £2,141.42 back" }));
  expect(history.at(-1)).toBe("/payments?search=INV-00012&back=2141.42");
});

test("a colleague who may not order reads who can pay", async () => {
  fakeApi({ orders: { read: () => orderDetails(orderRow()) } });
  const colleague = person("customer", { mayOrder: false, orderedBy: "Ada Larch" });
  renderPage(<OrderDetailsDialog id={12} onClose={vi.fn()} />, { user: colleague });
  await screen.findByText(/It is not paid yet\. Ask Ada Larch to pay it\.$/);
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
});

test.each<[OrderStatus, "button" | "menuitem"]>([
  ["delivered", "button"],
  ["pending", "menuitem"],
])("a customer has Order again of a %s order as a %s", async (orderStatus, where) => {
  fakeApi({ orders: { read: () => orderDetails(orderRow({ orderStatus })) } });
  const { person: user, history } = openAs("customer");
  await user.click(await screen.findByRole("button", { name: "More actions for ORD-12" }));
  await screen.findByRole("menu");
  const found = screen.getAllByText("Order again").map((words) => words.closest("[role=menuitem], button"));
  expect(found.map((each) => each?.getAttribute("role") ?? "button")).toEqual([where]);
  if (where === "menuitem") await user.click(screen.getByText("Order again"));
  else {
    await user.keyboard("{Escape}");
    await user.click(screen.getByText("Order again"));
  }
  expect(history.at(-1)).toBe("/quotes?new=order-12");
});

test("the next status is one button with one confirmation", async () => {
  const api = fakeApi({ orders: { read: () => orderDetails(orderRow({ orderStatus: "processing" })), changeStatus: () => orderRow() } });
  const { person: user } = openAs("super_admin");
  await user.click(await screen.findByRole("button", { name: "Mark as shipped" }));
  const dialog = await screen.findByRole("dialog", { name: "Update Status ORD-12" });
  await user.click(within(dialog).getByRole("button", { name: "Update" }));
  await screen.findByText("Order status updated successfully");
  expect(api.asked("orders", "changeStatus").map(({ body }) => body)).toEqual([
    { status: "shipped", from: "processing", confirmed: false },
  ]);
});

const madeAgain = () => orderDetails({ ...unpriced(orderRow()), quote: {} }, []);

test("a replacement order displays the fault and its place on the window, and links to the photos", async () => {
  const { user } = orderRow();
  const api = fakeApi({
    orders: { read: () => ({ ...madeAgain(), remakeId: 8 }) },
    remakes: {
      read: () => ({
        id: 8,
        orderId: 5,
        order: { id: 5, user, jobName: null, poNumber: null },
        status: "approved",
        fault: "damaged_in_transit",
        reason: "The rail is split",
        photos: ["/api/remakes/8/photos/1", "/api/remakes/8/photos/2"],
        createdAt: "2026-11-18T10:00:00.000Z",
        repliesCount: 0,
        replies: [],
        clearances: USUAL_CLEARANCES,
        windows: [{ ...windowItem({ name: "Bay" }), densityKgM3: null, pieces: 1, mark: { xMm: 300, yMm: 1010 } }],
        replacement: null,
      }),
    },
  });
  openAs("supplier");
  await screen.findByText("The rail is split");
  expect(screen.getByText("Marked").parentElement?.textContent).toBe("Marked about 300 mm from the left, 1,010 mm from the top");
  expect(screen.getByRole("link", { name: "2 photos of RMK-8" }).getAttribute("href")).toBe("/remakes?remake=8");
  expect(api.asked("remakes", "read")[0]?.params).toEqual({ id: "8" });
});

test("an order outlives its deleted remake and displays a message about it", async () => {
  fakeApi({ orders: { read: () => ({ ...madeAgain(), remakeId: 8 }) }, remakes: { read: fails(404, "Remake not found") } });
  openAs("supplier");
  await screen.findByText("RMK-8 is no longer there.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

const WORKS = { id: 3, companyName: "Northmoor Joinery Works" };
const suppliers = () => [{ id: 5, companyName: "Acorn Works" }, WORKS];

test("the super admin sets an order's supplier, or opens it to any", async () => {
  let now = orderRow({ supplier: null });
  const api = fakeApi({
    orders: {
      read: () => orderDetails(now),
      changeSupplier: ({ body }) => {
        now = { ...now, supplier: body.supplierId === null ? null : WORKS };
        return now;
      },
    },
    workshop: { suppliers },
  });
  const { person: user } = openAs("super_admin");
  for (const [before, wanted] of [
    ["Any supplier", "Northmoor Joinery Works"],
    ["Northmoor Joinery Works", "Any supplier"],
  ] as const) {
    await waitFor(() => expect(factOf("Made by")).toBe(before));
    await user.click(screen.getByRole("button", { name: "More actions for ORD-12" }));
    await user.click(await screen.findByRole("menuitem", { name: "Choose supplier…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Choose supplier ORD-12" }));
    await dialog.findByRole("option", { name: "Acorn Works" });
    await user.selectOptions(dialog.getByLabelText("Made by"), wanted);
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /Choose supplier/ })).toBeNull());
  }
  await waitFor(() => expect(factOf("Made by")).toBe("Any supplier"));
  expect(api.asked("orders", "changeSupplier").map(({ body }) => body.supplierId)).toEqual([3, null]);
});

test("reassigning a begun order needs a confirmation, which moves the order", async () => {
  const begun = orderRow({ supplier: WORKS });
  const api = fakeApi({
    orders: {
      read: () => orderDetails(begun),
      changeSupplier: ({ body }) => (body.confirmed ? begun : fails(409, "3 of 4 are finished at Northmoor Joinery Works")()),
    },
    workshop: { suppliers },
  });
  const { person: user } = openAs("super_admin");
  await user.click(await screen.findByRole("button", { name: "More actions for ORD-12" }));
  await user.click(await screen.findByRole("menuitem", { name: "Choose supplier…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Choose supplier ORD-12" }));
  await dialog.findByRole("option", { name: "Acorn Works" });
  await user.selectOptions(dialog.getByLabelText("Made by"), "Acorn Works");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("3 of 4 are finished at Northmoor Joinery Works");
  await user.click(dialog.getByRole("button", { name: "Move it anyway" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /Choose supplier/ })).toBeNull());
  expect(api.asked("orders", "changeSupplier").map(({ body }) => body.confirmed)).toEqual([undefined, true]);
});

const factOf = (term: string) => screen.queryByText(term, { selector: "dt" })?.nextElementSibling?.textContent;

test.each<[Role, string | undefined, string | undefined, boolean]>([
  ["customer", undefined, undefined, false],
  ["supplier", undefined, "Cut 3 of 3Assembled 2 of 3Finished 2 of 3Packed 0 of 3", false],
  ["admin", "Northmoor Joinery Works", "Cut 3 of 3Assembled 2 of 3Finished 2 of 3Packed 0 of 3", false],
  ["super_admin", "Northmoor Joinery Works", "Cut 3 of 3Assembled 2 of 3Finished 2 of 3Packed 0 of 3", true],
])("the progress and the supplier of an order, as a %s reads it", async (role, maker, steps, mayChoose) => {
  const row = orderRow({ orderStatus: "processing", ...(role !== "customer" && { supplier: WORKS }) });
  const order = orderDetails(role === "supplier" ? unpriced(row) : row);
  fakeApi({ orders: { read: () => ({ ...order, progress: { cut: 3, assembled: 2, finished: 2, packed: 0 } }) } });
  const { person: user } = openAs(role);
  await screen.findByText(/^It is being made\./);
  expect([factOf("Made by"), factOf("In the workshop")]).toEqual([maker, steps]);
  expect(screen.queryByText(/In the workshop: 2 of 3 finished\./) !== null).toBe(role === "customer");
  await user.click(screen.getByRole("button", { name: "More actions for ORD-12" }));
  expect(screen.queryByRole("menuitem", { name: "Choose supplier…" }) !== null).toBe(mayChoose);
  expect(screen.queryByRole("menuitem", { name: "Cut list (CSV)" }) !== null).toBe(role !== "customer");
});

test.each<[OrderStatus, number]>([
  ["processing", 0],
  ["shipped", 3],
])("no workshop line is displayed for an order that is %s with %i cut", async (orderStatus, cut) => {
  const none = { cut, assembled: 0, finished: 0, packed: 0 };
  fakeApi({ orders: { read: () => ({ ...orderDetails(orderRow({ orderStatus })), progress: none }) } });
  openAs("customer");
  await screen.findByText(/^It is (being made|on its way)/);
  expect(screen.queryByText(/In the workshop/)).toBeNull();
});

test("a carrier is chosen beside the number, and every reader gets the tracking link", async () => {
  let now = orderRow({ trackingNumber: "DPD 1" });
  const trackingUrl = "https://track.dpd.co.uk/search?reference=DPD1";
  const api = fakeApi({
    orders: {
      read: () => orderDetails(now),
      changeTracking: ({ body }) => {
        now = { ...now, carrier: body.carrier ?? null, trackingUrl };
        return now;
      },
    },
  });
  const { person: user, unmount } = openAs("super_admin");
  await user.selectOptions(await screen.findByLabelText("Carrier"), "DPD");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Tracking number saved");
  expect(api.asked("orders", "changeTracking").map(({ body }) => body)).toEqual([{ trackingNumber: "DPD 1", carrier: "dpd" }]);
  await screen.findByRole("link", { name: "DPD 1" });
  unmount();
  openAs("customer");
  const link = await screen.findByRole("link", { name: "DPD 1" });
  expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([trackingUrl, "noopener noreferrer"]);
  expect(factOf("Tracking number")).toBe("DPD, DPD 1");
});

test("a cancelled order has no editable dates and no job card for any reader", async () => {
  fakeApi({ orders: { read: () => orderDetails(orderRow({ orderStatus: "cancelled", shippingDate: "2026-11-20" })) } });
  const { person: user } = openAs("super_admin");
  await screen.findByText(/^This order was cancelled/);
  expect(screen.queryByLabelText(/date of ORD-12|arrival of ORD-12/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "More actions for ORD-12" }));
  await screen.findByRole("menuitem", { name: "Change job or PO" });
  expect(screen.queryByText(/job card/i)).toBeNull();
});

test.each<[Role, boolean]>([
  ["customer", false],
  ["supplier", true],
])("a %s reads how much was shipped, and each parcel with its tracking and papers; labels: %s", async (role, labels) => {
  const shipped = { id: 5, n: 1, pieces: [{ itemId: 1, piece: 2 }], shutters: 1, kg: 12.4, shippingDate: "2026-11-20" };
  const tracked = { carrier: "dpd", trackingNumber: "1550 7", trackingUrl: "https://track.dpd.co.uk/search?reference=15507" } as const;
  const parcel = { ...shipped, ...tracked, createdAt: "2026-11-20T09:00:00.000Z" };
  const row = orderRow({ orderStatus: "processing", shutters: 3, shipped: 1 });
  const details = orderDetails(role === "supplier" ? unpriced(row) : row, [windowItem({ id: 1, quantity: 2 })]);
  const by = { companyName: "Workshop", contactName: "Workshop", role: "supplier" } as const;
  const line = { parcel: 1, done: 1, of: 3, at: "2026-11-20T09:00:00.000Z", by };
  fakeApi({ orders: { read: () => ({ ...details, parcels: [parcel], history: [...details.history, line] }) } });
  openAs(role);
  const dialog = within(await screen.findByRole("dialog", { name: "Order Details ORD-12" }));
  await dialog.findByText(/It is being made\. 1 of 3 shipped\./);
  dialog.getByRole("heading", { name: "Parcels (1)" });
  dialog.getByText("Kitchen left, shutter 2 of 2");
  dialog.getByText("20 Nov 2026 · 1 shutter · 12.4 kg");
  expect(dialog.getByRole("link", { name: "1550 7" }).getAttribute("href")).toBe(tracked.trackingUrl);
  const note = dialog.getByRole("link", { name: "Delivery note of parcel 1" });
  expect(note.getAttribute("href")).toBe("/api/orders/12/parcels/5/delivery-note.pdf");
  expect(dialog.queryByRole("link", { name: "Labels of parcel 1" }) !== null).toBe(labels);
  dialog.getByText("Parcel 1 shipped: 1 of 3");
  // The order's own number is not set, and the customer does not read that beside the parcel's.
  if (role === "customer") expect(dialog.queryByText("Tracking number", { selector: "dt" })).toBeNull();
});

test("a supplier corrects one parcel's number, and the order's own field names what it is for", async () => {
  const sent = (n: number) => ({
    id: n + 4,
    n,
    pieces: [],
    shutters: 1,
    kg: 12.4,
    shippingDate: "2026-11-20",
    carrier: null,
    trackingUrl: null,
  });
  const parcels = [1, 2].map((n) => ({ ...sent(n), trackingNumber: n === 1 ? "TYPO" : null, createdAt: "2026-11-20T09:00:00.000Z" }));
  const details = orderDetails(unpriced(orderRow({ orderStatus: "shipped", shutters: 2, shipped: 2 })));
  const server = fakeApi({
    orders: { read: () => ({ ...details, parcels }) },
    workshop: { changeParcel: () => ({ ...sent(1), trackingNumber: "1550 9", createdAt: "2026-11-20T09:00:00.000Z" }) },
  });
  const { person: user } = openAs("supplier");
  await screen.findByLabelText("Tracking number of parcel 2");
  screen.getByRole("button", { name: "Add number of parcel 2" });
  await user.click(screen.getByRole("button", { name: "Change number of parcel 1" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Tracking of parcel 1 ORD-12" }));
  const field = dialog.getByLabelText("Tracking number");
  await user.clear(field);
  await user.type(field, "1550 9");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Tracking number saved");
  expect(server.asked("workshop", "changeParcel")).toMatchObject([
    { params: { id: "12", parcelId: "5" }, body: { trackingNumber: "1550 9", carrier: null } },
  ]);
});

test("an order that was shipped as one parcel has no list of parcels", async () => {
  const parcel = { id: 5, n: 1, pieces: [], shutters: 3, kg: 12.4, shippingDate: "2026-11-20", carrier: null, trackingNumber: null };
  const details = orderDetails(orderRow({ orderStatus: "shipped", shutters: 3, shipped: 3 }));
  fakeApi({ orders: { read: () => ({ ...details, parcels: [{ ...parcel, trackingUrl: null, createdAt: "2026-11-20T09:00:00.000Z" }] }) } });
  openAs("customer");
  const dialog = within(await screen.findByRole("dialog", { name: "Order Details ORD-12" }));
  await dialog.findByText("Kitchen left");
  expect(dialog.queryByRole("heading", { name: /Parcels/ })).toBeNull();
  expect(dialog.queryByText(/shipped\./)).toBeNull();
});

test("a supplier sets the part of the day and the note of a delivery, once it has a day", async () => {
  let now = orderRow({ estimatedArrival: "2026-12-03" });
  const api = fakeApi({
    orders: {
      read: () => orderDetails(now),
      changeDates: ({ body }) => {
        now = { ...now, ...body };
        return now;
      },
    },
  });
  const { person: user, unmount } = openAs("supplier");
  await user.selectOptions(await screen.findByLabelText("Delivery"), "Morning");
  await user.type(screen.getByLabelText("Delivery note"), "Ring the bell");
  await user.click(screen.getByRole("button", { name: "Set delivery" }));
  await screen.findByText("Delivery saved");
  expect(api.asked("orders", "changeDates").map(({ body }) => body)).toEqual([{ deliverySlot: "am", deliveryNote: "Ring the bell" }]);
  unmount();
  openAs("customer");
  await screen.findByText("Thu 3 December, morning");
  expect(screen.getByText("Ring the bell")).toBeTruthy();
  expect(screen.queryByLabelText("Delivery")).toBeNull();
});

test("an order without a day of delivery has no part of the day to choose", async () => {
  fakeApi({ orders: { read: () => orderDetails(orderRow()) } });
  openAs("supplier");
  expect(await screen.findByLabelText("Delivery")).toHaveProperty("disabled", true);
});
