import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ScreenSkeleton } from "./screen-skeleton.tsx";

test.each([
  ["a list", undefined, { tables: 1, controls: 1 }],
  ["the dashboard", "panels", { tables: 1, controls: 1 }],
  ["Settings", "form", { tables: 0, controls: 5 }],
] as const)("the skeleton of %s has the shape of that screen", async (_, shape, expected) => {
  const { container } = render(<ScreenSkeleton shape={shape} />);
  const count = (part: string) => container.querySelectorAll(part).length;
  await waitFor(() => expect(count(".animate-pulse")).toBeGreaterThan(0));
  expect({ tables: count(".bg-surface"), controls: count(".h-control") }).toEqual(expected);
});
