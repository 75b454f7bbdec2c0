import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { checkMeasurements } from "#shared/domain/measurement-checks.ts";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { MeasurementWarnings } from "./measurement-warnings.tsx";

const tall = checkMeasurements(windowOf(700, 2100), []);

test("a warning says what to do, and is kept and taken back by its checkbox", async () => {
  const onKeep = vi.fn();
  const { rerender } = render(<MeasurementWarnings warnings={tall} kept={[]} onKeep={onKeep} />);
  screen.getByText(/^A window 2,100 mm high needs a mid rail.* Set mid rails to 1/);
  const box = screen.getByRole("checkbox", { name: /^I have checked this.*: Higher than 1,800 mm without a mid rail$/ });
  await userEvent.click(box);
  expect(onKeep).toHaveBeenLastCalledWith("needs-mid-rail", true);
  rerender(<MeasurementWarnings warnings={tall} kept={["needs-mid-rail"]} onKeep={onKeep} />);
  await userEvent.click(screen.getByRole("checkbox", { checked: true }));
  expect(onKeep).toHaveBeenLastCalledWith("needs-mid-rail", false);
});

test("the region is there before its first warning, so that the warning is announced", () => {
  const { container } = render(<MeasurementWarnings id="w" warnings={[]} kept={[]} onKeep={vi.fn()} />);
  expect(container.querySelector("#w[aria-live=polite]")?.childElementCount).toBe(0);
});
