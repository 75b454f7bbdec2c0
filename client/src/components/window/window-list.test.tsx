import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { windowItem } from "#client/testing/rows.ts";
import { WindowList } from "./window-list.tsx";

const item = windowItem({
  name: "Stairwell",
  widthM: 0.7,
  heightM: 2.1,
  areaM2: 1.47,
  tiltRodType: "hidden",
  openingDirection: "right-hinge",
  quantity: 1,
});

test("the thumbnail opens an enlarged drawing with a description", async () => {
  const { person } = renderPage(<WindowList items={[item]} />);
  expect(screen.queryByRole("img")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Enlarge the drawing of Stairwell" }));
  const dialog = await screen.findByRole("dialog", { name: "Stairwell" });
  const drawing = within(dialog).getByRole("img", {
    name: /^Shutter 700 mm wide and 2,100 mm high.*1 panel.*hinged on the right.*Hidden tilt rod\.$/,
  });
  within(drawing).getByText("700 mm");
  within(drawing).getByText("2,100 mm");
  // This is the width of the single panel between the faces of the frame.
  within(drawing).getByText("624");
  await person.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a drawing has no inline style, which the Content-Security-Policy would reject", () => {
  const { container } = renderPage(<WindowList items={[item]} />);
  expect(container.querySelectorAll("svg rect").length).toBeGreaterThan(3);
  expect(container.querySelectorAll("svg [style], svg[style]")).toHaveLength(0);
});

test("the supplier of a window sees its confirmed checks without retired ones", () => {
  renderPage(<WindowList items={[{ ...item, overriddenChecks: ["needs-mid-rail", "retired-long-ago"] }]} />);
  const note = screen.getByText("Checked and confirmed by the person who ordered it").parentElement as HTMLElement;
  expect(
    within(note)
      .getAllByRole("listitem")
      .map((entry) => entry.textContent),
  ).toEqual(["Higher than 1,800 mm without a mid rail"]);
});

test("a window without confirmed checks has no note", () => {
  renderPage(<WindowList items={[item, { ...item, id: 2, overriddenChecks: ["retired-long-ago"] }]} />);
  expect(screen.queryByText("Checked and confirmed by the person who ordered it")).toBeNull();
});

test("a window displays its charged area and each surcharge, except to a supplier", () => {
  const charged = {
    ...{ pricePerM2: 289, listPricePerM2: 289, discountPercent: 0, itemTotalPrice: 479.83 },
    chargedAreaM2: 1.5,
    surcharges: [{ text: "Hidden tilt rod, 2 × £12.50", amount: 25 }],
  };
  const { unmount } = renderPage(<WindowList items={[{ ...item, ...charged }]} />);
  screen.getByText("charged as 1.500 m²");
  screen.getByText(/^Hidden tilt rod, 2 × £12\.50:/);
  screen.getByText("£25.00");
  unmount();
  renderPage(<WindowList items={[item]} />);
  expect(screen.queryByText(/charged as|urcharge/)).toBeNull();
});
