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
  expect(onKeep).toHaveBeenLastCalledWith("needs-mid-rail", true);
  rerender(<MeasurementWarnings warnings={tall} kept={["needs-mid-rail"]} onKeep={onKeep} {...still} />);
  expect(screen.queryByRole("button", { name: /^Set 1 mid rail/ })).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { checked: true }));
  expect(onKeep).toHaveBeenLastCalledWith("needs-mid-rail", false);
});

test("a warning has a button that fixes it, unless only the person can fix it", async () => {
  const onMend = vi.fn();
  const low = checkMeasurements(windowOf(700, 100), siblingsOf([]));
  render(<MeasurementWarnings warnings={[...tall, ...low]} kept={[]} onKeep={vi.fn()} onMend={onMend} mended={[]} />);
  expect(screen.getAllByRole("button")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Set 1 mid rail: Higher than 1,800 mm without a mid rail" }));
  expect(onMend).toHaveBeenCalledExactlyOnceWith(tall[0]);
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
