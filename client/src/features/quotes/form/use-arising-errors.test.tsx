import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { product, quoteItem, quoteRow } from "../quote-samples.ts";
import { fillWindow, openQuoteForm, set } from "../testing-quote-form.tsx";

const RECESS = "A recess size is for a shutter mounted inside";
const BYPASS = "A bypass shutter has no layout code";

async function openWindow(width = "1800") {
  const opened = await openQuoteForm();
  const { user, form } = opened;
  if (width) fillWindow(form, { width, height: "1350" });
  await user.click(await form.findByRole("button", { name: "More about how it is made" }));
  /** The fields that show the sentence. */
  const beside = (sentence: string) =>
    form.queryAllByText(sentence).map(({ id }) => (document.querySelector(`[aria-describedby~="${id}"]`) as HTMLInputElement).name);
  const marked = () => form.queryAllByRole("button", { name: /has errors/ }).length;
  return { ...opened, beside, marked };
}

test.each([["1800"], [""]])("conflicting choices are refused at once, at the one chosen last; width %j", async (width) => {
  const { form, beside, marked } = await openWindow(width);
  set(form, "Size", "recess");
  expect(marked()).toBe(0);
  set(form, "Mount", "outside");
  await waitFor(() => expect(beside(RECESS)).toEqual(["windows.0.mountType", "windows.0.sizeBasis"]));
  expect(marked()).toBe(1);
  set(form, "Mount", "inside");
  await waitFor(() => expect(beside(RECESS)).toEqual([]));
  expect(marked()).toBe(0);
  set(form, "Size", "make");
  set(form, "Mount", "outside");
  set(form, "Size", "recess");
  // The sentence is at the field that was changed last.
  await waitFor(() => expect(beside(RECESS)).toEqual(["windows.0.sizeBasis"]));
});

test("a repeated bypass with a layout displays both, is refused at both, and a hinge corrects it", async () => {
  const calls = {
    products: { list: () => [product()] },
    quotes: {
      read: () => ({
        ...quoteRow(),
        note: null,
        refunded: 0,
        items: [{ ...quoteItem, id: 1, name: "Hall", openingDirection: "bypass" as const, layoutCode: "LR" }],
      }),
    },
  };
  const { user, form } = await openQuoteForm(calls, "customer", { kind: "again", quoteId: 12 });
  const opening = await form.findByLabelText<HTMLSelectElement>("Opening direction");
  expect(opening.value).toBe("bypass");
  await user.click(form.getByRole("button", { name: "Create Quote" }));
  await waitFor(() => expect(form.queryAllByText(BYPASS).length).toBeGreaterThan(0));
  set(form, "Opening direction", "left-hinge");
  await waitFor(() => expect(form.queryAllByText(BYPASS)).toEqual([]));
  expect(form.queryAllByRole("radio", { checked: true, name: /Pair/ })).toEqual([]);
});

test("a position is validated on blur, and again when another measure moves its bounds", async () => {
  const { user, form, beside, marked } = await openWindow();
  await user.type(form.getByLabelText("Layout code"), "LTR");
  await user.type(form.getByLabelText("T-posts at"), "9");
  expect(marked()).toBe(0);
  await user.type(form.getByLabelText("T-posts at"), "00");
  await user.tab();
  expect(marked()).toBe(0);
  await user.clear(form.getByLabelText("Width"));
  await user.type(form.getByLabelText("Width"), "1100");
  expect(marked()).toBe(0);
  await user.tab();
  const outside = 'T-post 1 of "Window 1" must lie between 234 and 866 mm';
  await waitFor(() => expect(beside(outside)).toEqual(["windows.0.width", "windows.0.tPostsMm"]));
  await user.clear(form.getByLabelText("T-posts at"));
  await waitFor(() => expect(beside(outside)).toEqual([]));
});

test("an added window has no errors until it is touched", async () => {
  const { user, form, beside, marked } = await openWindow();
  await user.click(form.getByRole("button", { name: "Add window" }));
  await user.click(form.getByRole("button", { name: "More about how it is made" }));
  set(form, "Size", "recess");
  set(form, "Mount", "outside");
  expect(marked()).toBe(0);
  set(form, "Width", "900");
  await waitFor(() => expect(beside(RECESS)).toContain("windows.1.sizeBasis"));
});

test("the whole house displays a conflict in its window's row", async () => {
  const items = ["Hall", "Bay"].map((name, at) => ({
    ...quoteItem,
    id: at + 1,
    name,
    sizeBasis: at === 1 ? ("recess" as const) : ("make" as const),
  }));
  const calls = {
    products: { list: () => [product()] },
    quotes: { read: () => ({ ...quoteRow(), note: null, refunded: 0, items }) },
  };
  const { user, form } = await openQuoteForm(calls, "customer", { kind: "again", quoteId: 12 });
  await user.click(form.getAllByRole("button", { name: "Whole house" })[0] as HTMLElement);
  await user.click(form.getByRole("checkbox", { name: "Choose all windows" }));
  set(form, "Mount", "outside");
  const said = () =>
    within(form.getByRole("table"))
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent?.includes(RECESS));
  await waitFor(() => expect(said()).toEqual([false, true]));
  set(form, "Size", "make");
  await waitFor(() => expect(said()).toEqual([false, false]));
});
