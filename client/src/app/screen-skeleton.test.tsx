import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { screenAt } from "./routes.ts";
import { ScreenSkeleton } from "./screen-skeleton.tsx";

test.each([
  ["a list", "/orders", { rows: 8, controls: 1 }],
  ["the dashboard", "/", { rows: 5, controls: 1 }],
  ["Settings", "/settings", { rows: 0, controls: 5 }],
] as const)("the skeleton of %s has the shape of that screen", async (_, address, expected) => {
  const { container } = render(<ScreenSkeleton shape={screenAt(address, "supplier")?.shape} />);
  const count = (part: string) => container.querySelectorAll(part).length;
  await waitFor(() => expect(count(".animate-pulse")).toBeGreaterThan(0));
  expect({ rows: count(".min-h-row"), controls: count(".h-control") }).toEqual(expected);
});
