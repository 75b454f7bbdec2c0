import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { bay, detailsOf, orderDetailsOf, orderOf } from "../remake-samples.ts";
import RemakesPage from "../remakes-page.tsx";

const read = ({ params }: { params: { id: string } }) => orderDetailsOf(Number(params.id));

/** The request for order 12, whose windows are there. */
async function open(orders: Parameters<typeof fakeApi>[0]["orders"] = { read }) {
  const api = fakeApi({
    orders: { list: () => [orderOf(12), orderOf(9)], ...orders },
    remakes: { list: () => [], create: () => detailsOf(1) },
  });
  const view = renderPage(<RemakesPage />, { user: person("customer"), path: "/remakes?order=12" });
  const dialog = within(await screen.findByRole("dialog", { name: "Request Remake" }));
  await dialog.findByRole("option", { name: /^ORD-12/ });
  const submit = async () => {
    await view.person.type(dialog.getByLabelText("Reason"), "Cracked");
    await view.person.click(dialog.getByRole("button", { name: "Request Remake" }));
    await waitFor(() => expect(api.asked("remakes", "create")).toHaveLength(1));
    return api.asked("remakes", "create")[0]?.body;
  };
  return { ...view, api, dialog, submit };
}

test("a window of the order is chosen by its picture, and the place on it is marked by the arrow keys, said in words", async () => {
  const { dialog, person: actor, submit } = await open();
  await actor.click(await dialog.findByRole("radio", { name: /^Bay left.*1,200 × 1,500 mm$/ }));
  const place = dialog.getByRole("slider", { name: "Place on Bay left" });
  expect(place.getAttribute("aria-valuetext")).toBe("No place marked");
  place.focus();
  await actor.keyboard("{ArrowLeft}");
  expect(place.getAttribute("aria-valuetext")).toBe("Marked about 600 mm from the left, 750 mm from the top");
  await actor.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}{ArrowRight}{ArrowUp}{ArrowDown}{ArrowDown}");
  dialog.getByText("Marked about 310 mm from the left, 760 mm from the top");
  expect(await submit()).toEqual({ orderId: "12", reason: "Cracked", quoteItemId: "31", markXMm: "310", markYMm: "760" });
});

test("a press on the drawing puts the mark there, to scale, and dragging takes it along to the edge at most", async () => {
  const { dialog, person: actor } = await open();
  await actor.click(await dialog.findByRole("radio", { name: /^Bay left/ }));
  const place = dialog.getByRole("slider");
  const { width = 0, height = 0 } = place.querySelector("svg")?.viewBox.baseVal ?? {};
  // Half as large as it was made, as on a small phone.
  place.getBoundingClientRect = () => new DOMRect(100, 50, width / 2, height / 2);
  place.setPointerCapture = () => {};
  const frame = place.querySelector("rect");
  const at = (name: string) => Number(frame?.getAttribute(name));
  const point = (across: number, down: number) => ({
    target: place,
    coords: { clientX: 100 + (at("x") + at("width") * across) / 2, clientY: 50 + (at("y") + at("height") * down) / 2 },
  });
  await actor.pointer({ keys: "[MouseLeft>]", ...point(0.25, 0.4) });
  expect(place.getAttribute("aria-valuetext")).toBe("Marked about 300 mm from the left, 600 mm from the top");
  await actor.pointer([point(0.5, 0.5), { keys: "[/MouseLeft]", ...point(1.4, -0.2) }]);
  expect(place.getAttribute("aria-valuetext")).toBe("Marked about 1,200 mm from the left, 0 mm from the top");
});

test("the mark can be cleared; another window starts without one, and another order without a window", async () => {
  const { dialog, person: actor, submit } = await open();
  const mark = async (window: RegExp) => {
    await actor.click(await dialog.findByRole("radio", { name: window }));
    expect(dialog.getByRole("slider").getAttribute("aria-valuetext")).toBe("No place marked");
    dialog.getByRole("slider").focus();
    await actor.keyboard("{Enter}");
    expect(dialog.getByRole("slider").getAttribute("aria-valuetext")).toMatch(/^Marked/);
  };
  await mark(/^Bay left/);
  await actor.click(dialog.getByRole("button", { name: "Clear the mark" }));
  expect(dialog.getByRole("slider").getAttribute("aria-valuetext")).toBe("No place marked");
  await mark(/^Door/);
  await actor.keyboard("{Delete}");
  expect(dialog.getByRole("slider").getAttribute("aria-valuetext")).toBe("No place marked");
  await actor.keyboard("{ArrowUp}");
  await actor.selectOptions(dialog.getByLabelText("Order"), "9");
  expect(await dialog.findByRole("radio", { name: "No window in particular" })).toHaveProperty("checked", true);
  expect(dialog.queryByRole("slider")).toBeNull();
  expect(await submit()).toEqual({ orderId: "9", reason: "Cracked" });
});

test("windows that can't be loaded do not stop a request", async () => {
  const { dialog, submit } = await open({ read: fails(500) });
  await dialog.findByText(/could not be loaded/);
  expect(await submit()).toEqual({ orderId: "12", reason: "Cracked" });
});

test.each(["customer", "supplier", "admin"] as const)("a %s sees the window with its mark, drawn and in words", async (role) => {
  const window = { ...bay(), mark: { xMm: 300, yMm: 450 } };
  fakeApi({ remakes: { list: () => [], read: () => detailsOf(7, { window }) } });
  const view = renderPage(<RemakesPage />, { user: person(role), path: "/remakes?remake=7" });
  const dialog = within(await screen.findByRole("dialog", { name: /RMK-7/ }));
  await dialog.findByRole("heading", { name: "Bay left" });
  expect(dialog.getByText("Marked").parentElement?.textContent).toBe("Marked about 300 mm from the left, 450 mm from the top");
  const small = dialog.getByRole("button", { name: "Enlarge the drawing of Bay left" });
  expect(small.querySelectorAll('[data-part="place"]')).toHaveLength(1);
  await view.person.click(small);
  const large = within(await screen.findByRole("dialog", { name: "Bay left" }));
  large.getByRole("img", { name: /^Shutter 1,200 mm wide.* Marked about 300 mm from the left, 450 mm from the top\.$/ });
});

test("a remake of no window in particular has no such part", async () => {
  fakeApi({ remakes: { list: () => [], read: () => detailsOf(7, { window: null }) } });
  renderPage(<RemakesPage />, { user: person("supplier"), path: "/remakes?remake=7" });
  const dialog = within(await screen.findByRole("dialog", { name: /RMK-7/ }));
  await dialog.findByRole("heading", { name: "Photos" });
  expect(dialog.queryByRole("heading", { name: "Window" })).toBeNull();
});
