import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { UNREADABLE_DAY } from "#client/lib/day-text.ts";
import { settleUndo } from "#client/lib/undo.ts";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast, passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Quote } from "../quote-actions.ts";
import { quoteItem, quoteRow } from "../quote-samples.ts";
import QuotesPage from "../quotes-page.tsx";

const OWN_ADDRESS = "12 Mill Lane, Bristol BS1 4QA";
const PLACED = { placedAt: "2026-11-10T10:00:00.000Z", shippingAddress: "4 Site Road, Bath", requiredBy: "2126-01-31" };

/** The details of one quote, with each change applied. */
async function openDetails(facts: Partial<Quote>, calls: Parameters<typeof fakeApi>[0]["quotes"] = {}, user = person("customer")) {
  let quote = quoteRow(facts);
  const api = fakeApi({
    clients: { list: () => [] },
    quotes: {
      list: () => [quote],
      read: () => ({ ...quote, items: [quoteItem], refunded: 0, note: null }),
      items: () => [quoteItem],
      ...calls,
    },
  });
  const { person: hand } = renderPage(<QuotesPage />, { user, path: "/quotes?quote=12" });
  const details = within(await screen.findByRole("dialog", { name: "Quote Details Q-12" }));
  await details.findByRole("button", { name: "More actions for Q-12" });
  return {
    api,
    hand,
    details,
    becomes: (changed: Partial<Quote>) => {
      quote = quoteRow(changed);
      return quote;
    },
    choose: async (item: string) => {
      await hand.click(details.getByRole("button", { name: "More actions for Q-12" }));
      await hand.click(await screen.findByRole("menuitem", { name: item }));
    },
  };
}

test("a draft is placed with the company's address and a day, and its details name the next step", async () => {
  const { api, hand, details, becomes } = await openDetails({});
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  // The field has a non-breaking space in the postcode; the request has a plain space.
  expect(dialog.getByDisplayValue(OWN_ADDRESS)).toHaveProperty("value", OWN_ADDRESS.replace("BS1 4QA", "BS1\u00a04QA"));
  dialog.getByText("What happens next: we check it, make it an order and notify you by email.");
  fireEvent.change(dialog.getByLabelText(/^Needed by/), { target: { value: "2126-01-31" } });
  api.answer({ quotes: { place: () => becomes(PLACED) } });
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await screen.findByText("Order placed");
  const [asked] = api.asked("quotes", "place");
  expect(asked?.body).toEqual({ shippingAddress: OWN_ADDRESS, requiredBy: "2126-01-31", version: 1 });
  expect(asked?.idempotencyKey).toBeTruthy();
  await screen.findByText(/^It was placed on 10 Nov 2026, needed by 31 Jan 2126\./);
  expect(details.queryByRole("button", { name: "Place order" })).toBeNull();
  details.getByText("4 Site Road, Bath");
});

test("Place order begins with the address of the site, which the person may change", async () => {
  const { hand, details } = await openDetails({ siteAddress: "4 Orchard Lane, Lewes" });
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  expect(dialog.getByLabelText("Shipping address")).toHaveProperty("value", "4 Orchard Lane, Lewes");
  dialog.getByText("The address of the site. Change it if the shutters go somewhere else.");
});

test("Place order names the windows with overridden measurement checks", async () => {
  const kept = { ...quoteItem, id: 2, name: "Bed 3", widthM: 0.119, heightM: 0.105, overriddenChecks: ["too-low", "panel-too-narrow"] };
  const items = [quoteItem, kept];
  const read = () => ({ ...quoteRow({}), items, refunded: 0, note: null });
  const { hand, details } = await openDetails({}, { read, items: () => items });
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  await dialog.findByText("2 measures to check: Bed 3, 119 × 105 mm");
});

test("a past day and a missing address have errors at their fields", async () => {
  const { api, hand, details } = await openDetails({}, {}, person("customer", { address: null }));
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  fireEvent.change(dialog.getByLabelText(/^Needed by/), { target: { value: "2026-01-31" } });
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await dialog.findByText("The date you need it by must be in the future");
  dialog.getByText("Please enter a shipping address");
  dialog.getByText("Please enter your company's address, for your invoices");
  expect(api.asked("quotes", "place")).toEqual([]);
});

test("an incomplete day is not no day, and correcting it clears the error", async () => {
  const { api, hand, details } = await openDetails({});
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  const field = dialog.getByLabelText(/^Needed by/);
  await hand.type(field, "31 Jan 212{Enter}");
  await dialog.findByText(UNREADABLE_DAY);
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  expect(api.asked("quotes", "place")).toEqual([]);
  api.answer({ quotes: { place: () => quoteRow(PLACED) } });
  await hand.type(field, "6");
  expect(dialog.queryByText(UNREADABLE_DAY)).toBeNull();
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await screen.findByText("Order placed");
  expect(api.asked("quotes", "place")[0]?.body.requiredBy).toBe("2126-01-31");
});

test("a company without an address stores one with its first order, apart from the delivery's", async () => {
  const { api, hand, details } = await openDetails({}, { place: () => quoteRow(PLACED) }, person("customer", { address: null }));
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  fireEvent.change(dialog.getByLabelText("Shipping address"), { target: { value: "9 Ferry Road, Rye" } });
  fireEvent.change(dialog.getByLabelText("For your invoices"), { target: { value: " 1 A " } });
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await dialog.findByText("Please enter your company's address, for your invoices");
  fireEvent.change(dialog.getByLabelText("For your invoices"), { target: { value: "3 Works Yard, Hove" } });
  api.answer({ accounts: { current: () => ({ user: person("customer", { address: "3 Works Yard, Hove" }) }) } });
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await screen.findByText("Order placed");
  const sent = { shippingAddress: "9 Ferry Road, Rye", companyAddress: "3 Works Yard, Hove", requiredBy: null, version: 1 };
  expect(api.asked("quotes", "place").map(({ body }) => body)).toEqual([sent]);
  // The session is loaded again after the change.
  expect(api.asked("accounts", "current")).toHaveLength(1);
});

test("a company with an address is not asked for one", async () => {
  const { hand, details } = await openDetails({});
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  expect(dialog.queryByLabelText("For your invoices")).toBeNull();
});

test("a person who may not order reads whom to ask, and Place order disappears after a refusal", async () => {
  const sentence = "Ask Sian Price to place this order";
  const { hand, details } = await openDetails({}, { place: fails(403, sentence) });
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await passToast(`Error: ${sentence}`);
  expect(dialog.getByRole("alert").textContent).toBe(sentence);
  dialog.getByDisplayValue(OWN_ADDRESS);
  expect(dialog.queryByRole("button", { name: "Place order" })).toBeNull();
  expect(dialog.queryByText(/^What happens next/)).toBeNull();
});

test("a quote changed after it was read is displayed with its new total before it can be placed", async () => {
  const sentence = "This quote was changed by Cleo Marsh while you were editing it";
  const { api, hand, details, becomes } = await openDetails({}, { place: fails(409, sentence) });
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  becomes({ version: 2, finalTotal: 346453.2, itemCount: 3 });
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await dialog.findByText("The total was £1,200.00 and is now £346,453.20 including VAT.");
  dialog.getByText(/^It had .* and now has 3 windows\.$/);
  dialog.getByText(sentence);
  expect(api.asked("quotes", "place").map(({ body }) => body.version)).toEqual([1]);
  api.answer({ quotes: { place: () => becomes({ ...PLACED, version: 3 }) } });
  await hand.click(dialog.getByRole("button", { name: "Place order at £346,453.20" }));
  await screen.findByText("Order placed");
  expect(api.asked("quotes", "place").map(({ body }) => body.version)).toEqual([1, 2]);
});

test("the dialog starts from a colleague's placing that happened meanwhile", async () => {
  const { api, hand, details, becomes } = await openDetails({}, { place: fails(409, "Changed by Cleo Marsh") });
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  becomes({ ...PLACED, version: 2 });
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await dialog.findByText("It is needed by 31 Jan 2126.");
  dialog.getByDisplayValue("4 Site Road, Bath");
  api.answer({ quotes: { place: () => becomes({ ...PLACED, version: 3 }) } });
  await hand.click(dialog.getByRole("button", { name: "Save at £1,200.00" }));
  await screen.findByText("Delivery changed");
  expect(api.asked("quotes", "place")[1]?.body).toEqual({ shippingAddress: "4 Site Road, Bath", requiredBy: "2126-01-31", version: 2 });
});

test("a typed day remains when a colleague placed the quote with another day", async () => {
  const { hand, details, becomes } = await openDetails({}, { place: fails(409, "Changed by Cleo Marsh") });
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  fireEvent.change(dialog.getByLabelText(/^Needed by/), { target: { value: "2126-03-01" } });
  becomes({ ...PLACED, version: 2 });
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await dialog.findByText("It is needed by 31 Jan 2126.");
  dialog.getByDisplayValue("1 Mar 2126");
});

test.each<[string, Partial<Quote>, string]>([
  ["an order", { quoteStatus: "accepted", orderId: 12, orderStatus: "pending" }, "It is order ORD-12 now."],
  ["withdrawn", { quoteStatus: "declined", withdrawnAt: "2026-11-11T10:00:00.000Z", version: 2 }, "It is withdrawn now."],
])("a quote that is %s meanwhile can't be placed any more", async (_what, facts, sentence) => {
  const { hand, details, becomes } = await openDetails({}, { place: fails(409, "It cannot be placed") });
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  becomes(facts);
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await dialog.findByText(sentence);
  dialog.getByText("Nothing was sent.");
  expect(dialog.queryByRole("button", { name: /^(Place order|Save)/ })).toBeNull();
  expect(dialog.queryByText(/^What happens next/)).toBeNull();
});

test("a placed quote is changed, starting from its present values", async () => {
  const { api, hand, details } = await openDetails(PLACED, { place: () => quoteRow(PLACED) });
  await hand.click(details.getByRole("button", { name: "Change delivery" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change delivery Q-12" }));
  await hand.type(dialog.getByDisplayValue("4 Site Road, Bath"), " BA1 1AA");
  fireEvent.change(dialog.getByDisplayValue("31 Jan 2126"), { target: { value: "" } });
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Delivery changed");
  expect(api.asked("quotes", "place")[0]?.body).toEqual({ shippingAddress: "4 Site Road, Bath BA1 1AA", requiredBy: null, version: 1 });
});

test("the details never break a line inside a postcode", async () => {
  const { details } = await openDetails({ ...PLACED, shippingAddress: "4 Site Road, Bath BA1 1AA" });
  expect(details.getByText(/^4 Site Road/).querySelector(".whitespace-nowrap")?.textContent).toBe("BA1 1AA");
});

test("a placed quote can be withdrawn by its customer", async () => {
  const { api, hand, choose } = await openDetails(PLACED, { takeBack: () => null });
  await choose("Take back");
  await hand.click(within(await screen.findByRole("alertdialog", { name: "Take back Q-12" })).getByRole("button", { name: "Take back" }));
  await screen.findByText("Order taken back");
  expect(api.asked("quotes", "takeBack")[0]?.params).toEqual({ id: "12" });
});

test.each<[string, Partial<Quote>, boolean]>([
  ["expired", { quoteStatus: "sent", validUntil: "2026-01-01T23:59:59.999Z" }, true],
  ["closed", { quoteStatus: "declined" }, true],
  ["sent", { quoteStatus: "sent" }, false],
])("a quote that is %s has Duplicate beside the menu only if nothing else is left to do", async (_what, facts, beside) => {
  const { hand, details } = await openDetails(facts);
  expect(details.queryByRole("button", { name: "Duplicate" }) !== null).toBe(beside);
  await hand.click(details.getByRole("button", { name: "More actions for Q-12" }));
  expect(screen.queryByRole("menuitem", { name: "Duplicate" }) === null).toBe(beside);
  await screen.findByRole("menuitem", { name: "Quotation (PDF)" });
});

test("an unplaced draft is withdrawn without a question, and sent once Undo expires", async () => {
  const { api, details, choose, becomes } = await openDetails({ version: 3 });
  api.answer({ quotes: { changeStatus: () => becomes({ quoteStatus: "declined", withdrawnAt: "2026-11-12T10:00:00.000Z" }) } });
  await choose("Withdraw");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await details.findByText("This quote was withdrawn. Duplicate it to have the same windows at today's prices.");
  // The list behind the details shows the withdrawal too.
  expect(screen.getAllByText("Withdrawn", { selector: "td *" })).toHaveLength(1);
  expect(api.asked("quotes", "changeStatus")).toEqual([]);
  await act(() => settleUndo());
  expect(api.asked("quotes", "changeStatus").map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: "12" }, body: { quoteStatus: "declined", version: 3 } },
  ]);
  details.getByText("This quote was withdrawn. Duplicate it to have the same windows at today's prices.");
});

test("an undone withdrawal is never sent", async () => {
  const { api, hand, details, choose } = await openDetails({});
  await choose("Withdraw");
  await details.findByText("Q-12 withdrawn");
  await hand.click(details.getByRole("button", { name: "Undo" }));
  details.getByRole("button", { name: "Place order" });
  await act(() => settleUndo());
  expect([screen.queryByText("Withdrawn"), api.asked("quotes", "changeStatus")]).toEqual([null, []]);
});

test("a withdrawal that comes too late displays the reason and the server's state", async () => {
  const refused = "This quote was changed by Sian Price while you were editing it";
  const { details, choose, becomes } = await openDetails({}, { changeStatus: fails(409, refused) });
  await choose("Withdraw");
  await details.findByText("Q-12 withdrawn");
  becomes(PLACED);
  await act(() => settleUndo());
  await findToast(`Error: ${refused}`);
  await details.findByText(/^It was placed on 10 Nov 2026/);
});

test("a placed draft is withdrawn after a question, because people are notified", async () => {
  const { api, hand, choose } = await openDetails(PLACED, { changeStatus: () => quoteRow({ quoteStatus: "declined" }) });
  await choose("Withdraw");
  await screen.findByText(/and so is the order that you placed/);
  await hand.click(screen.getByRole("button", { name: "Withdraw quote" }));
  await screen.findByText("Quote withdrawn");
  expect(api.asked("quotes", "changeStatus")[0]?.body).toEqual({ quoteStatus: "declined" });
});

test("a quote withdrawn by its company is labelled withdrawn, not declined or unpaid", async () => {
  const { details } = await openDetails({ quoteStatus: "declined", withdrawnAt: "2026-11-12T10:00:00.000Z" });
  details.getByText("This quote was withdrawn. Duplicate it to have the same windows at today's prices.");
  expect(details.getAllByText("Withdrawn")).toHaveLength(2);
  expect(details.queryByText("Unpaid")).toBeNull();
  expect(screen.queryByText("Declined", { selector: "td *" })).toBeNull();
});

test("a colleague who may not order asks another in one press, and has no refused button", async () => {
  const colleague = person("customer", { mayOrder: false, orderedBy: "Ada Larch" });
  const { api, hand, details } = await openDetails({ quoteStatus: "sent" }, { askToPlace: () => null }, colleague);
  details.getByText(/Ada Larch can place it\.$/);
  expect(details.queryByRole("button", { name: /Place|Pay|Accept|Decline/ })).toBeNull();
  await hand.click(details.getByRole("button", { name: "Ask Ada Larch to place it" }));
  await screen.findByText("Ada Larch was asked to place it");
  expect(api.asked("quotes", "askToPlace")[0]?.params).toEqual({ id: "12" });
  expect(details.getByRole<HTMLButtonElement>("button", { name: "Ada Larch was asked" }).disabled).toBe(true);
});

test("a direct order names itself in the toast after placing", async () => {
  const direct = { ...PLACED, quoteStatus: "accepted", orderId: 4, orderStatus: "pending" } as const;
  const { api, hand, details, becomes } = await openDetails({}, {}, person("customer", { directOrders: true }));
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  dialog.getByText("What happens next: it goes straight to the workshop, and can be paid at once.");
  api.answer({ quotes: { place: () => becomes(direct) } });
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await screen.findByText("Order placed: it is ORD-4");
  await details.findByRole("button", { name: "Pay £1,200.00, Q-12" });
});

test("the office converts a placed quote with its placed details", async () => {
  const { api, hand, details } = await openDetails(PLACED, { convert: fails(409, "not now") }, person("admin"));
  await hand.click(details.getByRole("button", { name: "Convert to Order" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Convert Quote to Order/ }));
  dialog.getByDisplayValue("4 Site Road, Bath");
  dialog.getByDisplayValue("31 Jan 2126");
  await hand.click(dialog.getByRole("button", { name: "Convert to Order" }));
  await passToast("Error: not now");
  expect(api.asked("quotes", "convert")[0]?.body).toEqual({ shippingAddress: "4 Site Road, Bath", version: 1 });
});

test("placing displays the delivery day; an earlier day needs one confirmation", async () => {
  const SOONER = "This is sooner than the 4 weeks that Basswood Classic takes. The office will tell you whether it can be done.";
  const leadTime = { weeks: 4, shutterType: "Basswood Classic" };
  const { api, hand, details, becomes } = await openDetails(
    {},
    { read: () => ({ ...quoteRow(), items: [quoteItem], refunded: 0, note: null, leadTime }) },
  );
  await details.findByText("About 4 weeks from your order");
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  await dialog.findByText(/^About 4 weeks: by [A-Z][a-z]{2} \d+ [A-Z][a-z]+\./);
  fireEvent.change(dialog.getByLabelText(/^Needed by/), { target: { value: "2126-01-31" } });
  const asks = ({ body }: { body: { confirmed?: boolean | undefined } }) =>
    body.confirmed ? becomes(PLACED) : fails(409, SOONER, { leadWeeks: 4 })();
  api.answer({ quotes: { place: asks } });
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await dialog.findByText(SOONER);
  await hand.click(dialog.getByRole("button", { name: "Place order anyway" }));
  await screen.findByText("Order placed");
  expect(api.asked("quotes", "place").map(({ body }) => body.confirmed)).toEqual([undefined, true]);
});

test("a quote that differs from its accepted quotation is placed after reading the list only", async () => {
  const { api, hand, details, becomes } = await openDetails({});
  await hand.click(details.getByRole("button", { name: "Place order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place order Q-12" }));
  const differences = [{ window: "Kitchen", what: "Size", before: "615 mm wide", after: "1,615 mm wide" }];
  const asks = ({ body }: { body: { acceptedDifferences?: boolean | undefined } }) =>
    body.acceptedDifferences ? becomes(PLACED) : fails(409, "This is not what Mrs Hughes accepted", { differences })();
  api.answer({ quotes: { place: asks } });
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await dialog.findByText("This is not what Mrs Hughes accepted");
  expect(within(dialog.getByRole("list", { name: "Differences" })).getByRole("listitem").textContent).toBe(
    "Kitchen: size 615 mm wide → 1,615 mm wide",
  );
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await dialog.findByText("Please confirm that you have read the differences");
  await hand.click(dialog.getByRole("checkbox", { name: /^Place it anyway/ }));
  await hand.click(dialog.getByRole("button", { name: "Place order" }));
  await screen.findByText("Order placed");
  expect(api.asked("quotes", "place").map(({ body }) => body.acceptedDifferences)).toEqual([undefined, true]);
});
