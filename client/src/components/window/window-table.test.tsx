import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { windowItem } from "#client/testing/rows.ts";
import { WindowTable } from "./window-table.tsx";

const three = [
  windowItem({ id: 1, name: "Bay left", itemTotalPrice: 583.2 }),
  windowItem({ id: 2, name: "Bay right", openingDirection: "right-hinge", numberOfMidRails: 2 }),
  windowItem({ id: 3, name: "Study", colorSelection: "Cream", quantity: 1, overriddenChecks: ["needs-mid-rail"] }),
];
const line = (name: RegExp) => screen.getByRole("button", { name });

test("each window has one line with its differences from most windows", () => {
  renderPage(<WindowTable items={three} />);
  screen.getByText(
    /^Where a window says nothing else: Full height, 76 mm louvre, Silk White, .*left hinge, centre tilt rod, no mid rails\.$/,
  );
  expect(line(/^1/).textContent).toBe("1.Bay left1,200 × 1,350 mm× 2£583.20");
  expect(line(/^2/).textContent).toBe("2.Bay right1,200 × 1,350 mm× 2right hinge, 2 mid rails");
  expect(line(/^3/).textContent).toBe("3.Study1,200 × 1,350 mmCream");
  within(line(/^3/)).getByLabelText("Checked and confirmed");
});

test("a value that no half of the windows shares is displayed in each line", () => {
  renderPage(<WindowTable items={[windowItem({ id: 1, colorSelection: "White" }), windowItem({ id: 2, colorSelection: "Cream" })]} />);
  expect(screen.getByText(/^Where a window says nothing else/).textContent).not.toMatch(/White|Cream/);
  within(line(/^1/)).getByText("White");
  within(line(/^2/)).getByText("Cream");
});

test("a press opens one window's facts, a second closes them, and one button opens all", async () => {
  const { person } = renderPage(<WindowTable items={three} />);
  expect(screen.queryByText("Area each")).toBeNull();
  await person.click(line(/^2/));
  screen.getByText("Area each");
  expect(line(/^2/).getAttribute("aria-expanded")).toBe("true");
  await person.click(line(/^2/));
  expect(screen.queryByText("Area each")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Open all" }));
  expect(screen.getAllByText("Area each")).toHaveLength(3);
  await person.click(screen.getByRole("button", { name: "Close all" }));
  expect(screen.queryByText("Area each")).toBeNull();
});

test("a single window displays all its facts at once", () => {
  renderPage(<WindowTable items={[windowItem({})]} />);
  screen.getByText("Area each");
});

test("a window's line and facts describe how it is made, with the layout instead of the direction", async () => {
  const made = { layoutCode: "LTR", tPostsMm: [500], hingeColor: "brass", sizeBasis: "recess", note: "Mind the sill" } as const;
  const items = [...three, windowItem({ ...made, id: 4, name: "Hall", frameType: "t-post", tPostsMm: [500] })];
  const { person } = renderPage(<WindowTable items={items} />);
  expect(screen.getByText(/^Where a window says nothing else/).textContent).not.toMatch(/hinges|size|all sides/i);
  expect(line(/^4/).textContent).toContain("layout LTR, recess size, brass hinges, T-post at 500 mm from the left");
  await person.click(line(/^4/));
  const facts = screen.getAllByRole("term").map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
  expect(facts).toEqual(
    expect.arrayContaining([
      "Layout: LTR",
      "Frame: L-frame",
      "Size: Recess size",
      "Hinges: Brass",
      "Made as: 1,190 × 1,340 mm",
      "T-post at: 500 mm from the left",
      "Note: Mind the sill",
    ]),
  );
  expect(facts.filter((fact) => fact.startsWith("Opening direction"))).toEqual([]);
});
