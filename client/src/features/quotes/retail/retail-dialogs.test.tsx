import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { business, quoteItem, quoteRow } from "../quote-samples.ts";
import QuotesPage from "../quotes-page.tsx";
import type { Quotation } from "./link-standing.tsx";

/** Tests of the fitter's quotation to his own customer. */

const trade = { ...quoteRow({ id: 12, customerName: "Mrs Hughes" }), subtotal: 100, tax: 20, finalTotal: 120 };
const items = [{ ...quoteItem, quantity: 1, itemTotalPrice: 100 }];
/** A quotation for one window that costs £100, at 50 % with fitting of £60. */
const quotation = (facts: Partial<Quotation> = {}): Quotation => ({
  version: 3,
  revision: 1,
  customer: { name: "Mrs Hughes", email: "hughes@home.example", address: "4 Orchard Lane" },
  windows: [{ itemId: 1, name: "Kitchen", price: 150, typedOver: false }],
  fitting: { price: 60, typedOver: false, computed: 60 },
  extras: [],
  vatRegistered: true,
  markupPercent: 50,
  depositPercent: 40,
  subtotal: 210,
  vat: 42,
  total: 252,
  deposit: 100.8,
  cost: 100,
  margin: 110,
  marginPercent: 52.4,
  moved: [],
  differences: [],
  accepted: null,
  links: [],
  questions: [],
  ...facts,
});
const link = (facts: Partial<Quotation["links"][number]> = {}): Quotation["links"][number] => ({
  id: 5,
  revision: 1,
  createdAt: "2026-11-20T10:00:00.000Z",
  expiresAt: "2026-12-20T23:59:59.999Z",
  state: "open",
  openedAt: null,
  opens: 0,
  decidedAt: null,
  acceptance: null,
  reason: null,
  reference: "1A2B3C4D",
  ...facts,
});

async function open(shown: Quotation, calls: Parameters<typeof fakeApi>[0]["retail"] = {}, windows = items) {
  const api = fakeApi({
    quotes: { list: () => [trade], read: () => ({ ...trade, note: null, items: windows, refunded: 0 }), items: () => windows },
    retail: { business: () => business, read: () => shown, ...calls },
  });
  const { person: user } = renderPage(<QuotesPage />, { user: person("customer"), path: "/quotes?quote=12" });
  const details = within(await screen.findByRole("dialog", { name: "Quote Details Q-12" }));
  await details.findByText("For your customer");
  return { api, user, details };
}
const pressed = async (shown: Quotation, name: string, calls?: Parameters<typeof fakeApi>[0]["retail"], windows = items) => {
  const opened = await open(shown, calls, windows);
  await opened.user.click(await opened.details.findByRole("button", { name }));
  return { ...opened, dialog: within(await screen.findByRole("dialog", { name: `${name} Q-12` })) };
};
/** The text of a figure's definition. */
const figure = (dialog: ReturnType<typeof within>, term: RegExp) => dialog.getByText(term).nextElementSibling?.textContent;

test("the quote displays the fitter's price, his margin and that nothing was sent yet", async () => {
  const { details } = await open(quotation());
  expect(await details.findByText("£252.00")).toBeTruthy();
  details.getByText("£110.00 (52.4 %)");
  details.getByText("Not sent yet");
});

test("total and margin follow each key, and only typed prices are sent", async () => {
  const { api, user, dialog } = await pressed(quotation(), "Prices and margin", { save: () => quotation() });
  const price = await dialog.findByLabelText<HTMLInputElement>("Price of Kitchen");
  expect([price.value, price.placeholder]).toEqual(["", "150.00"]);
  expect([figure(dialog, /^Total/), figure(dialog, /^Your margin/)]).toEqual(["£252.00", "£110.00 · 52.4 %"]);
  await user.type(price, "180");
  expect([figure(dialog, /^Total/), figure(dialog, /^Your margin/)]).toEqual(["£288.00", "£140.00 · 58.3 %"]);
  await user.clear(dialog.getByLabelText("Markup"));
  await user.type(dialog.getByLabelText("Markup"), "0");
  // A typed price overrides the calculated one.
  expect([price.placeholder, figure(dialog, /^Total/)]).toEqual(["100.00", "£288.00"]);
  await user.click(dialog.getByRole("button", { name: "Add an extra" }));
  await user.type(dialog.getByLabelText("What"), "Blinds taken away");
  await user.type(dialog.getByLabelText("Price of the extra"), "-20");
  await user.tab();
  expect(document.activeElement).toBe(dialog.getByLabelText("Your customer may choose it"));
  await user.click(dialog.getByRole("button", { name: "Remove the extra" }));
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  expect(figure(dialog, /^Your margin/)).toBe("£120.00 · 54.5 %");
  await user.click(dialog.getByRole("button", { name: "Save quotation" }));
  await waitFor(() => expect(api.asked("retail", "save")).toHaveLength(1));
  expect(api.asked("retail", "save")[0]?.body).toMatchObject({
    version: 3,
    windows: [{ itemId: 1, price: 180 }],
    fitting: { price: null },
    markupPercent: 0,
    extras: [{ text: "Blinds taken away", price: -20, optional: false }],
  });
});

test("an unreadable price has an error at its field, and no figures are calculated", async () => {
  const { api, user, dialog } = await pressed(quotation(), "Prices and margin");
  await user.type(await dialog.findByLabelText("Price of Kitchen"), "about 200");
  expect(dialog.queryByText(/^Your margin/)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Save quotation" }));
  expect(await dialog.findByText("A price must be from £0 to £100,000")).toBeTruthy();
  expect(api.asked("retail", "save")).toEqual([]);
});

test("a refusal is displayed above the actions, and the typed text remains", async () => {
  const save = fails(409, "This quotation was accepted");
  const { user, dialog } = await pressed(quotation(), "Prices and margin", { save });
  await user.type(await dialog.findByLabelText("Price of Kitchen"), "180");
  await user.click(dialog.getByRole("button", { name: "Save quotation" }));
  expect((await dialog.findAllByText("This quotation was accepted")).length).toBeGreaterThan(0);
  expect(dialog.getByLabelText<HTMLInputElement>("Price of Kitchen").value).toBe("180");
});

test("the thread displays the answers, and sends an answer to an open question", async () => {
  const at = "2026-11-26T10:00:00.000Z";
  const waiting = { id: 8, at, text: "And in nickel?", answer: null };
  const questions = [{ id: 7, at, text: "In brass?", answer: { at, text: "Yes, of course." } }, waiting];
  const { api, user, details } = await open(quotation({ questions }), {
    answer: () => ({ ...waiting, answer: { at, text: "In nickel too." } }),
  });
  await details.findByText("Yes, of course.");
  expect(details.getAllByLabelText("Your answer")).toHaveLength(1);
  await user.click(details.getByRole("button", { name: "Send answer" }));
  expect(await details.findByText("Please enter your answer")).toBeTruthy();
  await user.type(details.getByLabelText("Your answer"), "In nickel too.");
  await user.click(details.getByRole("button", { name: "Send answer" }));
  await waitFor(() => expect(api.asked("retail", "answer")).toHaveLength(1));
  expect(api.asked("retail", "answer")[0]).toMatchObject({ params: { id: "12", questionId: "8" }, body: { text: "In nickel too." } });
});

test("the quotation goes to its customer; the link is displayed once, to be copied", async () => {
  const made = { id: 5, url: "https://tiltrod.test/r/abc", revision: 1, expiresAt: "2026-12-20T23:59:59.999Z" };
  const { api, user, dialog } = await pressed(quotation(), "Send to your customer", { createLink: () => made });
  expect(dialog.getByLabelText<HTMLInputElement>(/^Email it to/).value).toBe("hughes@home.example");
  await user.click(dialog.getByRole("button", { name: "Make the link" }));
  expect(await dialog.findByText("It was emailed to hughes@home.example in your name.")).toBeTruthy();
  dialog.getByText(made.url);
  dialog.getByRole("button", { name: "Copy link" });
  expect(dialog.queryByRole("button", { name: "Make the link" })).toBeNull();
  expect(api.asked("retail", "createLink")[0]?.body).toEqual({ sendTo: "hughes@home.example" });
});

test("sending names the windows with overridden measurement checks before the link is made", async () => {
  const kept = items.map((item) => ({ ...item, name: "Bed 3", widthM: 0.119, heightM: 0.105, overriddenChecks: ["too-low"] }));
  const { dialog } = await pressed(quotation(), "Send to your customer", {}, kept);
  await dialog.findByText("1 measure to check: Bed 3, 119 × 105 mm");
  dialog.getByRole("button", { name: "Make the link" });
});

test("a quotation without an email is a link to forward; an invalid email has an error", async () => {
  const made = { id: 5, url: "https://tiltrod.test/r/abc", revision: 1, expiresAt: "2026-12-20T23:59:59.999Z" };
  const { api, user, dialog } = await pressed(quotation(), "Send to your customer", { createLink: () => made });
  const field = dialog.getByLabelText(/^Email it to/);
  await user.clear(field);
  await user.type(field, "hughes");
  await user.click(dialog.getByRole("button", { name: "Make the link" }));
  expect(await dialog.findByText("Please enter a valid email address")).toBeTruthy();
  await user.clear(field);
  await user.click(dialog.getByRole("button", { name: "Make the link" }));
  expect(await dialog.findByText("Pass this link on. It is displayed only once.")).toBeTruthy();
  expect(api.asked("retail", "createLink")[0]?.body).toEqual({});
});

test("only an open link can be withdrawn", async () => {
  const links = [link({ openedAt: "2026-11-21T10:00:00.000Z", opens: 2 }), link({ id: 4, state: "superseded" })];
  const { api, user, dialog } = await pressed(quotation({ links }), "Send to your customer", { revokeLink: () => null });
  const rows = within(dialog.getByRole("list", { name: "Links" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Revision 1: Open until 20 Dec.*, opened 2 timesRevoke$/),
    expect.stringMatching(/^Revision 1: A newer one was sent\s*$/),
  ]);
  await user.click(dialog.getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(api.asked("retail", "revokeLink")).toMatchObject([{ params: { id: "12", linkId: "5" } }]));
});

test("changed prices are named, and block sending until they are reviewed", async () => {
  const moved = [
    { itemId: 1, name: "Kitchen", before: 150, after: 165 },
    { itemId: 2, name: "Hall", before: null, after: 90 },
    { itemId: 3, name: "Loft", before: 70, after: 70 },
    { itemId: 4, name: "Porch", before: 70, after: null },
  ];
  const { details } = await open(quotation({ moved }));
  await details.findByText("Prices have changed: look at the quotation first");
  details.getByText("Kitchen was £150.00, now £165.00. Hall is new. Loft stays at £70.00, as typed. Porch was removed.");
  expect(details.getByRole("button", { name: "Send to your customer" })).toHaveProperty("disabled", true);
});

test("an acceptance displays name, amount and day, and the quotation can't be changed any more", async () => {
  const accepted = link({
    state: "accepted",
    decidedAt: "2026-12-03T10:00:00.000Z",
    acceptance: { name: "Mrs Hughes", email: null, extras: [0], total: 4310 },
  });
  const figures = { subtotal: 3591.67, vat: 718.33, total: 4310, deposit: 1724, cost: 1500, margin: 2091.67, marginPercent: 58.2 };
  const fixed = { name: "Mrs Hughes", at: "2026-12-03T10:00:00.000Z", ...figures };
  const { details } = await open(quotation({ links: [accepted], accepted: fixed }));
  await details.findByText("Mrs Hughes accepted £4,310.00 on 3 December");
  details.getByText("£2,091.67 (58.2 %)");
  details.getByText("£1,724.00");
  expect(details.queryByText("£110.00 (52.4 %)")).toBeNull();
  expect([details.queryByRole("button", { name: "Prices and margin" }), details.queryByRole("button", { name: /^Send to/ })]).toEqual([
    null,
    null,
  ]);
});

const DIFFERENCES = [
  { window: null, what: "Total", before: "£252.00", after: "£300.00" },
  { window: "Kitchen", what: "Size", before: "615 mm wide × 1,050 mm high", after: "1,615 mm wide × 1,050 mm high" },
  { window: "Loft", what: "Window", before: "", after: "500 mm wide × 600 mm high" },
];

test("an open link with another content is listed, with the button for a new version", async () => {
  const { details, user } = await open(quotation({ links: [link()], differences: DIFFERENCES }));
  const list = within(await details.findByRole("list", { name: "Differences" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Total £252.00 → £300.00",
    "Kitchen: size 615 mm wide × 1,050 mm high → 1,615 mm wide × 1,050 mm high",
    "Loft: window added: 500 mm wide × 600 mm high",
  ]);
  await user.click(details.getByRole("button", { name: "Send the new version" }));
  await screen.findByRole("dialog", { name: "Send to your customer Q-12" });
});

test("a new version with changed prices is reviewed before it is sent", async () => {
  const moved = [{ itemId: 1, name: "Kitchen", before: 150, after: 165 }];
  const { details, user } = await open(quotation({ links: [link()], differences: DIFFERENCES, moved }), { save: () => quotation() });
  await user.click(await details.findByRole("button", { name: "Send the new version" }));
  const prices = within(await screen.findByRole("dialog", { name: "Prices and margin Q-12" }));
  await user.click(await prices.findByRole("button", { name: "Save quotation" }));
  await screen.findByRole("dialog", { name: "Send to your customer Q-12" });
});

test("a quote that differs from the accepted quotation lists the differences, not Place order", async () => {
  const accepted = link({
    state: "accepted",
    decidedAt: "2026-12-03T10:00:00.000Z",
    acceptance: { name: "Mrs Hughes", email: null, extras: [], total: 252 },
  });
  const { details } = await open(quotation({ links: [accepted], differences: DIFFERENCES }));
  await details.findByText("This is not what Mrs Hughes accepted");
  expect(within(details.getByRole("list", { name: "Differences" })).getAllByRole("listitem")).toHaveLength(3);
  expect(details.queryByText("Place the order as it is now.")).toBeNull();
});

test("the list displays the name of an accepted quotation's homeowner, and its total", async () => {
  const accepted = { ...trade, acceptedBy: { name: "Mrs Hughes", total: 10_301.74 } };
  fakeApi({ quotes: { list: () => [accepted] } });
  renderPage(<QuotesPage />, { user: person("customer"), path: "/quotes" });
  const row = await screen.findByRole("row", { name: /Q-12/ });
  expect(row.textContent).toContain("Accepted by Mrs Hughes · £10,301.74");
});

test("the list displays the number of unanswered questions", async () => {
  fakeApi({ quotes: { list: () => [{ ...trade, unansweredQuestions: 2 }] } });
  renderPage(<QuotesPage />, { user: person("customer"), path: "/quotes" });
  const row = await screen.findByRole("row", { name: /Q-12/ });
  expect(row.textContent).toContain("2 questions");
});

test("a homeowner's refusal is displayed with its reason", async () => {
  const declined = link({ state: "declined", decidedAt: "2026-12-03T10:00:00.000Z", reason: "Too dear" });
  const { details } = await open(quotation({ links: [declined] }));
  await details.findByText("Your customer declined it");
  details.getByText("Too dear");
});

test("a company without business details gets a link to them, and no quotation is requested", async () => {
  const { api, details } = await open(quotation(), { business: () => ({ ...business, saved: false }) });
  expect((await details.findByRole("link", { name: "Fill in your business details first" })).getAttribute("href")).toBe(
    "/settings?tab=retail",
  );
  expect(api.asked("retail", "read")).toEqual([]);
});
