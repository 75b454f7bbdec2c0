import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchField } from "./filters.tsx";

const changed = vi.fn();
const FINDS = "Finds job and client, also together.";

function Screen() {
  const [search, setSearch] = useState("");
  const change = (text: string) => {
    changed(text);
    setSearch(text);
  };
  return (
    <>
      <SearchField label="Search orders" finds={FINDS} value={search} onChange={change} />
      <button type="button" onClick={() => setSearch("")}>
        Show all
      </button>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  changed.mockClear();
  render(<Screen />);
});

afterEach(() => {
  vi.useRealTimers();
});

const type = (value: string) => fireEvent.change(screen.getByRole("searchbox", { name: "Search orders" }), { target: { value } });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("the search hint describes the field and is visible while it is empty", () => {
  const field = screen.getByRole("searchbox", { name: "Search orders" });
  const said = screen.getByText(FINDS);
  expect(field.getAttribute("aria-describedby")).toBe(said.id);
  expect(said.className).toContain("peer-focus:block");
  type("k");
  expect(said.className).not.toContain("peer-focus:block");
});

test("the search field requests once, 250 ms after the last key", () => {
  type("k");
  pass(200);
  type("kes");
  pass(249);
  expect(changed).not.toHaveBeenCalled();
  pass(1);
  expect(changed.mock.calls).toEqual([["kes"]]);
});

test("Enter in the search field requests at once and not again afterwards", () => {
  type("kes");
  fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Enter" });
  pass(1000);
  expect(changed.mock.calls).toEqual([["kes"]]);
});

test("the search field trims blanks in requests but preserves a trailing blank while typing pauses", () => {
  type(" mill ");
  pass(250);
  expect(changed.mock.calls).toEqual([["mill"]]);
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe(" mill ");
  type("mill lane");
  pass(250);
  type("mill lane ");
  pass(250);
  expect(changed.mock.calls).toEqual([["mill"], ["mill lane"]]);
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
});

test("clearing the search field requests at once and preserves the focus in the field", () => {
  type("kes");
  pass(250);
  fireEvent.click(screen.getByRole("button", { name: "Clear search" }));
  expect(changed.mock.calls).toEqual([["kes"], [""]]);
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
  expect(screen.queryByRole("button", { name: "Clear search" })).toBeNull();
});
