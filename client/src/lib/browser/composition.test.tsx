import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ignoreComposingKeys } from "./composition.ts";

test("no handler receives a key of an input method, and each receives the keys after it", () => {
  ignoreComposingKeys();
  const inReact = vi.fn();
  const onDocument = vi.fn();
  document.addEventListener("keydown", onDocument, { capture: true });
  render(<input aria-label="Job" onKeyDown={inReact} />);
  const field = screen.getByLabelText("Job");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  // Safari ends a composition with this Enter.
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect([inReact.mock.calls.length, onDocument.mock.calls.length]).toEqual([0, 0]);
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect([inReact.mock.calls.length, onDocument.mock.calls.length]).toEqual([1, 1]);
  document.removeEventListener("keydown", onDocument, { capture: true });
});
