import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderDetails, orderRow } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import OrderDetailsDialog from "../details/order-details-dialog.tsx";

const details = (row = {}) => {
  const order = orderDetails(orderRow({ orderStatus: "pending", ...row }));
  return { ...order, quote: { ...order.quote, version: 4 } };
};
const openAs = (role: Role) => renderPage(<OrderDetailsDialog id={12} onClose={vi.fn()} />, { user: person(role) });
type User = ReturnType<typeof openAs>["person"];
async function openDialog(user: User, label: string) {
  const dialog = await screen.findByRole("dialog", { name: "Order Details ORD-12" });
  await within(dialog).findByText("1,200 × 1,350 mm");
  await user.click(within(dialog).getByRole("button", { name: "More actions for ORD-12" }));
  await user.click(await screen.findByRole("menuitem", { name: label }));
}

test("the office changes a window's width, and sees differences and money before it saves", async () => {
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
  const api = fakeApi({ orders: { read: () => details(), previewWindows: () => preview, changeWindows: () => details() } });
  const { person: user } = openAs("admin");
  await openDialog(user, "Change windows");
  const dialog = await screen.findByRole("dialog", { name: /Change windows/ });
  const width = within(dialog).getByRole("textbox", { name: "Width, mm" });
  await user.clear(width);
  await user.type(width, "1210");
  await user.type(within(dialog).getByRole("textbox", { name: "Reason" }), "Measured again");
  await user.click(within(dialog).getByRole("button", { name: "Preview change" }));
  await within(dialog).findByText("Total £346.80 → £350.10");
  within(dialog).getByText("Kitchen left: width 1,200 → 1,210 mm");
  within(dialog).getByText("Further invoice: £3.30");
  expect(api.asked("orders", "changeWindows")).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Save change" }));
  await vi.waitFor(() => expect(api.asked("orders", "changeWindows")).toHaveLength(1));
  expect(api.asked("orders", "changeWindows")).toMatchObject([
    { body: { version: 4, reason: "Measured again", confirmed: false, finalTotal: 350.1, windows: [{ widthM: 1.21, heightM: 1.35 }] } },
  ]);
});
