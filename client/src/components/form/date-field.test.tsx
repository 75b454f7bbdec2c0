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

test("shows the day in words, and nothing where there is none", () => {
  expect(open({ start: "2026-11-23" }).field.value).toBe("23 Nov 2026");
  screen.getByLabelText("From").remove();
  expect(open().field.value).toBe("");
});

test("a typed day counts on Enter, and is then shown in words", async () => {
  const { field, hand } = open();
  await hand.type(field, "23/11/2026");
  expect(changed).not.toHaveBeenCalled();
  await hand.keyboard("{Enter}");
  expect(changed.mock.calls).toEqual([["2026-11-23"]]);
  expect(field.value).toBe("23 Nov 2026");
});

test("a typed day counts once, when the field is left", async () => {
  const { field, hand } = open();
  await hand.type(field, "23 nov 26");
  await hand.tab();
  fireEvent.blur(field);
  expect(changed.mock.calls).toEqual([["2026-11-23"]]);
});

test("a pasted day counts at once, and so does one that a program fills in", async () => {
  const { field, hand } = open();
  await hand.click(field);
  await hand.paste("23.11.2026");
  fireEvent.change(field, { target: { value: "2026-11-24" } });
  expect(changed.mock.calls).toEqual([["2026-11-23"], ["2026-11-24"]]);
});

test("Escape gives back the day that was there, and only then leaves the field's dialog", async () => {
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

test("an emptied field is no day", async () => {
  const { field, hand } = open({ start: "2026-11-23" });
  await hand.clear(field);
  await hand.keyboard("{Enter}");
  expect(changed.mock.calls).toEqual([[null]]);
});

test("what is no day stays in view, says so, and sends no form", async () => {
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

test.each(["a press on its button", "Alt and the arrow down"])("%s opens the calendar at the day, and a pick closes it", async (way) => {
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

test("the calendar can also take the day away", async () => {
  const { hand } = open({ start: "2026-03-29" });
  await hand.click(screen.getByRole("button", { name: "Calendar" }));
  await hand.click(await screen.findByRole("button", { name: "No date" }));
  expect(changed.mock.calls).toEqual([[null]]);
});

test("the calendar offers no day outside its ends", async () => {
  const { hand } = open({ start: "2026-03-15", min: "2026-03-10", max: "2026-03-20" });
  await hand.click(screen.getByRole("button", { name: "Calendar" }));
  await calendar();
  const enabled = screen.getAllByRole<HTMLButtonElement>("button", { name: /March 2026/ }).filter(({ disabled }) => !disabled);
  expect(enabled.map(({ textContent }) => textContent)).toEqual(["10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20"]);
  expect(screen.queryByRole("button", { name: "Today" })).toBeNull();
});

test("on touch a press on the field opens the calendar, and no keyboard comes up", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  const { field, hand } = open();
  expect(field.inputMode).toBe("none");
  await hand.click(field);
  await calendar();
});
