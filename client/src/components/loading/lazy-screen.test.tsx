import { act, render, screen } from "@testing-library/react";
import { Suspense, useState } from "react";
import { expect, test, vi } from "vitest";
import { lazyScreen } from "./lazy-part.tsx";

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Pressed {count}
    </button>
  );
}
const fileOf = () => Promise.resolve({ default: Counter });
const open = (Screen: ReturnType<typeof lazyScreen>) => (
  <Suspense fallback="Coming">
    <Screen />
  </Suspense>
);

test("a screen whose file was fetched before is drawn at once, without the fallback", async () => {
  const Screen = lazyScreen(fileOf);
  await Screen.preload();
  render(open(Screen));
  screen.getByText("Pressed 0");
});

test("a file that arrives by a second way leaves the open screen and its state alone", async () => {
  const Screen = lazyScreen(fileOf);
  const { rerender } = render(open(Screen));
  screen.getByText("Coming");
  const button = await screen.findByRole("button");
  act(() => button.click());
  await Screen.preload();
  rerender(open(Screen));
  screen.getByText("Pressed 1");
});

test("a screen whose file could not be fetched before loads when it opens", async () => {
  const load = vi.fn(fileOf).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const Screen = lazyScreen(load);
  await Screen.preload();
  render(open(Screen));
  await screen.findByText("Pressed 0");
  expect(load).toHaveBeenCalledTimes(2);
});
