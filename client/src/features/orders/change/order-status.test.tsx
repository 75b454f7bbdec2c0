import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi, hangs, losesReply } from "#client/testing/fake-api.ts";
import { passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderDetails, orderRow, unpriced } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { OrderStatus } from "#shared/domain/trade/status.ts";
import OrdersPage from "../orders-page.tsx";

const openAs = (role: Role) => renderPage(<OrdersPage />, { user: person(role), path: "/orders" });
const select = () => screen.findByRole<HTMLSelectElement>("combobox", { name: "Status of ORD-12" });
const bodies = (api: ReturnType<typeof fakeApi>) => api.asked("orders", "changeStatus").map(({ body }) => body);

/** Fakes one order and stores its status. */
function oneOrder(status: OrderStatus = "pending", row = orderRow(), refundable = 0) {
  let now = status;
  return fakeApi({
    orders: {
      list: () => [{ ...row, orderStatus: now }],
      read: () => ({ ...orderDetails(row), refundable }),
      changeStatus: ({ body }) => {
        now = body.status;
        return { ...row, orderStatus: now };
      },
    },
  });
}

test("the inline select has the six statuses and draft, and sends the displayed status along", async () => {
  const api = oneOrder();
  const { person: user } = openAs("supplier");
  const status = await select();
  expect([...status.options].map((option) => option.text)).toEqual([
    "Draft",
    "Pending",
    "Processing",
    "Shipped",
    "Delivered",
    "Completed",
    "Cancelled",
  ]);
  await user.selectOptions(status, "shipped");
  await screen.findByText("Order status updated successfully");
  expect(bodies(api)).toEqual([{ status: "shipped", from: "pending", confirmed: false }]);
  expect((await select()).value).toBe("shipped");
});

test("the new status is displayed and marked while saving, and no other change is sent", async () => {
  const api = fakeApi({ orders: { list: () => [orderRow()], changeStatus: hangs } });
  const { person: user } = openAs("super_admin");
  const status = await select();
  await user.selectOptions(status, "processing");
  expect(status.value).toBe("processing");
  expect(status.getAttribute("aria-busy")).toBe("true");
  await user.selectOptions(status, "shipped");
  expect(status.value).toBe("processing");
  expect(bodies(api)).toHaveLength(1);
});

test("a failed status change restores the old status and displays the sentence", async () => {
  fakeApi({ orders: { list: () => [orderRow()], changeStatus: fails(500) } });
  const { person: user } = openAs("super_admin");
  const status = await select();
  await user.selectOptions(status, "shipped");
  await screen.findByText("Failed to update order status");
  expect(status.value).toBe("pending");
});

test("another person's earlier change is displayed with the server's sentence", async () => {
  const api = fakeApi({
    orders: {
      list: () => [orderRow()],
      changeStatus: fails(409, "Somebody else has changed this order in the meantime: it is now cancelled"),
    },
  });
  const { person: user } = openAs("supplier");
  const status = await select();
  api.answer({ orders: { list: () => [orderRow({ orderStatus: "cancelled" })] } });
  await user.selectOptions(status, "shipped");
  await screen.findByText("Somebody else has changed this order in the meantime: it is now cancelled");
  await waitFor(() => expect(status.value).toBe("cancelled"));
});

test("moving through statuses with the arrow keys sends nothing until Enter", async () => {
  const api = oneOrder();
  openAs("supplier");
  const status = await select();
  for (const value of ["processing", "shipped"]) {
    fireEvent.keyDown(status, { key: "ArrowDown" });
    fireEvent.change(status, { target: { value } });
  }
  expect(status.value).toBe("shipped");
  expect(bodies(api)).toEqual([]);
  fireEvent.keyDown(status, { key: "Enter" });
  await screen.findByText("Order status updated successfully");
  expect(bodies(api)).toEqual([{ status: "shipped", from: "pending", confirmed: false }]);
});

test("Escape discards a status reached by arrow keys, and blur saves it", async () => {
  const api = oneOrder();
  openAs("supplier");
  const status = await select();
  const stepTo = (value: string) => {
    fireEvent.keyDown(status, { key: "ArrowDown" });
    fireEvent.change(status, { target: { value } });
  };
  stepTo("processing");
  fireEvent.keyDown(status, { key: "Escape" });
  expect(status.value).toBe("pending");
  stepTo("processing");
  fireEvent.blur(status);
  await screen.findByText("Order status updated successfully");
  expect(bodies(api)).toEqual([{ status: "processing", from: "pending" }]);
});

test("a supplier confirms a move to draft, which removes the order from their list", async () => {
  const api = oneOrder();
  const { person: user } = openAs("supplier");
  await user.selectOptions(await select(), "draft");
  const dialog = await screen.findByRole("alertdialog", { name: "Send ORD-12 back as a draft?" });
  expect(bodies(api)).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Send back" }));
  await screen.findByText("Order status updated successfully");
  expect(bodies(api)).toEqual([{ status: "draft", from: "pending" }]);
});

test("the dialog has six statuses, and Update needs a different one", async () => {
  const api = oneOrder();
  const { person: user } = openAs("super_admin");
  await user.click(await screen.findByRole("button", { name: "More actions for ORD-12" }));
  await user.click(await screen.findByRole("menuitem", { name: "Update Status" }));
  const dialog = await screen.findByRole("dialog", { name: "Update Status ORD-12" });
  expect(within(dialog).getAllByRole("radio")).toHaveLength(6);
  // The focused radio is the starting point of the arrow keys.
  expect(document.activeElement).toBe(within(dialog).getByRole("radio", { name: /Pending/ }));
  expect(within(dialog).queryByRole("radio", { name: "Draft" })).toBeNull();
  const update = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Update" });
  expect(update.disabled).toBe(true);
  await user.click(within(dialog).getByRole("radio", { name: "Delivered" }));
  expect(update.disabled).toBe(false);
  await user.click(within(dialog).getByRole("radio", { name: /Pending/ }));
  expect(update.disabled).toBe(true);
  await user.click(within(dialog).getByRole("radio", { name: "Delivered" }));
  await user.click(update);
  await screen.findByText("Order status updated successfully");
  expect(bodies(api)).toEqual([{ status: "delivered", from: "pending", confirmed: false }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a refused change leaves the dialog open with the sentence", async () => {
  fakeApi({ orders: { list: () => [orderRow()], changeStatus: fails(500) } });
  const { person: user } = openAs("super_admin");
  await user.click(await screen.findByRole("button", { name: "More actions for ORD-12" }));
  await user.click(await screen.findByRole("menuitem", { name: "Update Status" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("radio", { name: "Shipped" }));
  await user.click(within(dialog).getByRole("button", { name: "Update" }));
  await passToast("Error: Failed to update order status");
  expect(within(dialog).getByRole("alert").textContent).toBe("Failed to update order status");
});

test.each([
  [
    "super_admin",
    orderRow(),
    "It is for Kestrel Homes, £1,234.50 including VAT. The customer is notified by email, and it will not be made.",
  ],
  ["supplier", unpriced(orderRow()), "It is for Kestrel Homes. The customer is notified by email, and it will not be made."],
] as const)("choosing Cancelled asks a %s first, with number, company and the price if the role sees it", async (role, row, words) => {
  const api = oneOrder("pending", row);
  const { person: user } = openAs(role);
  const status = await select();
  await user.selectOptions(status, "cancelled");
  const question = await screen.findByRole("alertdialog", { name: "Cancel ORD-12?" });
  expect(question.textContent).toContain(words);
  expect(question.textContent?.includes("It can no longer be paid.")).toBe(role === "super_admin");
  await user.click(within(question).getByRole("button", { name: "Keep order" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect([bodies(api), status.value]).toEqual([[], "pending"]);
  await user.selectOptions(status, "cancelled");
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel order" }));
  await screen.findByText("Order status updated successfully");
  expect(bodies(api)).toEqual([{ status: "cancelled", from: "pending" }]);
});

test("the dialog confirms too, and states the amount that is still refundable in the portal", async () => {
  const api = oneOrder("pending", orderRow({ paymentStatus: "paid" }), 984.5);
  const { person: user } = openAs("super_admin");
  await user.click(await screen.findByRole("button", { name: "More actions for ORD-12" }));
  await user.click(await screen.findByRole("menuitem", { name: "Update Status" }));
  const dialog = await screen.findByRole("dialog", { name: "Update Status ORD-12" });
  await user.click(within(dialog).getByRole("radio", { name: "Cancelled" }));
  await user.click(within(dialog).getByRole("button", { name: "Update" }));
  const question = await screen.findByRole("alertdialog", { name: "Cancel ORD-12?" });
  expect(
    await within(question).findByText(
      (_, element) =>
        element?.textContent ===
        "£984.50 of it can still be refunded. Nothing is refunded automatically: use “Give money back” on its payment, here in the portal.",
      { selector: "p" },
    ),
  ).toBeTruthy();
  expect(bodies(api)).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Cancel order" }));
  await screen.findByText("Order status updated successfully");
  expect(bodies(api)).toEqual([{ status: "cancelled", from: "pending" }]);
});

test("a save longer than a second has a label, and a missing reply gives its reason", async () => {
  fakeApi({ orders: { list: () => [orderRow()], changeStatus: hangs } });
  const slow = openAs("supplier");
  await slow.person.selectOptions(await select(), "shipped");
  await screen.findByText("Still saving…");
  slow.unmount();
  fakeApi({ orders: { list: () => [orderRow()], changeStatus: losesReply } });
  const { person: user } = openAs("supplier");
  const status = await select();
  await user.selectOptions(status, "shipped");
  await screen.findByText("Failed to update order status. No reply came. Check your connection, then try again.");
  expect(status.value).toBe("pending");
});

test("an order that is not fully packed is shipped from the select and the menu only after a question", async () => {
  const row = orderRow({ orderStatus: "processing" });
  const api = fakeApi({
    orders: {
      list: () => [row],
      read: () => orderDetails(row),
      changeStatus: (input) => (input.body.confirmed ? { ...row, orderStatus: input.body.status } : fails(409, "2 of 4 are packed")()),
    },
  });
  const { person: user } = openAs("super_admin");
  await user.selectOptions(await select(), "shipped");
  let question = within(await screen.findByRole("alertdialog", { name: "Mark ORD-12 as shipped?" }));
  question.getByText(/^2 of 4 are packed\./);
  await user.click(question.getByRole("button", { name: "Cancel" }));
  expect((await select()).value).toBe("processing");
  await user.selectOptions(await select(), "delivered");
  question = within(await screen.findByRole("alertdialog", { name: "Mark ORD-12 as delivered?" }));
  await user.click(question.getByRole("button", { name: "Mark as delivered anyway" }));
  await screen.findByText("Order status updated successfully");
  expect(bodies(api).map(({ status, confirmed }) => [status, confirmed])).toEqual([
    ["shipped", false],
    ["delivered", false],
    ["delivered", true],
  ]);
});
