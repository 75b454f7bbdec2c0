import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useFirstRows } from "./first-rows.ts";

const rows = Array.from({ length: 50 }, (_, index) => index + 1);

/** Renders the rows and returns how many each render drew. */
function drawRows(isPhone: boolean): number[] {
  vi.stubGlobal("matchMedia", () => ({ matches: isPhone }));
  const drawn: number[] = [];
  const List = () => {
    const first = useFirstRows(rows);
    drawn.push(first.length);
    return <p>{first.at(-1)}</p>;
  };
  act(() => void render(<List />));
  return drawn;
}

test("a phone draws the first screen's rows before all others, and in the end all of them", () => {
  const drawn = drawRows(true);
  expect([drawn[0], drawn.at(-1)]).toEqual([12, 50]);
  screen.getByText("50");
});

test("a wider screen draws all rows at once, because all of them decide which columns fit", () => {
  expect(new Set(drawRows(false))).toEqual(new Set([50]));
});
