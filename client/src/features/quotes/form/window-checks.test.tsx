import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { product, quoteItem, quoteRow, windowValues } from "../quote-samples.ts";
import QuotesPage from "../quotes-page.tsx";
import { toBody } from "./quote-price.ts";
import { copyOf, type Products, type WindowValues, windowAfter } from "./quote-values.ts";
import { drawableOf, keepCheck, keptOf, warningsOfAll } from "./window-checks.ts";

const warningsOf = (windows: readonly WindowValues[], place: number, types: Products) => warningsOfAll(windows, types)[place] ?? [];

async function openForm() {
  const api = fakeApi({
    products: { list: () => [product()] },
    quotes: { list: () => [], create: () => ({ ...quoteRow(), items: [quoteItem] }) },
  });
  const { person: user } = renderPage(<QuotesPage />, { user: person("customer"), path: "/quotes" });
  await user.click(screen.getAllByRole("button", { name: "New Quote" })[0] as HTMLElement);
  const form = within(await screen.findByRole("dialog", { name: "Create New Quote" }));
  await form.findByRole("option", { name: "Basswood" });
  return { api, user, form };
}
type Form = Awaited<ReturnType<typeof openForm>>["form"];

async function retype(user: UserEvent, form: Form, label: "Width" | "Height", text: string) {
  await user.clear(form.getByLabelText(label));
  await user.type(form.getByLabelText(label), text);
}

describe("in the form", () => {
  test("the drawing follows what is typed, from both measures on", async () => {
    const { user, form } = await openForm();
    form.getByText("Width and height give the drawing");
    await retype(user, form, "Width", "1200");
    expect(form.queryByRole("img")).toBeNull();
    await retype(user, form, "Height", "1350");
    form.getByRole("img", { name: /^Shutter 1,200 mm wide and 1,350 mm high.*2 panels.*hinged on the left/ });
    await user.selectOptions(form.getByLabelText("Opening direction"), "Bypass");
    await retype(user, form, "Width", "2400");
    form.getByRole("img", { name: /^Shutter 2,400 mm wide.*3 panels.*sliding past each other/ });
    await retype(user, form, "Width", "24x");
    expect(form.queryByRole("img")).toBeNull();
  });

  test("on the way to a measure nothing is asked; once it is left, what it means is; mended, it goes", async () => {
    const { user, form } = await openForm();
    await retype(user, form, "Width", "700");
    await retype(user, form, "Height", "21");
    expect(form.queryByRole("checkbox")).toBeNull();
    await user.type(form.getByLabelText("Height"), "00");
    expect(form.queryByRole("checkbox")).toBeNull();
    await user.tab();
    form.getByRole("checkbox", { name: /Higher than 1,800 mm without a mid rail/ });
    await retype(user, form, "Height", "1700");
    expect(form.queryByRole("checkbox")).toBeNull();
  });

  test("its sign in the list stays while the window is the one on the screen, once its measure is left", async () => {
    const { user, form } = await openForm();
    await retype(user, form, "Width", "700");
    await retype(user, form, "Height", "2100");
    const sign = () => form.queryByRole("button", { name: /^Window 1, has a measure to check/ });
    expect(sign()).toBeNull();
    await user.tab();
    expect(sign()).not.toBeNull();
    await user.click(form.getByRole("checkbox", { name: /Higher than 1,800 mm without a mid rail/ }));
    expect(sign()).toBeNull();
  });

  test("a window that is kept as it is goes out with what was seen; nothing stands in the way of one that was not looked into", async () => {
    const { api, user, form } = await openForm();
    await user.selectOptions(form.getByLabelText("Shutter type"), "Basswood");
    await retype(user, form, "Width", "3000");
    await retype(user, form, "Height", "2100");
    await user.selectOptions(form.getByLabelText("Louver size"), "64 mm");
    await user.selectOptions(form.getByLabelText("Colour"), "White");
    await user.click(form.getByRole("checkbox", { name: /Higher than 1,800 mm without a mid rail/ }));
    expect(form.getAllByRole("checkbox")).toHaveLength(2);
    await user.click(form.getByRole("button", { name: "Create Quote" }));
    await waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
    expect(api.asked("quotes", "create")[0]?.body?.items[0]?.overriddenChecks).toEqual(["needs-mid-rail"]);
  });
});

const products = new Map([[1, product()]]);

describe("what was kept", () => {
  const tall = windowValues({ height: "2100" });
  const keep = (window: typeof tall, types = products, answer = true) => {
    let keptSoFar = window;
    for (const warning of warningsOf([window], 0, types)) keptSoFar = { ...keptSoFar, keptChecks: keepCheck(keptSoFar, warning, answer) };
    return keptSoFar;
  };
  const kept = (window: typeof tall, types = products) => keptOf(window, warningsOf([window], 0, types));

  test("holds for these measures, in whatever unit; for others it is asked again", () => {
    expect(kept(tall)).toEqual([]);
    expect(kept(keep(tall))).toEqual(["needs-mid-rail"]);
    expect(kept({ ...keep(tall), unit: "cm", width: "120", height: "210" })).toEqual(["needs-mid-rail"]);
    expect(kept({ ...keep(tall), height: "2200" })).toEqual([]);
    expect(kept({ ...keep(tall), ...keep(keep(tall), products, false) })).toEqual([]);
  });

  test("of panels holds for their widest and for how they open; for another shutter type or opening direction it is asked again", () => {
    const wide = windowValues({ shutterTypeId: 1, width: "2800" });
    const types = new Map([
      [1, product({ widestPanelMm: 550 })],
      [2, product({ id: 2, widestPanelMm: 500 })],
      [3, product({ id: 3, widestPanelMm: 550 })],
    ]);
    const both = ["needs-track-or-post", "panel-too-wide"];
    expect(warningsOf([wide], 0, types).map(({ id }) => id)).toEqual(both);
    expect(kept(keep(wide, types), types)).toEqual(both);
    expect(kept({ ...keep(wide, types), shutterTypeId: 2 }, types)).toEqual(["needs-track-or-post"]);
    expect(kept({ ...keep(wide, types), shutterTypeId: 3 }, types)).toEqual(both);
    expect(kept({ ...keep(wide, types), openingDirection: "bi-fold" }, types)).not.toContain("needs-track-or-post");
    expect(kept({ ...keep(wide, types), colorSelection: "Black" }, types)).toEqual(both);
  });

  test("of a slip holds while other windows come", () => {
    const small = windowValues({ width: "120" });
    const house = [windowValues({ width: "1200" }), windowValues({ width: "1300" })];
    const [slip] = warningsOf([small, ...house], 0, products);
    if (!slip) throw new Error("no slip");
    const looked = { ...small, keptChecks: keepCheck(small, slip, true) };
    const more = [looked, ...house, windowValues({ width: "1700" }), windowValues({ width: "1800" })];
    expect(warningsOf(more, 0, products)[0]?.sentence).not.toBe(slip.sentence);
    expect(keptOf(looked, warningsOf(more, 0, products))).toEqual(["width-unit-slip"]);
  });

  test("is not sent where the check no longer holds, nor where none was kept", () => {
    const sent = (window: typeof tall) => toBody({ userId: null, windows: [window] }, new Map([[1, product()]])).items[0];
    expect(sent(keep(tall))?.overriddenChecks).toEqual(["needs-mid-rail"]);
    expect(sent({ ...keep(tall), numberOfMidRails: 1 })).not.toHaveProperty("overriddenChecks");
    expect(sent(tall)).not.toHaveProperty("overriddenChecks");
    expect(sent(keep(tall))).not.toHaveProperty("keptChecks");
  });

  test("goes with a duplicate, which has the same measures, not with the next window", () => {
    expect(kept(copyOf(keep(tall), [keep(tall)]))).toEqual(["needs-mid-rail"]);
    expect(windowAfter([keep(tall)]).keptChecks).toBeUndefined();
  });
});

test("a type with a widest panel of its own is checked and drawn by it", () => {
  const wide = windowValues({ width: "2400" });
  const narrow = new Map([[1, product({ widestPanelMm: 550 })]]);
  expect(warningsOf([wide], 0, products)).toEqual([]);
  expect(warningsOf([wide], 0, narrow).map(({ id, sentence }) => [id, sentence.includes("550 mm is the widest")])).toEqual([
    ["panel-too-wide", true],
  ]);
  expect(drawableOf(wide, narrow.get(1))).toMatchObject({ widestPanelMm: 550 });
});

test("a window is compared with the others that are measured", () => {
  const windows = [windowValues(), windowValues({ width: "1000", height: "1100" }), windowValues({ width: "", height: "9" })];
  expect(warningsOf([...windows, windowValues({ unit: "mm", width: "120", height: "90" })], 3, products).map(({ id }) => id)).toEqual([
    "width-unit-slip",
    "height-unit-slip",
    "too-low",
  ]);
  expect(warningsOf(windows, 0, products)).toEqual([]);
  expect(warningsOf(windows, 2, products)).toEqual([]);
});
