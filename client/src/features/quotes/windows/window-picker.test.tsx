import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { product, quoteItem, quoteRow } from "../quote-samples.ts";
import { openQuoteForm, set } from "../testing-quote-form.tsx";

const NAMES = ["Hall", "Kitchen", "Bay", "Door", "Loft"];
const items = NAMES.map((name, place) => ({ ...quoteItem, id: place + 1, name, ...(name === "Bay" && { sizeBasis: "recess" as const }) }));

async function openHouse() {
  const opened = await openQuoteForm(
    {
      products: { list: () => [product({ deductionMm: 6 })] },
      quotes: { read: () => ({ ...quoteRow(), note: null, refunded: 0, items }) },
    },
    "customer",
    { kind: "again", quoteId: 12 },
  );
  const list = within(opened.form.getByRole("navigation", { name: "Windows" }));
  return { ...opened, row: (name: string) => list.getByRole("button", { name: new RegExp(`^${name}`) }) };
}

test("a row of the list has a small drawing, price, size, type and the window's differences", async () => {
  const { form, row } = await openHouse();
  set(form, "Mid rails", "1");
  await form.findByLabelText("Opening direction");
  set(form, "Opening direction", "right-hinge");
  expect(row("Hall").textContent).toBe("Hall£162.541,200 × 900 mmBasswood ·right hinge ·1 rail");
  expect(row("Kitchen").textContent).toBe("Kitchen£162.541,200 × 900 mmBasswood");
  // The note is the deduction of the window's type.
  expect(row("Bay").textContent).toBe("Bay£162.541,200 × 900 mmBasswood ·recess −6");
  expect(row("Hall").querySelector("svg[aria-hidden]")).not.toBeNull();
  set(form, "Width", "wide");
  expect(row("Hall").querySelector("svg")).toBeNull();
});

/**
 * The props object of an element's latest render, which differs for each render even if the page
 * looks equal.
 */
const drawnWith = (element: Element | null): unknown =>
  Object.entries(element ?? {}).find(([name]) => name.startsWith("__reactProps"))?.[1] ?? "never drawn";

test("a change of one window renders no other drawing", async () => {
  const { form, row } = await openHouse();
  const drawings = () => NAMES.map((name) => drawnWith(row(name).querySelector("svg")));
  const before = drawings();
  set(form, "Height", "950");
  await waitFor(() => expect(row("Hall").textContent).toContain("1,200 × 950 mm"));
  expect(drawings().map((drawing, place) => drawing === before[place])).toEqual([false, true, true, true, true]);
});
