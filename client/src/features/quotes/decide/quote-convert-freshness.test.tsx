import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { query } from "#client/lib/api.ts";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { quoteRow } from "../quote-samples.ts";
import QuotesPage from "../quotes-page.tsx";

const { user, subtotal, tax, finalTotal } = quoteRow();
const order = {
  id: 4,
  quoteId: 12,
  user,
  orderStatus: "pending",
  paymentStatus: "unpaid",
  createdAt: "2026-11-20T10:00:00.000Z",
  shippingDate: null,
  estimatedArrival: null,
  shippingAddress: "1 Mill Lane",
  trackingNumber: null,
  finalTotal,
  quote: { subtotal, tax, finalTotal },
} as const;

test("converting makes the lists of quotes and of orders be fetched again", async () => {
  const api = fakeApi({ clients: { list: () => [] }, quotes: { list: () => [quoteRow()], convert: () => order } });
  const { person: hand, client } = renderPage(<QuotesPage />, { user: person("admin"), path: "/quotes" });
  // A list of orders that was fetched before.
  const orders = query("orders", "list", { query: { search: "" } });
  client.setQueryData(orders.queryKey, []);
  await hand.click(await screen.findByRole("button", { name: "Convert to Order, Q-12" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Convert Quote to Order/ }));
  await hand.type(dialog.getByLabelText("Shipping address"), "1 Mill Lane");
  await hand.click(dialog.getByRole("button", { name: "Convert to Order" }));
  await waitFor(() => expect(client.getQueryState(orders.queryKey)?.isInvalidated).toBe(true));
  await waitFor(() => expect(api.asked("quotes", "list")).toHaveLength(2));
});
