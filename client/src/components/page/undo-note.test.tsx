import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { offerUndo, settleUndo, UNDO_MS } from "#client/lib/undo.ts";
import { UndoNote } from "./undo-note.tsx";

const undo = vi.fn();
const commit = vi.fn();
const offer = (words = "Q-12 withdrawn", place = "quotes") => act(() => offerUndo({ place, words, undo, commit }));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const button = () => screen.queryByRole("button", { name: "Undo" });
const calls = () => [undo.mock.calls.length, commit.mock.calls.length];
const leave = (how: () => void) => act(async () => how());

beforeEach(() => {
  vi.useFakeTimers();
  undo.mockReset();
  commit.mockReset();
});
afterEach(async () => {
  await settleUndo();
  vi.useRealTimers();
});

test("an action can be undone for ten seconds and then happens once", () => {
  render(<UndoNote place="quotes" />);
  offer();
  expect(screen.getByRole("status").textContent).toBe("Q-12 withdrawnUndo");
  pass(UNDO_MS - 1);
  expect([UNDO_MS, button() !== null, ...calls()]).toEqual([10_000, true, 0, 0]);
  pass(1);
  expect([button(), ...calls()]).toEqual([null, 0, 1]);
  pass(UNDO_MS);
  expect(calls()).toEqual([0, 1]);
});

test("an undone action never happens, is announced, and returns the focus", () => {
  render(
    <>
      <button type="button">Withdraw</button>
      <UndoNote place="quotes" />
    </>,
  );
  screen.getByText("Withdraw").focus();
  offer();
  button()?.focus();
  fireEvent.click(button() as HTMLElement);
  expect(screen.getByRole("status").textContent).toBe("Undone");
  pass(2 * UNDO_MS);
  expect(calls()).toEqual([1, 0]);
  expect(document.activeElement).toBe(screen.getByText("Withdraw"));
});

test("the pointer or the focus on the undo note stops its time until both have left", () => {
  render(<UndoNote place="quotes" />);
  offer();
  pass(6000);
  const note = button()?.parentElement as HTMLElement;
  fireEvent.pointerEnter(note);
  act(() => button()?.focus());
  pass(60_000);
  fireEvent.pointerLeave(note);
  pass(60_000);
  expect(calls()).toEqual([0, 0]);
  act(() => button()?.blur());
  pass(3999);
  expect(calls()).toEqual([0, 0]);
  pass(1);
  expect(calls()).toEqual([0, 1]);
});

test("a new undo offer ends the previous one at any place and has its whole time", () => {
  render(
    <>
      <UndoNote place="quotes" />
      <UndoNote place="windows" />
    </>,
  );
  offer();
  pass(9000);
  offer("Bay removed", "windows");
  expect([screen.queryByText("Q-12 withdrawn"), ...calls()]).toEqual([null, 0, 1]);
  pass(9000);
  expect(screen.getByText("Bay removed")).toBeTruthy();
});

test.each([
  ["its place is left", (unmount: () => void) => unmount()],
  ["the page is closed", () => window.dispatchEvent(new Event("pagehide"))],
  [
    "the page is hidden",
    () => {
      vi.spyOn(document, "visibilityState", "get").mockReturnValueOnce("hidden");
      document.dispatchEvent(new Event("visibilitychange"));
    },
  ],
  ["everything is settled, such as before signing out", () => void settleUndo()],
])("a postponed action happens at once when %s", async (_, how) => {
  const { unmount } = render(<UndoNote place="quotes" />);
  offer();
  await leave(() => how(unmount));
  expect(calls()).toEqual([0, 1]);
});

test("a second undo note of the same place takes over when the first one unmounts", async () => {
  const { rerender } = render(<UndoNote key="page" place="quotes" />);
  offer();
  await leave(() => rerender(<UndoNote key="dialog" place="quotes" />));
  expect([button() !== null, ...calls()]).toEqual([true, 0, 0]);
});

test("settleUndo waits until the postponed action has happened", async () => {
  render(<UndoNote place="quotes" />);
  let done = () => {};
  commit.mockReturnValue(new Promise<void>((resolve) => (done = resolve)));
  offer();
  const settled = vi.fn();
  await act(async () => {
    await settleUndo("windows");
    void settleUndo("quotes").then(settled);
  });
  expect([commit.mock.calls.length, settled.mock.calls.length]).toEqual([1, 0]);
  done();
  await act(async () => {});
  expect(settled).toHaveBeenCalled();
});

test("Ctrl+Z undoes, except from a field, which has its own undo, and under a dialog", () => {
  const { rerender } = render(
    <>
      <input />
      <div aria-hidden>
        <UndoNote place="quotes" />
      </div>
    </>,
  );
  offer();
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  rerender(
    <>
      <input />
      <div>
        <UndoNote place="quotes" />
      </div>
    </>,
  );
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "z", ctrlKey: true });
  fireEvent.keyDown(document.body, { key: "z" });
  expect(calls()).toEqual([0, 0]);
  fireEvent.keyDown(document.body, { key: "z", metaKey: true });
  expect(calls()).toEqual([1, 0]);
});
