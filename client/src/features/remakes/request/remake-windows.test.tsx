import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { bay, detailsOf, orderDetailsOf, orderOf, remakeOf } from "../remake-samples.ts";
import RemakesPage from "../remakes-page.tsx";

const read = ({ params }: { params: { id: string } }) => orderDetailsOf(Number(params.id));

const windowsIn = (body: { windows?: string | undefined } | undefined): unknown => JSON.parse(body?.windows ?? "null");

/** Opens the request for order 12, whose windows load at once. */
async function open(orders: Parameters<typeof fakeApi>[0]["orders"] = { read }, earlier: readonly ReturnType<typeof remakeOf>[] = []) {
  const api = fakeApi({
    orders: { list: () => [orderOf(12), orderOf(9)], ...orders },
    remakes: { list: () => [...earlier], create: () => detailsOf(1) },
  });
  const view = renderPage(<RemakesPage />, { user: person("customer"), path: "/remakes?order=12" });
  const dialog = within(await screen.findByRole("dialog", { name: "Request Remake" }));
  await dialog.findByRole("option", { name: /^ORD-12/ });
  const markOn = async (window: string) => {
    await view.person.click(await dialog.findByRole("checkbox", { name: new RegExp(`^${window}`) }));
    expect(dialog.queryByRole("slider", { name: `Place on ${window}` })).toBeNull();
    await view.person.click(dialog.getByRole("button", { name: `Mark the place on ${window}` }));
    return dialog.getByRole("slider", { name: `Place on ${window}` });
  };
  const submit = async () => {
    await view.person.type(dialog.getByLabelText("Reason"), "Cracked");
    await view.person.click(dialog.getByRole("button", { name: "Request Remake" }));
    await waitFor(() => expect(api.asked("remakes", "create")).toHaveLength(1));
    return api.asked("remakes", "create")[0]?.body;
  };
  return { ...view, api, dialog, markOn, submit };
}

test("a window is chosen by its picture, and its mark set by the arrow keys, described in words", async () => {
  const { dialog, person: actor, markOn, submit } = await open();
  await dialog.findByRole("checkbox", { name: /^Bay left.*1,200 × 1,500 mm$/ });
  const place = await markOn("Bay left");
  expect(place.getAttribute("aria-valuetext")).toBe("No place marked");
  place.focus();
  await actor.keyboard("{ArrowLeft}");
  expect(place.getAttribute("aria-valuetext")).toBe("Marked about 600 mm from the left, 750 mm from the top");
  await actor.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}{ArrowRight}{ArrowUp}{ArrowDown}{ArrowDown}");
  dialog.getByText("Marked about 310 mm from the left, 760 mm from the top");
  expect(windowsIn(await submit())).toEqual([{ quoteItemId: 31, pieces: 1, mark: { xMm: 310, yMm: 760 }, panels: ["A"], parts: [] }]);
});

test("an open request for the same panel is named before another is sent, and refuses nothing", async () => {
  const window = { id: 31, name: "Bay left", pieces: 1, make: { panels: ["B"], words: "Panel B: 3 louvres" } };
  const earlier = [
    remakeOf(4, { orderId: 12, status: "approved", createdAt: "2026-11-24T10:00:00.000Z", windows: [window] }),
    remakeOf(5, { orderId: 120, windows: [] }),
  ];
  const items = [bay({ layoutCode: "LR" }), bay({ id: 32, name: "Door", quantity: 3 })];
  const { api, dialog, person: actor, submit } = await open({ read: () => orderDetailsOf(12, items) }, earlier);
  const warned = () => dialog.queryAllByText(/already asks for/).map(({ textContent }) => textContent);
  const sentence = "RMK-4 of 24 Nov already asks for this panel: Bay left, Panel B: 3 louvres";
  await actor.click(await dialog.findByRole("checkbox", { name: /^Door/ }));
  expect(warned()).toEqual([]);
  await actor.click(dialog.getByRole("checkbox", { name: /^Door/ }));
  await actor.click(dialog.getByRole("checkbox", { name: /^Bay left/ }));
  expect(warned()).toEqual([sentence.replace("panel", "window")]);
  await actor.click(dialog.getByRole("button", { name: "Choose the parts of Bay left" }));
  const panels = within(dialog.getByRole("group", { name: "Panels of Bay left" }));
  await actor.click(panels.getByRole("checkbox", { name: "A" }));
  expect(warned()).toEqual([]);
  await actor.click(panels.getByRole("checkbox", { name: "A" }));
  await actor.click(panels.getByRole("checkbox", { name: "B" }));
  expect(warned()).toEqual([sentence]);
  expect(api.asked("remakes", "list").map(({ query }) => query.search)).toContain("ORD-12");
  await submit();
});

test("panels and parts of a window are chosen by chips, whose words stay when the chips are closed", async () => {
  const { dialog, person: actor, submit } = await open();
  await actor.click(await dialog.findByRole("checkbox", { name: /^Bay left/ }));
  dialog.getByText("To make: Whole window");
  await actor.click(dialog.getByRole("button", { name: "Choose the parts of Bay left" }));
  const parts = within(dialog.getByRole("group", { name: "Parts of Bay left" }));
  await actor.click(parts.getByRole("checkbox", { name: "Louvre" }));
  dialog.getByText("1 louvre of every panel");
  await actor.selectOptions(dialog.getByRole("combobox", { name: "Louvres in each panel of Bay left" }), "");
  // Another choice leaves the number as it is.
  await actor.click(parts.getByRole("checkbox", { name: "Top rail" }));
  await actor.click(parts.getByRole("checkbox", { name: "Top rail" }));
  await actor.click(dialog.getByRole("button", { name: "Choose the parts of Bay left" }));
  dialog.getByText(/^To make: All \d+ louvres/);
  expect(windowsIn(await submit())).toEqual([{ quoteItemId: 31, pieces: 1, mark: null, panels: [], parts: ["louvre"] }]);
});

test("the only panel of a window is requested without its frame", async () => {
  const items = [bay({ id: 31, name: "Bathroom", layoutCode: "L" })];
  const { dialog, person: actor, submit } = await open({ read: () => orderDetailsOf(12, items) });
  await actor.click(await dialog.findByRole("checkbox", { name: /^Bathroom/ }));
  await actor.click(dialog.getByRole("button", { name: "Choose the parts of Bathroom" }));
  await actor.click(dialog.getByRole("checkbox", { name: "A, without the frame" }));
  dialog.getByText("Panel A");
  expect(windowsIn(await submit())).toMatchObject([{ quoteItemId: 31, panels: ["A"], parts: [] }]);
});

test("one louvre of a marked panel is requested, and its number is dropped where no louvre is chosen", async () => {
  const { dialog, person: actor, markOn, submit } = await open();
  const place = await markOn("Bay left");
  place.focus();
  await actor.keyboard("{ArrowLeft}");
  await actor.click(dialog.getByRole("button", { name: "Choose the parts of Bay left" }));
  const louvre = within(dialog.getByRole("group", { name: "Parts of Bay left" })).getByRole("checkbox", { name: "Louvre" });
  await actor.click(louvre);
  const field = () => dialog.getByRole<HTMLSelectElement>("combobox", { name: "Louvres of Bay left" });
  dialog.getByText("Panel A: 1 louvre");
  await actor.selectOptions(field(), "");
  dialog.getByText(/^Panel A: all \d+ louvres$/);
  await actor.selectOptions(field(), "2");
  dialog.getByText("Panel A: 2 louvres");
  await actor.click(louvre);
  dialog.getByText("Panel A");
  await actor.click(louvre);
  expect(field().value).toBe("1");
  dialog.getByText("Panel A: 1 louvre");
  expect(windowsIn(await submit())).toMatchObject([{ panels: ["A"], parts: ["louvre"], counts: { louvre: 1 } }]);
});

test("one stile of a panel is requested by its side, which is dropped where no stile is chosen", async () => {
  const { dialog, person: actor, submit } = await open();
  await actor.click(await dialog.findByRole("checkbox", { name: /^Bay left/ }));
  await actor.click(dialog.getByRole("button", { name: "Choose the parts of Bay left" }));
  await actor.click(within(dialog.getByRole("group", { name: "Panels of Bay left" })).getByRole("checkbox", { name: "A" }));
  const parts = within(dialog.getByRole("group", { name: "Parts of Bay left" }));
  const field = () => dialog.queryByRole<HTMLSelectElement>("combobox", { name: "Stiles of Bay left" });
  await actor.click(parts.getByRole("checkbox", { name: "Stile" }));
  const choices = [...(field()?.options ?? [])].map(({ text }) => text);
  expect(choices).toEqual(["Both", "Left stile (hinges)", "Right stile"]);
  await actor.selectOptions(field() as HTMLSelectElement, "Right stile");
  dialog.getByText("Panel A: right stile");
  await actor.click(parts.getByRole("checkbox", { name: "Louvre" }));
  await actor.click(parts.getByRole("checkbox", { name: "Stile" }));
  expect(field()).toBeNull();
  await actor.click(parts.getByRole("checkbox", { name: "Stile" }));
  expect(field()?.value).toBe("");
  await actor.click(parts.getByRole("checkbox", { name: "Louvre" }));
  await actor.selectOptions(field() as HTMLSelectElement, "left");
  expect(windowsIn(await submit())).toMatchObject([{ panels: ["A"], parts: ["stile"], stile: "left" }]);
});

test("the drawing names its panels, and a mark beside the chosen panel is pointed out and moves no choice", async () => {
  const { dialog, person: actor, markOn, submit } = await open();
  const place = await markOn("Bay left");
  within(place).getByText("A");
  within(place).getByText("B");
  place.focus();
  await actor.keyboard("{ArrowLeft}{Shift>}{ArrowLeft}{/Shift}");
  await actor.click(dialog.getByRole("button", { name: "Choose the parts of Bay left" }));
  const panel = (name: string) => within(dialog.getByRole("group", { name: "Panels of Bay left" })).getByRole("checkbox", { name });
  await actor.click(panel("A"));
  await actor.click(panel("B"));
  dialog.getByText("The mark is on panel A, and the request is for panel B.");
  await actor.click(panel("A"));
  expect(dialog.queryByText(/^The mark is on/)).toBeNull();
  await actor.click(panel("A"));
  place.focus();
  await actor.keyboard("{ArrowUp}");
  expect(windowsIn(await submit())).toMatchObject([{ panels: ["B"], mark: { xMm: 500 } }]);
});

test("a press on the drawing places the mark to scale, and dragging stops at the edge", async () => {
  const { person: actor, markOn } = await open();
  const place = await markOn("Bay left");
  const { width = 0, height = 0 } = place.querySelector("svg")?.viewBox.baseVal ?? {};
  // The drawing is rendered at half size, like on a small phone.
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

test("the mark can be cleared; another window starts without one, another order without windows", async () => {
  const { dialog, person: actor, markOn, submit } = await open();
  const mark = async (window: string) => {
    const place = await markOn(window);
    expect(place.getAttribute("aria-valuetext")).toBe("No place marked");
    place.focus();
    await actor.keyboard("{Enter}");
    expect(place.getAttribute("aria-valuetext")).toMatch(/^Marked/);
    return place;
  };
  const bayLeft = await mark("Bay left");
  await actor.click(dialog.getByRole("button", { name: "Clear the mark" }));
  expect(bayLeft.getAttribute("aria-valuetext")).toBe("No place marked");
  expect(document.activeElement).toBe(bayLeft);
  const door = await mark("Door");
  await actor.keyboard("{Delete}");
  expect(door.getAttribute("aria-valuetext")).toBe("No place marked");
  await actor.keyboard("{ArrowUp}");
  await actor.selectOptions(dialog.getByLabelText("Order"), "9");
  await dialog.findByRole("checkbox", { name: /^Bay left/, checked: false });
  expect(dialog.queryByRole("checkbox", { checked: true })).toBeNull();
  expect(dialog.queryByRole("slider")).toBeNull();
  expect(await submit()).toEqual({ orderId: "9", reason: "Cracked" });
});

test("several windows are requested with their pieces, up to the ordered number, and the fault", async () => {
  const { dialog, person: actor, submit } = await open();
  await actor.click(await dialog.findByRole("checkbox", { name: /^Door/ }));
  dialog.getByText("1 window, 1 piece");
  const more = dialog.getByRole("button", { name: "One piece more of Door" });
  for (const disabled of [false, false, true]) {
    expect(more).toHaveProperty("disabled", disabled);
    await actor.click(more);
  }
  await actor.click(dialog.getByRole("button", { name: "One piece less of Door" }));
  // The order has one bay, so there is no number to choose.
  await actor.click(dialog.getByRole("checkbox", { name: /^Bay left/ }));
  expect(dialog.queryByRole("group", { name: "Pieces of Bay left" })).toBeNull();
  dialog.getByText("2 windows, 3 pieces");
  await actor.click(dialog.getByRole("radio", { name: "Warped" }));
  await actor.click(dialog.getByRole("radio", { name: "Wrong colour" }));
  const body = await submit();
  expect([body?.fault, windowsIn(body)]).toEqual([
    "wrong_colour",
    [
      { quoteItemId: 32, pieces: 2, mark: null, panels: [], parts: [] },
      { quoteItemId: 31, pieces: 1, mark: null, panels: [], parts: [] },
    ],
  ]);
});

test("one press selects every piece of all windows, another none; the fault toggles too", async () => {
  const { dialog, person: actor, submit } = await open();
  await actor.click(await dialog.findByRole("button", { name: "Choose all" }));
  dialog.getByText("2 windows, 4 pieces");
  await actor.click(dialog.getByRole("button", { name: "Choose none" }));
  await actor.click(dialog.getByRole("radio", { name: "Other" }));
  await actor.click(dialog.getByRole("radio", { name: "Other" }));
  expect(await submit()).toEqual({ orderId: "12", reason: "Cracked" });
});

test("a house with many windows displays the first, and all on a press", async () => {
  const items = Array.from({ length: 12 }, (_, index) => bay({ id: 100 + index, name: `Window ${index + 1}` }));
  const { dialog, person: actor } = await open({ read: ({ params }) => orderDetailsOf(Number(params.id), items) });
  expect(await dialog.findAllByRole("checkbox")).toHaveLength(8);
  await actor.click(dialog.getByRole("button", { name: "Show all 12 windows" }));
  expect(dialog.getAllByRole("checkbox")).toHaveLength(12);
});

test("only shipped orders are offered; another one displays the reason and is not sent", async () => {
  const early = { ...orderDetailsOf(12), orderStatus: "processing" as const };
  const { dialog, api, person: actor } = await open({ list: () => [orderOf(9)], read: () => early });
  expect(api.asked("orders", "list")[0]?.query.status).toBe("completed");
  await dialog.findByText(/^ORD-12 has not left the workshop yet\./);
  expect(dialog.queryByRole("checkbox")).toBeNull();
  await actor.type(dialog.getByLabelText("Reason"), "Cracked");
  const submit = dialog.getByRole("button", { name: "Request Remake" });
  expect(submit).toHaveProperty("disabled", true);
  expect(api.asked("remakes", "create")).toEqual([]);
});

test("windows that fail to load do not block a request", async () => {
  const { dialog, submit } = await open({ read: fails(500) });
  await dialog.findByText(/could not be loaded/);
  expect(await submit()).toEqual({ orderId: "12", reason: "Cracked" });
});

test.each(["customer", "supplier", "admin"] as const)("a %s sees the window with its mark, drawn and in words", async (role) => {
  const window = { ...bay(), densityKgM3: null, pieces: 1, mark: { xMm: 300, yMm: 450 } };
  fakeApi({ remakes: { list: () => [], read: () => detailsOf(7, { windows: [window] }) } });
  const view = renderPage(<RemakesPage />, { user: person(role), path: "/remakes?remake=7" });
  const dialog = within(await screen.findByRole("dialog", { name: /RMK-7/ }));
  await dialog.findByRole("heading", { name: "Bay left" });
  expect(dialog.getByText("Marked").parentElement?.textContent).toBe("Marked about 300 mm from the left, 450 mm from the top");
  const small = dialog.getByRole("button", { name: "Enlarge the drawing of Bay left" });
  expect(small.parentElement?.querySelectorAll('[data-part="place"]')).toHaveLength(1);
  await view.person.click(small);
  const large = within(await screen.findByRole("dialog", { name: "Bay left" }));
  large.getByRole("img", { name: /^Shutter 1,200 mm wide.* Marked about 300 mm from the left, 450 mm from the top\.$/ });
});

test("a remake of no particular window has no windows section", async () => {
  fakeApi({ remakes: { list: () => [], read: () => detailsOf(7) } });
  renderPage(<RemakesPage />, { user: person("supplier"), path: "/remakes?remake=7" });
  const dialog = within(await screen.findByRole("dialog", { name: /RMK-7/ }));
  await dialog.findByRole("heading", { name: "Photos" });
  expect(dialog.queryByRole("heading", { name: "Window" })).toBeNull();
});

test("several windows display their requested pieces; only the supplier has all facts open", async () => {
  const windows = [
    { ...bay(), densityKgM3: null, pieces: 1, mark: null },
    { ...bay({ id: 32, name: "Door", quantity: 3 }), densityKgM3: null, pieces: 2, mark: { xMm: 300, yMm: 450 } },
  ];
  for (const role of ["customer", "supplier"] as const) {
    fakeApi({ remakes: { list: () => [], read: () => detailsOf(7, { windows, fault: "wrong_side" }) } });
    const view = renderPage(<RemakesPage />, { user: person(role), path: "/remakes?remake=7" });
    const dialog = within(await screen.findByRole("dialog", { name: /RMK-7/ }));
    await dialog.findByRole("heading", { name: "Windows (2)" });
    dialog.getByText("Wrong side or layout");
    expect(dialog.getByRole("heading", { name: "Door" }).parentElement?.textContent).toBe("Door× 2 of 3 ordered");
    expect(dialog.queryAllByText("What was made")).toHaveLength(role === "customer" ? 2 : 0);
    view.unmount();
  }
});
