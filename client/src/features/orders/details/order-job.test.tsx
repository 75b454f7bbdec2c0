import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderDetails, orderRow, unpriced } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import OrderDetailsDialog from "./order-details-dialog.tsx";

const CHANGE = "Change job or PO";
const MORE = "More actions for ORD-12";
const openAs = (role: Role) => renderPage(<OrderDetailsDialog id={12} onClose={vi.fn()} />, { user: person(role) });

test.each<[Role, string | null, boolean]>([
  ["customer", null, true],
  ["customer", "INV-00012", false],
  ["admin", null, true],
  ["super_admin", null, true],
  ["supplier", null, false],
])("a %s of an order with the invoice %s can edit its job: %s", async (role, invoiceNumber, may) => {
  const row = orderRow({ invoiceNumber });
  fakeApi({ orders: { read: () => orderDetails(role === "supplier" ? unpriced(row) : row) } });
  const { person: user } = openAs(role);
  await user.click(await screen.findByRole("button", { name: MORE }));
  await screen.findByRole("menu");
  expect(screen.queryByRole("menuitem", { name: CHANGE }) !== null).toBe(may);
});

test("an invoice issued meanwhile closes the dialog with the server's sentence and is displayed", async () => {
  const sentence = "Invoice INV-00012 was issued for this quote: its job and PO number stay";
  let order = orderDetails(orderRow({ jobName: "Hartley" }));
  fakeApi({
    orders: { read: () => order },
    quotes: {
      changeJob: () => {
        order = { ...order, invoiceNumber: "INV-00012" };
        return fails(409, sentence)();
      },
    },
  });
  const { person: user } = openAs("customer");
  await user.click(await screen.findByRole("button", { name: MORE }));
  await user.click(await screen.findByRole("menuitem", { name: CHANGE }));
  const dialog = within(await screen.findByRole("dialog", { name: `${CHANGE} ORD-12` }));
  await user.type(dialog.getByLabelText(/^PO number/), "PO-9{Enter}");
  await passToast(`Error: ${sentence}`);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: `${CHANGE} ORD-12` })).toBeNull());
  await waitFor(async () => {
    await user.click(screen.getByRole("button", { name: MORE }));
    const menu = within(await screen.findByRole("menu"));
    await user.keyboard("{Escape}");
    expect(menu.queryByRole("menuitem", { name: CHANGE })).toBeNull();
  });
});
