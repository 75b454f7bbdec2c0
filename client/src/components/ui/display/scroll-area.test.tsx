import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ScrollArea } from "./scroll-area.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the scrollbar disappears 600 ms after the last movement", () => {
  render(<ScrollArea label="Recent Orders">Many rows</ScrollArea>);
  const area = screen.getByRole("region", { name: "Recent Orders" });
  const shown = () => area.hasAttribute("data-scrolling");
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
  expect(shown()).toBe(false);
  fireEvent.scroll(area);
  pass(599);
  expect(shown()).toBe(true);
  fireEvent.pointerMove(area);
  pass(599);
  expect(shown()).toBe(true);
  pass(1);
  expect(shown()).toBe(false);
});
