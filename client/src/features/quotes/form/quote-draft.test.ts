import { expect, test, vi } from "vitest";
import { MAKING_OPTIONS, windowValues } from "../quote-samples.ts";
import { clearDraft, readDraft, writeDraft } from "./quote-draft.ts";
import { createFirstWindow, type QuoteValues } from "./quote-values.ts";

const values: QuoteValues = { userId: null, windows: [windowValues(), windowValues({ name: "Bay", width: "1,2", unit: "m" })] };
const NOW = Date.UTC(2026, 10, 20, 14, 5);
const DAY = 24 * 60 * 60 * 1000;

test("a stored draft returns the typed values to the person who typed them", () => {
  writeDraft(7, values, NOW);
  expect(readDraft(7, NOW + 1)).toEqual({ savedAt: NOW, values });
  expect(readDraft(8, NOW + 1)).toBeNull();
  clearDraft(7);
  expect(readDraft(7, NOW + 1)).toBeNull();
});

test("a stored draft includes how a window is made", () => {
  const made = { ...values, windows: [windowValues(MAKING_OPTIONS)] };
  writeDraft(7, made, NOW);
  expect(readDraft(7, NOW + 1)?.values).toEqual(made);
});

test("a stored draft has only the form's own fields, without prices", () => {
  writeDraft(7, values, NOW);
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/price|total|tax/i);
});

test("a draft expires after 14 days, also another person's", () => {
  writeDraft(7, values, NOW);
  writeDraft(8, values, NOW);
  expect(readDraft(7, NOW + 14 * DAY - 1)).not.toBeNull();
  expect(readDraft(7, NOW + 14 * DAY)).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test("an untouched form stores no draft, and deletes a stored one", () => {
  writeDraft(7, values, NOW);
  writeDraft(7, { userId: null, windows: [createFirstWindow()] }, NOW);
  expect(localStorage).toHaveLength(0);
});

test("an emptied number field is stored as empty", () => {
  writeDraft(7, { userId: null, windows: [windowValues({ quantity: Number.NaN })] }, NOW);
  expect(readDraft(7, NOW)?.values.windows[0]?.quantity).toBeNaN();
});

test.each(["", "null", "{", '{"savedAt":1}', JSON.stringify({ savedAt: NOW, values: { userId: null, windows: [] } })])(
  "an unreadable draft counts as none: %s",
  (text) => {
    localStorage.setItem("unfinished-quote:1:7", text);
    expect(readDraft(7, NOW)).toBeNull();
    expect(localStorage).toHaveLength(0);
  },
);

test("foreign keys in the storage are untouched; a full or forbidden storage is harmless", () => {
  localStorage.setItem("theme", "dark");
  expect(readDraft(7, NOW)).toBeNull();
  expect(localStorage.getItem("theme")).toBe("dark");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => writeDraft(7, values, NOW)).not.toThrow();
});
