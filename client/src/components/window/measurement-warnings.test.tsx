import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { siblingsOf } from "#shared/domain/window/fields/unit-slip.ts";
import { checkMeasurements } from "#shared/domain/window/text/measurement-checks.ts";
import { MeasurementWarnings } from "./measurement-warnings.tsx";

const tall = checkMeasurements(windowOf(700, 2100), siblingsOf([]));
const still = { onMend: vi.fn(), mended: [] };

test("a warning describes what to do, and its checkbox confirms it and takes that back", async () => {
  const onKeep = vi.fn();
  const { rerender } = render(<MeasurementWarnings warnings={tall} kept={[]} onKeep={onKeep} {...still} />);
  screen.getByText(/^A window 2,100 mm high needs a mid rail.* Set mid rails to 1/);
  const box = screen.getByRole("checkbox", { name: /^I have checked this.*: Higher than 1,800 mm without a mid rail$/ });
  await userEvent.click(box);
  expect(onKeep).toHaveBeenLastCalledWith(["needs-mid-rail"], true);
  rerender(<MeasurementWarnings warnings={tall} kept={["needs-mid-rail"]} onKeep={onKeep} {...still} />);
  expect(screen.queryByRole("button", { name: /^Set 1 mid rail/ })).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { checked: true }));
  expect(onKeep).toHaveBeenLastCalledWith(["needs-mid-rail"], false);
});

test("a warning has a button that fixes it, unless only the person can fix it", async () => {
  const onMend = vi.fn();
  const low = checkMeasurements(windowOf(700, 100), siblingsOf([]));
  render(<MeasurementWarnings warnings={[...tall, ...low]} kept={[]} onKeep={vi.fn()} onMend={onMend} mended={[]} />);
  expect(screen.getAllByRole("button")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Set 1 mid rail: Higher than 1,800 mm without a mid rail" }));
  expect(onMend).toHaveBeenCalledExactlyOnceWith(tall[0]);
});

test("checks with one cause are stated once, fixed by one button and confirmed together", async () => {
  const [onKeep, onMend] = [vi.fn(), vi.fn()];
  const typed = checkMeasurements(windowOf(61.5, 105), siblingsOf([windowOf(600, 1000), windowOf(610, 1050)]));
  const ids = typed.map(({ id }) => id);
  expect(ids).toEqual(["width-unit-slip", "height-unit-slip", "too-low", "panel-too-narrow"]);
  render(<MeasurementWarnings warnings={[...tall, ...typed]} kept={ids.slice(1)} onKeep={onKeep} onMend={onMend} mended={[]} />);
  screen.getByText(/^The width, 61.5 mm, is about/);
  expect(screen.queryByText(/^The height, 105 mm, is about/)).toBeNull();
  screen.getByText(/^Also: The height differs from .*; Lower than 250 mm; A panel narrower than/);
  await userEvent.click(screen.getByRole("button", { name: /^Use 615 × 1,050 mm/ }));
  expect(onMend).toHaveBeenCalledExactlyOnceWith(typed[0]);
  // A cause is confirmed with all of its checks, so that each is recorded.
  await userEvent.click(screen.getByRole("checkbox", { name: /The width differs .*; The height differs/ }));
  expect(onKeep).toHaveBeenCalledExactlyOnceWith(ids, true);
  expect(screen.getAllByRole("checkbox")).toHaveLength(2);
});

test("the live region announces a fixed warning with a way to undo it", async () => {
  const onUndo = vi.fn();
  const { container } = render(
    <MeasurementWarnings id="w" warnings={[]} kept={[]} onKeep={vi.fn()} onMend={vi.fn()} mended={[{ said: "Now 1 mid rail", onUndo }]} />,
  );
  expect(container.querySelector("#w[aria-live=polite]")?.textContent).toContain("Now 1 mid rail");
  await userEvent.click(screen.getByRole("button", { name: "Undo: Now 1 mid rail" }));
  expect(onUndo).toHaveBeenCalledOnce();
});

test("the live region exists before its first warning, so that screen readers announce it", () => {
  const { container } = render(<MeasurementWarnings id="w" warnings={[]} kept={[]} onKeep={vi.fn()} {...still} />);
  expect(container.querySelector("#w[aria-live=polite]")?.childElementCount).toBe(0);
});
