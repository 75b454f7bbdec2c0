import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { setStation } from "./station.ts";
import { StationSelect, WorkshopScanner } from "./workshop-scanner.tsx";

afterEach(() => setStation(null));

/** The keys of a scanner, which follow each other at once. */
function scan(text: string, target: Element = document.body) {
  for (const key of [...text, "Enter"]) fireEvent.keyDown(target, { key });
}

const marked = { progress: { cut: 1, assembled: 1, finished: 0, packed: 0 }, pieces: [] };
function open() {
  const api = fakeApi({ workshop: { mark: () => marked, pieces: () => marked } });
  const page = (
    <>
      <StationSelect />
      <input aria-label="Field" />
      <WorkshopScanner />
    </>
  );
  return { api, ...renderPage(page, { user: person("supplier"), path: "/workshop/plans" }) };
}

test("a scanned label opens its shutter, and keys in a field open nothing", async () => {
  const { history } = open();
  scan("ORD-36 512.3", screen.getByLabelText("Field"));
  expect(history.at(-1)).toBe("/workshop/plans");
  scan("ORD-36 512.3");
  await waitFor(() => expect(history.at(-1)).toBe("/workshop/36?piece=512.3"));
});

test("in station mode a scan offers the mark with Undo, and Undo sends nothing", async () => {
  const { api, person: actor } = open();
  await actor.selectOptions(screen.getByLabelText("What a scan on this tablet marks"), "assembled");
  expect(screen.getByText("This tablet:", { exact: false, selector: "span" }).textContent).toContain("Assembled");
  (document.activeElement as HTMLElement | null)?.blur();
  scan("ORD-36 512.3");
  await screen.findByText("ORD-36 512.3: Assembled");
  await actor.click(screen.getByRole("button", { name: "Undo" }));
  expect(api.asked("workshop", "mark")).toHaveLength(0);
  // The next scan sends the mark of the one before.
  scan("ORD-36 512.3");
  scan("ORD-36 512.4");
  await waitFor(() => expect(api.asked("workshop", "mark")).toHaveLength(1));
  expect(api.asked("workshop", "mark")[0]?.body).toMatchObject({ itemId: 512, piece: 3, step: "assembled", done: true });
  await actor.click(screen.getByRole("button", { name: "Stop" }));
  expect(screen.queryByText(/each scanned label/)).toBeNull();
});

test("a code of something else is refused in words, and marks nothing", async () => {
  const { api, person: actor } = open();
  await actor.selectOptions(screen.getByLabelText("What a scan on this tablet marks"), "cut");
  (document.activeElement as HTMLElement | null)?.blur();
  scan("5012345678900");
  await screen.findByText("This code is not a shutter's label of this portal.");
  expect(api.asked("workshop", "mark")).toHaveLength(0);
});
