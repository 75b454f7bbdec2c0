import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderDetails, orderRow, product, windowItem } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import OrderDetailsDialog from "../details/order-details-dialog.tsx";

const details = (row = {}) => {
  const order = orderDetails(orderRow({ orderStatus: "pending" }));
  return { ...order, ...row, quote: { ...order.quote, version: 4 } };
};
const openAs = (role: Role) => renderPage(<OrderDetailsDialog id={12} onClose={vi.fn()} />, { user: person(role) });
type User = ReturnType<typeof openAs>["person"];
async function openDialog(user: User, label: string) {
  const dialog = await screen.findByRole("dialog", { name: "Order Details ORD-12" });
  await within(dialog).findByText("1,200 × 1,350 mm");
  await user.click(within(dialog).getByRole("button", { name: label }));
}

const preview = {
  differences: [{ window: "Kitchen left", what: "Width", before: "1,200 mm", after: "1,210 mm" }],
  total: { before: 346.8, after: 350.1 },
  credited: [],
  invoiced: 3.3,
  credit: 0,
  owed: 3.3,
  cut: [],
  overLimit: null,
};
const type = (facts = {}) =>
  product({ id: 3, name: "Full height", standardLouverSizes: [63, 76], colorOptions: ["Silk White", "Black"], ...facts });

test("the office changes a window's width, and sees differences and money before it saves", async () => {
  const api = fakeApi({
    orders: { read: () => details(), previewWindows: () => preview, changeWindows: () => details() },
    products: { list: () => [type()] },
  });
  const { person: user } = openAs("admin");
  await openDialog(user, "Change windows");
  const dialog = await screen.findByRole("dialog", { name: "Change windows ORD-12" });
  const width = await within(dialog).findByRole("textbox", { name: "Width" });
  await user.clear(width);
  await user.type(width, "1210");
  await user.click(within(dialog).getByRole("button", { name: "Preview change" }));
  const review = await screen.findByRole("dialog", { name: "Save this change? ORD-12" });
  within(review).getByText("Total £346.80 → £350.10");
  within(review).getByText("Kitchen left: width 1,200 → 1,210 mm");
  within(review).getByText("Further invoice: £3.30");
  expect(api.asked("orders", "changeWindows")).toEqual([]);
  await user.type(within(review).getByRole("textbox", { name: "Reason" }), "Measured again");
  await user.click(within(review).getByRole("button", { name: "Save change" }));
  await vi.waitFor(() => expect(api.asked("orders", "changeWindows")).toHaveLength(1));
  const [sent] = api.asked("orders", "changeWindows");
  expect(sent).toMatchObject({ body: { version: 4, reason: "Measured again", confirmed: false, finalTotal: 350.1 } });
  expect(sent?.body.windows).toMatchObject([
    { id: 1, widthM: 1.21, heightM: 1.35, louverSize: 76, colorSelection: "Silk White", quantity: 2 },
  ]);
});

test("the review of a change says that a window is cut already", async () => {
  fakeApi({
    orders: { read: () => details(), previewWindows: () => ({ ...preview, cut: ["Kitchen left"] }) },
    products: { list: () => [type()] },
  });
  const { person: user } = openAs("admin");
  await openDialog(user, "Change windows");
  await user.click(await screen.findByRole("button", { name: "Preview change" }));
  const review = within(await screen.findByRole("dialog", { name: "Save this change? ORD-12" }));
  review.getByText("Kitchen left is cut already: the work is lost");
  review.getByRole("button", { name: "Change it anyway" });
});

test("the message about a change that leaves a credit says where to pay it back", async () => {
  fakeApi({
    orders: { read: () => details(), previewWindows: () => ({ ...preview, credit: 9.6, owed: 0 }), changeWindows: () => details() },
    products: { list: () => [type()] },
  });
  const { person: user } = openAs("admin");
  await openDialog(user, "Change windows");
  await user.click(await screen.findByRole("button", { name: "Preview change" }));
  const review = within(await screen.findByRole("dialog", { name: "Save this change? ORD-12" }));
  await user.type(review.getByRole("textbox", { name: "Reason" }), "Measured again");
  await user.click(review.getByRole("button", { name: "Save change" }));
  expect(
    await screen.findByText("Windows changed. £9.60 is the company’s credit: pay it back under Payments, With credit left"),
  ).toBeTruthy();
});

test("the office changes a louvre size and adds a window in the editor of New Quote", async () => {
  const api = fakeApi({
    orders: { read: () => details(), previewWindows: () => preview, changeWindows: () => details() },
    products: { list: () => [type()] },
  });
  const { person: user } = openAs("admin");
  await openDialog(user, "Change windows");
  const dialog = within(await screen.findByRole("dialog", { name: "Change windows ORD-12" }));
  await user.selectOptions(await dialog.findByLabelText("Louver size"), "63 mm");
  await user.click(dialog.getByRole("button", { name: "Add window" }));
  await user.type(dialog.getByRole("textbox", { name: "Width" }), "900");
  await user.type(dialog.getByRole("textbox", { name: "Height" }), "800");
  await user.click(dialog.getByRole("button", { name: "Preview change" }));
  await screen.findByRole("dialog", { name: /Save this change/ });
  const [sent] = api.asked("orders", "previewWindows");
  expect(sent?.body.windows).toMatchObject([
    { id: 1, louverSize: 63, widthM: 1.2 },
    { name: "Window 2", widthM: 0.9, heightM: 0.8, shutterTypeId: 3 },
  ]);
  expect(sent?.body.windows[1]).not.toHaveProperty("id", expect.any(Number));
});

test("an order's window has its own price per m², also where its type costs more today", async () => {
  fakeApi({ orders: { read: () => details() }, products: { list: () => [type({ pricePerM2: 250, basePricePerM2: 250 })] } });
  const { person: user } = openAs("admin");
  await openDialog(user, "Change windows");
  const dialog = within(await screen.findByRole("dialog", { name: "Change windows ORD-12" }));
  // Two of 1.62 m² at £180.00, as ordered, and £583.20 with VAT.
  await dialog.findByText("£699.84");
  const width = dialog.getByRole("textbox", { name: "Width" });
  await user.clear(width);
  await user.type(width, "1210");
  await dialog.findByText("£705.89");
});

test("a correction asks about the measures of changed windows alone", async () => {
  const tall = { ...windowItem({ id: 2, name: "Hall", heightM: 4.9 }), pricePerM2: 180, listPricePerM2: 180, itemTotalPrice: 2116.8 };
  const order = orderDetails(orderRow({ orderStatus: "pending" }), [{ ...tall, id: 1, name: "Kitchen left", heightM: 1.35 }, tall]);
  const api = fakeApi({
    orders: { read: () => ({ ...order, quote: { ...order.quote, version: 4 } }), previewWindows: () => preview },
    products: { list: () => [type()] },
  });
  const { person: user } = openAs("admin");
  await openDialog(user, "Change windows");
  const dialog = within(await screen.findByRole("dialog", { name: "Change windows ORD-12" }));
  await user.click(await dialog.findByRole("button", { name: "Preview change" }));
  await user.click(await screen.findByRole("button", { name: "Go back" }));
  await user.click(dialog.getByRole("button", { name: /^Hall/ }));
  const width = dialog.getByRole("textbox", { name: "Width" });
  await user.clear(width);
  await user.type(width, "1210");
  await user.click(dialog.getByRole("button", { name: "Preview change" }));
  await screen.findByRole("alertdialog", { name: "Are these measures right?" });
  expect(api.asked("orders", "previewWindows")).toHaveLength(1);
});

test("a window whose type is no longer sold can be changed in its size", async () => {
  fakeApi({
    orders: { read: () => details(), previewWindows: () => preview },
    products: { list: () => [product({ id: 8, name: "Other" })] },
  });
  const { person: user } = openAs("admin");
  await openDialog(user, "Change windows");
  const dialog = within(await screen.findByRole("dialog", { name: "Change windows ORD-12" }));
  await dialog.findByRole("option", { name: "Full height (no longer sold)" });
  const width = dialog.getByRole("textbox", { name: "Width" });
  await user.clear(width);
  await user.type(width, "1210");
  await user.click(dialog.getByRole("button", { name: "Preview change" }));
  await screen.findByRole("dialog", { name: /Save this change/ });
});

test("a customer requests a colour, sees its price first, and sends the changed field alone", async () => {
  const api = fakeApi({
    orders: { read: () => details(), requestChange: fails(409, "A change is already being considered") },
    products: { list: () => [type()] },
    templates: { list: () => [] },
  });
  const { person: user } = openAs("customer");
  await openDialog(user, "Ask for a change");
  const dialog = within(await screen.findByRole("dialog", { name: "Ask for a change ORD-12" }));
  await user.selectOptions(await dialog.findByLabelText("Colour"), "Black");
  expect(dialog.queryByRole("button", { name: "Add window" })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  const review = within(await screen.findByRole("dialog", { name: "Send this request? ORD-12" }));
  review.getByText("Kitchen left: colour Silk White → Black");
  review.getByText("Total £1,234.50 → £699.84");
  await user.type(review.getByRole("textbox", { name: "Reason" }), "Black, please");
  await user.click(review.getByRole("button", { name: "Send request" }));
  await review.findByText("A change is already being considered");
  expect(api.asked("orders", "requestChange")).toMatchObject([
    { body: { text: "Black, please", windows: [{ itemId: 1, fields: { colorSelection: "Black" } }] } },
  ]);
  expect(api.asked("orders", "requestChange")[0]?.body.windows?.[0]?.fields).toEqual({ colorSelection: "Black" });
});

test("a customer describes a change in words alone", async () => {
  const api = fakeApi({
    orders: { read: () => details(), requestChange: fails(409, "This order is shipped") },
    products: { list: () => [type()] },
    templates: { list: () => [] },
  });
  const { person: user } = openAs("customer");
  await openDialog(user, "Ask for a change");
  await user.click(await screen.findByRole("button", { name: "Continue" }));
  const review = within(await screen.findByRole("dialog", { name: "Send this request? ORD-12" }));
  review.getByText("No window is changed");
  await user.type(review.getByRole("textbox", { name: "What is to change?" }), "One more window");
  await user.click(review.getByRole("button", { name: "Send request" }));
  await vi.waitFor(() =>
    expect(api.asked("orders", "requestChange")).toMatchObject([{ body: { text: "One more window", windows: null } }]),
  );
});

test("the earlier requests of an order are folded, and name the answer, the reason and who answered", async () => {
  const request = {
    ...{ id: 4, text: "Black, please", windows: null, status: "declined" as const, differences: [], total: null, problem: null },
    ...{ createdAt: "2026-11-20T10:00:00.000Z", answeredAt: "2026-11-21T11:00:00.000Z", reason: "It is already painted" },
    ...{ by: { id: 7, contactName: "Ada Marsh" }, answeredBy: { id: 2, contactName: "Priya Raman" } },
  };
  const api = fakeApi({ orders: { read: () => details({ closedRequests: 1 }), changeRequests: () => [request] } });
  const { person: user } = openAs("customer");
  const fold = await screen.findByRole("button", { name: "Earlier requests (1)" });
  expect(api.asked("orders", "changeRequests")).toEqual([]);
  await user.click(fold);
  await screen.findByText("Black, please");
  screen.getByText("Reason: It is already painted");
  screen.getByText(/^Declined by Priya Raman/);
});
