import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { fails } from "#client/testing/fake-api.ts";
import { findFailure } from "#client/testing/find-toast.ts";
import { orderDetails, orderRow } from "#client/testing/rows.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import { MAKING_OPTIONS, product, quoteItem, quoteRow } from "../quote-samples.ts";
import { type Form, openNewQuote, openQuoteForm } from "../testing-quote-form.tsx";

const stored = { ...quoteRow({ jobName: "Elm Road", poNumber: "PO-7" }), note: "Ring first", refunded: 0 };
const windows = [
  { ...quoteItem, widthM: 1.2055, heightM: 2.1, overriddenChecks: ["needs-mid-rail"] },
  { ...quoteItem, ...MAKING_OPTIONS, id: 2, name: "Bay", frameType: "z-frame" as const, quantity: 3 },
];

test("a quote again copies windows and job name at today's prices, without PO number and note", async () => {
  const { api, form, submit } = await openQuoteForm(
    { quotes: { read: () => ({ ...stored, items: windows }) }, products: { list: () => [product({ basePricePerM2: 160 })] } },
    "customer",
    { kind: "again", quoteId: 12 },
  );
  form.getByDisplayValue("Elm Road");
  const asked = api.made.map(({ call }) => call).filter((call) => call !== "products.list");
  expect(asked.filter((call) => call !== "quotes.readyDay")).toEqual(["quotes.read"]);
  await submit();
  await screen.findByText("Details of Q-12");
  const body = api.asked("quotes", "create")[0]?.body;
  expect([body?.jobName, body?.poNumber, body?.note, body?.userId]).toEqual(
    ["Elm Road", undefined, undefined, 7].slice(0, 3).concat(undefined),
  );
  expect(
    body?.items.map(({ name, widthM, heightM, frameType, quantity, pricePerM2 }) => [
      name,
      widthM,
      heightM,
      frameType,
      quantity,
      pricePerM2,
    ]),
  ).toEqual([
    ["Kitchen", 1.2055, 2.1, "l-frame", 1, 160],
    ["Bay", 1.2, 0.9, "z-frame", 3, 160],
  ]);
  expect(body?.items[0]?.overriddenChecks).toEqual(["needs-mid-rail"]);
  expect(body?.items[1]).toMatchObject(MAKING_OPTIONS);
});

test("an order again, for staff, is for the same customer", async () => {
  const order = orderDetails(
    orderRow({ jobName: "Elm Road", user: { id: 31, companyName: "Harbour Blinds", contactName: "Sian Price" } }),
    windows,
  );
  const calls = { orders: { read: () => order }, quotes: { read: () => ({ ...stored, items: [quoteItem], ...HOUSE }) } };
  const { user, form } = await openQuoteForm(calls, "admin", { kind: "again", orderId: 5 });
  expect(form.getByRole<HTMLInputElement>("combobox", { name: "Customer" }).value).toBe("Harbour Blinds");
  expect(houseIn(form)).not.toBeNull();
  await user.click(form.getByRole("button", { name: "Edit the customer" }));
  expect(form.getByLabelText<HTMLTextAreaElement>(/^Site address/).value).toBe("4 Orchard Lane, Lewes");
  form.getByRole("region", { name: "Window 1 of 2" });
});

/** The homeowner and the site of the order. */
const HOUSE = { customerName: "Mrs Hughes", siteAddress: "4 Orchard Lane, Lewes" };
/** The customer is one line until it is opened. */
const houseIn = (form: Form) => form.queryByText("Mrs Hughes · 4 Orchard Lane, Lewes");

const customer = { id: 31, companyName: "Harbour Blinds", contactName: "Sian Price" };
const remake: Reply<"remakes", "read"> = {
  id: 7,
  orderId: 47,
  status: "denied",
  fault: null,
  reason: "Measured wrongly",
  windows: [],
  clearances: USUAL_CLEARANCES,
  photos: [],
  createdAt: "2026-11-18T10:00:00.000Z",
  order: { id: 47, user: customer, jobName: "Elm Road", poNumber: "PO-7" },
  repliesCount: 0,
  replacement: null,
  replies: [],
};

test("a remake again has the windows that it names, with its number of pieces", async () => {
  const { pricePerM2: _, itemTotalPrice: __, ...door } = { ...quoteItem, id: 2, name: "Door", quantity: 3 };
  const calls = {
    remakes: { read: () => ({ ...remake, windows: [{ ...door, densityKgM3: null, pieces: 2, mark: null }] }) },
    orders: { read: () => orderDetails(orderRow({ id: 47, jobName: "Elm Road", user: customer }), windows) },
    quotes: { read: () => ({ ...stored, items: [quoteItem], ...HOUSE }) },
  };
  const { api, form, submit } = await openQuoteForm(calls, "admin", { kind: "again", remakeId: 7 });
  expect(form.getByRole<HTMLInputElement>("combobox", { name: "Customer" }).value).toBe("Harbour Blinds");
  await submit();
  await waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
  const body = api.asked("quotes", "create")[0]?.body;
  expect([body?.userId, body?.jobName, body?.poNumber]).toEqual([31, "Elm Road", undefined]);
  expect(body?.items.map(({ name, quantity }) => [name, quantity])).toEqual([["Door", 2]]);
  expect([body?.customerName, body?.siteAddress]).toEqual(["Mrs Hughes", "4 Orchard Lane, Lewes"]);
});

test("a remake that names no window is ordered again as its whole order", async () => {
  const calls = {
    remakes: { read: () => remake },
    orders: { read: () => orderDetails(orderRow({ id: 47 }), windows) },
    quotes: { read: () => ({ ...stored, items: [quoteItem] }) },
  };
  const { api, form } = await openQuoteForm(calls, "customer", { kind: "again", remakeId: 7 });
  form.getByRole("region", { name: "Window 1 of 2" });
  expect(api.asked("orders", "read")[0]?.params).toEqual({ id: "47" });
});

test("choices no longer on sale are listed and marked, and each mark goes with a new choice", async () => {
  const gone = { ...quoteItem, id: 3, name: "Hall", shutterTypeId: 9, shutterType: "Classic" };
  const { api, user, form, submit } = await openQuoteForm(
    {
      quotes: {
        read: () => ({
          ...stored,
          items: [windows[1] as typeof quoteItem, gone, { ...quoteItem, id: 4, name: "Door", colorSelection: "Black" }],
        }),
      },
    },
    "customer",
    { kind: "again", quoteId: 12 },
  );
  form.getByText("Classic is no longer sold: Hall");
  form.getByText("Basswood is no longer made in Black: Door");
  await form.findByRole("button", { name: /^Hall, has errors/ });
  expect(form.queryByRole("button", { name: /^Bay, has errors/ })).toBeNull();
  await user.click(form.getByRole("button", { name: /^Door, has errors/ }));
  await user.selectOptions(form.getByLabelText("Colour"), "Cream");
  await waitFor(() => expect(form.queryByRole("button", { name: /^Door, has errors/ })).toBeNull());
  await submit();
  form.getByText("Shutter type is required");
  await user.selectOptions(form.getByLabelText("Shutter type"), "Basswood");
  expect(form.getByLabelText<HTMLSelectElement>("Colour").value).toBe("White");
  await submit();
  await waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
});

test("a quote that can't be read displays an error and can be requested again", async () => {
  const { api, user } = openNewQuote({ quotes: { read: fails(500) } }, "customer", { kind: "again", quoteId: 12 });
  await findFailure("Failed to load quote details");
  api.answer({ quotes: { read: () => ({ ...stored, items: windows }) } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  within(await screen.findByRole("dialog", { name: "Create New Quote" })).getByDisplayValue("Elm Road");
});

test("an untouched last window is omitted from the copy", async () => {
  const { api, user, form, submit } = await openQuoteForm({ quotes: { read: () => ({ ...stored, items: windows }) } }, "customer", {
    kind: "again",
    quoteId: 12,
  });
  await user.click(form.getByRole("button", { name: "Add window" }));
  form.getByRole("region", { name: "Window 3 of 3" });
  expect(form.queryByText(/no price yet/)).toBeNull();
  await submit();
  await waitFor(() => expect(api.asked("quotes", "create")[0]?.body.items).toHaveLength(2));
});
