import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { fails, fakeApi, hangs } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderRow } from "#client/testing/rows.ts";
import OrdersPage from "../orders-page.tsx";

const open = () => renderPage(<OrdersPage />, { user: person("supplier"), path: "/orders" });
const shipping = () => screen.findByLabelText<HTMLInputElement>("Shipping date of ORD-12");
const arrival = () => screen.findByLabelText<HTMLInputElement>("Estimated arrival of ORD-12");
const bodies = (api: ReturnType<typeof fakeApi>) => api.asked("orders", "changeDates").map(({ body: { from: _, ...body } }) => body);
const seenDates = (api: ReturnType<typeof fakeApi>) => api.asked("orders", "changeDates").map(({ body }) => body.from);
const RULE = "Estimated arrival cannot be before the shipping date";

/** Types one character at a time, so that no keystroke commits the date. */
const type = async (input: HTMLInputElement, text: string) => {
  const hand = userEvent.setup();
  await hand.clear(input);
  await hand.type(input, text);
};
/** Sets a whole day at once, like the calendar. */
const pick = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } });

function oneOrder(dates: Parameters<typeof orderRow>[0] = {}) {
  let now = orderRow(dates);
  return fakeApi({
    orders: {
      list: () => [now],
      changeDates: ({ body }) => {
        now = { ...now, ...body };
        return now;
      },
    },
  });
}

test("a date picked from the calendar is saved at once", async () => {
  const api = oneOrder();
  open();
  pick(await shipping(), "2026-11-20");
  await screen.findByText("Order dates updated successfully");
  expect(bodies(api)).toEqual([{ shippingDate: "2026-11-20" }]);
  expect((await shipping()).value).toBe("20 Nov 2026");
});

test("a typed date is sent once, when its field loses the focus", async () => {
  const api = oneOrder();
  open();
  const input = await shipping();
  await type(input, "20/11/2026");
  expect(bodies(api)).toEqual([]);
  fireEvent.blur(input);
  await screen.findByText("Order dates updated successfully");
  expect(bodies(api)).toEqual([{ shippingDate: "2026-11-20" }]);
});

test("Enter saves a typed date, Escape discards it", async () => {
  const api = oneOrder({ shippingDate: "2026-11-18" });
  open();
  const input = await shipping();
  await type(input, "19 Nov 2026");
  fireEvent.keyDown(input, { key: "Escape" });
  expect(input.value).toBe("18 Nov 2026");
  fireEvent.blur(input);
  expect(bodies(api)).toEqual([]);
  await type(input, "20 nov 2026");
  fireEvent.keyDown(input, { key: "Enter" });
  await screen.findByText("Order dates updated successfully");
  expect(bodies(api)).toEqual([{ shippingDate: "2026-11-20" }]);
});

test("clearing a date sends null to the server", async () => {
  const api = oneOrder({ estimatedArrival: "2026-11-25" });
  open();
  const input = await arrival();
  await userEvent.clear(input);
  fireEvent.blur(input);
  await screen.findByText("Order dates updated successfully");
  expect(bodies(api)).toEqual([{ estimatedArrival: null }]);
});

test("a workshop's change has the date that the person saw, and the office's has none", async () => {
  const api = oneOrder({ estimatedArrival: "2026-11-25" });
  const { unmount } = open();
  pick(await arrival(), "2026-11-27");
  await screen.findByText("Order dates updated successfully");
  unmount();
  renderPage(<OrdersPage />, { user: person("super_admin"), path: "/orders" });
  pick(await arrival(), "2026-11-28");
  await waitFor(() => expect(seenDates(api)).toEqual([{ estimatedArrival: "2026-11-25" }, undefined]));
});

test("an incomplete date is not sent to the server", async () => {
  const api = oneOrder();
  open();
  const input = await shipping();
  await type(input, "31 Nov 2026");
  fireEvent.blur(input);
  await screen.findByText("Shipping date must be a date");
  expect(bodies(api)).toEqual([]);
});

test.each([
  ["the arrival", "Estimated arrival of ORD-12", "19 Nov 2026"],
  ["the shipping date", "Shipping date of ORD-12", "26 Nov 2026"],
])("the rule between the dates is reported at %s, and nothing is sent", async (_, label, day) => {
  const api = oneOrder({ shippingDate: "2026-11-20", estimatedArrival: "2026-11-25" });
  open();
  const input = await screen.findByLabelText<HTMLInputElement>(label);
  pick(input, day);
  await screen.findByText(RULE);
  expect(input.value).toBe(day);
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toBe(RULE);
  expect(bodies(api)).toEqual([]);
  fireEvent.keyDown(input, { key: "Escape" });
  expect(screen.queryByText(RULE)).toBeNull();
});

test.each(["Shipping date", "Estimated arrival"])("the %s is refused before the day on which the order was made", async (name) => {
  const api = oneOrder({ createdAt: "2026-06-30T23:30:00.000Z" });
  open();
  const input = await screen.findByLabelText<HTMLInputElement>(`${name} of ORD-12`);
  // The order was created after midnight in London.
  pick(input, "2026-06-30");
  await screen.findByText(`${name} cannot be before the day the order was made`);
  expect(bodies(api)).toEqual([]);
  pick(input, "2026-07-01");
  await screen.findByText("Order dates updated successfully");
});

test("the new date is displayed and marked while it is being saved", async () => {
  fakeApi({ orders: { list: () => [orderRow()], changeDates: hangs } });
  open();
  const input = await shipping();
  pick(input, "2026-11-20");
  await waitFor(() => expect(input.getAttribute("aria-busy")).toBe("true"));
  expect(input.value).toBe("20 Nov 2026");
  const row = screen.getByRole("row", { name: /ORD-12/ });
  within(row).getByText("Saving");
});

test.each([
  [fails(500), "Failed to update order dates"],
  [fails(400, RULE), RULE],
])("a failed save restores the old date and displays the sentence", async (refusal, sentence) => {
  fakeApi({ orders: { list: () => [orderRow({ shippingDate: "2026-11-18" })], changeDates: refusal } });
  open();
  const input = await shipping();
  pick(input, "2026-11-20");
  await screen.findByText(sentence);
  expect(input.value).toBe("18 Nov 2026");
});

test("a phone's date field omits the current year", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  const year = new Date().getFullYear();
  oneOrder({ shippingDate: `${year}-11-20`, estimatedArrival: `${year + 1}-01-05` });
  open();
  expect((await shipping()).value).toBe("20 Nov");
  expect((await arrival()).value).toBe(`5 Jan ${year + 1}`);
});

test("a refused date also raises the error toast", async () => {
  oneOrder({ createdAt: "2026-06-30T23:30:00.000Z" });
  open();
  pick(await shipping(), "2026-06-30");
  await findToast("Error: Shipping date cannot be before the day the order was made");
});
