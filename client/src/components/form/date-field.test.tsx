import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { UNREADABLE_DAY } from "#client/lib/day-text.ts";
import { DateField } from "./date-field.tsx";

const changed = vi.fn();

type Given = { start?: string | null; min?: string; max?: string };

function Filter({ start = null, ...ends }: Given) {
  const [day, setDay] = useState(start);
  return (
    <DateField
      aria-label="From"
      value={day}
      onChange={(next) => {
        changed(next);
        setDay(next);
      }}
      {...ends}
    />
  );
}

const open = (given: Given = {}) => {
  changed.mockClear();
  render(<Filter {...given} />);
  return { field: screen.getByLabelText<HTMLInputElement>("From"), hand: userEvent.setup() };
};
const calendar = () => screen.findByRole("grid");

test("the date field displays a day in words, and an empty value as blank text", () => {
  expect(open({ start: "2026-11-23" }).field.value).toBe("23 Nov 2026");
  screen.getByLabelText("From").remove();
  expect(open().field.value).toBe("");
});

test("Enter in the date field accepts a typed day and formats it in words", async () => {
  const { field, hand } = open();
  await hand.type(field, "23/11/2026");
  expect(changed).not.toHaveBeenCalled();
  await hand.keyboard("{Enter}");
  expect(changed.mock.calls).toEqual([["2026-11-23"]]);
  expect(field.value).toBe("23 Nov 2026");
});

test("leaving the date field accepts a typed day once", async () => {
  const { field, hand } = open();
  await hand.type(field, "23 nov 26");
  await hand.tab();
  fireEvent.blur(field);
  expect(changed.mock.calls).toEqual([["2026-11-23"]]);
});

test("the date field accepts a pasted day, or one that a program inserts, at once", async () => {
  const { field, hand } = open();
  await hand.click(field);
  await hand.paste("23.11.2026");
  fireEvent.change(field, { target: { value: "2026-11-24" } });
  expect(changed.mock.calls).toEqual([["2026-11-23"], ["2026-11-24"]]);
});

test("Escape restores the date field's previous day first and leaves its dialog second", async () => {
  const escapes = vi.fn();
  changed.mockClear();
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to what the field lets through
    <div onKeyDown={escapes}>
      <Filter start="2026-11-23" />
    </div>,
  );
  const field = screen.getByLabelText<HTMLInputElement>("From");
  const hand = userEvent.setup();
  await hand.clear(field);
  await hand.type(field, "1");
  escapes.mockClear();
  await hand.keyboard("{Escape}");
  expect(field.value).toBe("23 Nov 2026");
  expect(escapes).not.toHaveBeenCalled();
  await hand.keyboard("{Escape}");
  expect(escapes).toHaveBeenCalledTimes(1);
  expect(changed).not.toHaveBeenCalled();
});

test("an emptied date field has no day", async () => {
  const { field, hand } = open({ start: "2026-11-23" });
  await hand.clear(field);
  await hand.keyboard("{Enter}");
  expect(changed.mock.calls).toEqual([[null]]);
});

test("unreadable text in a date field stays, displays a message and blocks the form", async () => {
  const send = vi.fn();
  changed.mockClear();
  render(
    <form onSubmit={send}>
      <Filter />
      <button type="submit">Send</button>
    </form>,
  );
  const field = screen.getByLabelText<HTMLInputElement>("From");
  const hand = userEvent.setup();
  await hand.type(field, "31/11/2026{Enter}");
  expect(screen.getByRole("alert").textContent).toBe(UNREADABLE_DAY);
  expect(field.value).toBe("31/11/2026");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(UNREADABLE_DAY);
  expect([send.mock.calls, changed.mock.calls]).toEqual([[], []]);
  await hand.type(field, "{Backspace}");
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each(["a press on its button", "Alt and the arrow down"])("the calendar opens at the day by %s, and a pick closes it", async (way) => {
  const { field, hand } = open({ start: "2026-03-29" });
  if (way.startsWith("Alt")) {
    field.focus();
    await hand.keyboard("{Alt>}{ArrowDown}{/Alt}");
  } else await hand.click(screen.getByRole("button", { name: "Calendar" }));
  await calendar();
  // Summer time begins on this day. A calendar that counts hours would skip a day here.
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Sunday, 29 March 2026/));
  await hand.keyboard("{ArrowRight}{Enter}");
  expect(changed.mock.calls).toEqual([["2026-03-30"]]);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.queryByRole("grid")).toBeNull();
  expect(field.value).toBe("30 Mar 2026");
});

test("the calendar can clear the day", async () => {
  const { hand } = open({ start: "2026-03-29" });
  await hand.click(screen.getByRole("button", { name: "Calendar" }));
  await hand.click(await screen.findByRole("button", { name: "No date" }));
  expect(changed.mock.calls).toEqual([[null]]);
});

test("the calendar offers no day outside `min` and `max`", async () => {
  const { hand } = open({ start: "2026-03-15", min: "2026-03-10", max: "2026-03-20" });
  await hand.click(screen.getByRole("button", { name: "Calendar" }));
  await calendar();
  const enabled = screen.getAllByRole<HTMLButtonElement>("button", { name: /March 2026/ }).filter(({ disabled }) => !disabled);
  expect(enabled.map(({ textContent }) => textContent)).toEqual(["10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20"]);
  expect(screen.queryByRole("button", { name: "Today" })).toBeNull();
});

test("a touch on the date field opens the calendar and no on-screen keyboard", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  const { field, hand } = open();
  expect(field.inputMode).toBe("none");
  await hand.click(field);
  await calendar();
});
