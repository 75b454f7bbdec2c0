import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { query } from "#client/lib/api.ts";
import { fails, fakeApi, losesReply } from "#client/testing/fake-api.ts";
import { findToast, passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { clientRow, orderRow } from "#client/testing/rows.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { EXPIRED, quoteRow } from "../quote-samples.ts";
import QuotesPage from "../quotes-page.tsx";

const { user, subtotal, tax, finalTotal } = quoteRow();

const order = orderRow({ id: 4, quoteId: 12, user, finalTotal, quote: { subtotal, tax, finalTotal } });

const kestrel = clientRow({ ...user, address: "12 Mill Lane, Bristol" });

async function openDialog(calls: Parameters<typeof fakeApi>[0], quote = quoteRow()) {
  const api = fakeApi({ clients: { list: () => [] }, ...calls, quotes: { list: () => [quote], ...calls.quotes } });
  const { person: hand, client } = renderPage(<QuotesPage />, { user: person("admin"), path: "/quotes" });
  await hand.click(await screen.findByRole("button", { name: "Convert to Order, Q-12" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Convert Quote to Order/ }));
  return {
    api,
    client,
    hand,
    dialog,
    type: (address: string) => hand.type(dialog.getByLabelText("Shipping address"), address),
    submit: () => hand.click(dialog.getByRole("button", { name: "Convert to Order" })),
  };
}

test("a conversion without an address displays the missing field and sends nothing", async () => {
  const { api, type, dialog, submit } = await openDialog({});
  await type("   ");
  await submit();
  await dialog.findByText("Please enter a shipping address");
  await findToast("Error: Please enter a shipping address");
  expect(api.asked("quotes", "convert")).toEqual([]);
});

test("the client's own address is offered, and the order is made", async () => {
  const { api, dialog, submit } = await openDialog({ clients: { list: () => [kestrel] }, quotes: { convert: () => order } });
  await dialog.findByDisplayValue("12 Mill Lane, Bristol");
  await submit();
  await screen.findByText("Quote converted");
  const link = screen.getByRole("link", { name: `Open order ${orderNumber(order.id)}` });
  expect(link.getAttribute("href")).toBe(`/orders?order=${order.id}`);
  expect(api.asked("quotes", "convert")[0]?.body).toEqual({ shippingAddress: "12 Mill Lane, Bristol", version: 1 });
});

test.each([
  ["what was typed wrongly stays, and what is said of it", "  ", { value: "  ", fault: true }],
  ["an empty field is filled", "", { value: "12 Mill Lane, Bristol", fault: false }],
])("an address that loads after Convert was pressed: %s", async (_what, typed, { value, fault }) => {
  let arrive = (_clients: (typeof kestrel)[]) => {};
  const clients = new Promise<(typeof kestrel)[]>((resolve) => {
    arrive = resolve;
  });
  const { type, dialog, submit, client } = await openDialog({ clients: { list: () => clients } });
  if (typed) await type(typed);
  await submit();
  await dialog.findByText("Please enter a shipping address");
  arrive([kestrel]);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  // The query's data renders one tick later.
  const shown = () => [
    dialog.getByLabelText<HTMLTextAreaElement>("Shipping address").value,
    dialog.queryByText("Please enter a shipping address") !== null,
  ];
  await waitFor(() => expect(shown()).toEqual([value, fault]));
});

test("a client without an address is asked for one when the order is made", async () => {
  const { api, hand, dialog, type, submit } = await openDialog({
    clients: { list: () => [{ ...kestrel, address: null }] },
    quotes: { convert: () => order },
  });
  await type("9 Ferry Road, Rye");
  await dialog.findByLabelText("For their invoices");
  await submit();
  await dialog.findByText("Please enter the company's address, for its invoices");
  await hand.type(dialog.getByLabelText("For their invoices"), "3 Works Yard, Hove");
  await submit();
  await screen.findByText("Quote converted");
  const sent = { shippingAddress: "9 Ferry Road, Rye", companyAddress: "3 Works Yard, Hove", version: 1 };
  expect(api.asked("quotes", "convert").map(({ body }) => body)).toEqual([sent]);
});

test("the server identifies which of two clients of one name has no address", async () => {
  const sentence = "Please enter your company's address, for your invoices";
  const { api, hand, dialog, type, submit } = await openDialog({
    clients: { list: () => [kestrel, { ...kestrel, id: 99, address: null }] },
    quotes: { convert: fails(400, sentence, { errors: [{ path: "companyAddress", message: sentence }] }) },
  });
  await type("9 Ferry Road, Rye");
  expect(dialog.queryByLabelText("For their invoices")).toBeNull();
  await submit();
  await passToast(`Error: ${sentence}`);
  await hand.type(await dialog.findByLabelText("For their invoices"), "3 Works Yard, Hove");
  api.answer({ quotes: { convert: () => order } });
  await submit();
  await screen.findByText("Quote converted");
  expect(api.asked("quotes", "convert").at(-1)?.body.companyAddress).toBe("3 Works Yard, Hove");
});

test("an expired quote is converted only after a confirmation", async () => {
  const { api, hand, type, dialog, submit } = await openDialog({ quotes: { convert: () => order } }, quoteRow({ validUntil: EXPIRED }));
  await type("1 Mill Lane");
  await submit();
  await dialog.findByText("Please confirm that the expired price still holds");
  await hand.click(dialog.getByRole("checkbox", { name: /Convert although it expired on 31 Jan 2026/ }));
  await submit();
  await screen.findByText("Quote converted");
  expect(api.asked("quotes", "convert")[0]?.body).toEqual({ shippingAddress: "1 Mill Lane", acceptExpired: true, version: 1 });
});

test("an order beyond the credit limit is converted only after a confirmation", async () => {
  const refusal = "Kestrel Homes would owe £5,300.00, £300.00 more than its limit of £5,000.00";
  const { api, hand, type, dialog, submit } = await openDialog({ quotes: { convert: fails(409, refusal, { overLimit: 300 }) } });
  await type("1 Mill Lane");
  expect(dialog.queryByRole("checkbox")).toBeNull();
  await submit();
  await passToast(`Error: ${refusal}`);
  expect(dialog.getByRole("alert").textContent).toBe(refusal);
  await submit();
  await dialog.findByText("Please confirm that they may owe more");
  await hand.click(dialog.getByRole("checkbox", { name: /Convert beyond their credit limit/ }));
  api.answer({ quotes: { convert: () => order } });
  await submit();
  await screen.findByText("Quote converted");
  expect(api.asked("quotes", "convert").at(-1)?.body).toEqual({ shippingAddress: "1 Mill Lane", acceptOverLimit: true, version: 1 });
});

test("a refusal is displayed, and the address remains", async () => {
  const refusal = "This quote was already converted to order ORD-4";
  const { type, dialog, submit } = await openDialog({ quotes: { convert: fails(409, refusal) } });
  await type("1 Mill Lane");
  await submit();
  await passToast(`Error: ${refusal}`);
  expect(dialog.getByRole("alert").textContent).toBe(refusal);
  dialog.getByDisplayValue("1 Mill Lane");
});

test("the retry after a lost reply has the same key", async () => {
  const { api, type, dialog, submit } = await openDialog({ quotes: { convert: losesReply } });
  await type("1 Mill Lane");
  await submit();
  await passToast("Error: Failed to convert quote");
  dialog.getByRole("alert");
  api.answer({ quotes: { convert: () => order } });
  await submit();
  await screen.findByText("Quote converted");
  const [first, second] = api.asked("quotes", "convert").map(({ idempotencyKey }) => idempotencyKey);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});

test("a conversion reloads the lists of quotes and orders", async () => {
  const { api, client, type, submit } = await openDialog({ quotes: { convert: () => order } });
  // An earlier screen has cached a list of orders.
  const orders = query("orders", "list", { query: { search: "" } });
  client.setQueryData(orders.queryKey, []);
  await type("1 Mill Lane");
  await submit();
  await waitFor(() => expect(client.getQueryState(orders.queryKey)?.isInvalidated).toBe(true));
  await waitFor(() => expect(api.asked("quotes", "list")).toHaveLength(2));
});

test("a day changed meanwhile is used by the order, and an ordered quote is not converted again", async () => {
  const now = (facts: Parameters<typeof quoteRow>[0]) => () => ({ ...quoteRow(facts), items: [], refunded: 0, note: null });
  const placed = { placedAt: "2026-11-10T10:00:00.000Z", shippingAddress: "4 Site Road, Bath", requiredBy: "2126-01-31" };
  const { api, dialog, type, submit, hand } = await openDialog({
    quotes: { convert: fails(409, "Changed by Cleo Marsh"), read: now({ ...placed, version: 2 }) },
  });
  await type("1 Office Street");
  await submit();
  await dialog.findByText("It is needed by 31 Jan 2126.");
  dialog.getByDisplayValue("1 Office Street");
  api.answer({ quotes: { read: now({ ...placed, version: 3, quoteStatus: "accepted", orderId: 12, orderStatus: "pending" }) } });
  await hand.click(dialog.getByRole("button", { name: "Convert to Order at £1,200.00" }));
  await dialog.findByText("It is order ORD-12 now.");
  expect(dialog.queryByRole("button", { name: /^Convert to Order/ })).toBeNull();
  // An omitted day leaves the order's day unchanged.
  expect(api.asked("quotes", "convert")[1]?.body).toEqual({ shippingAddress: "1 Office Street", version: 2 });
});
