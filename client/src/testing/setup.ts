import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { setActingUser } from "#client/lib/portal-request.ts";
import "./cached-styles.ts";

// On a busy machine a screen needs longer than the library's default of one second.
configure({ asyncUtilTimeout: 20_000 });

const complaints: string[] = [];

/** jsdom does not support `<search>`, which every browser does. */
const isJsdomsFault = (parts: readonly unknown[]) => String(parts[0]).includes("is unrecognized in this browser") && parts[1] === "search";

// jsdom has no layout and logs an error for these methods.
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
document.elementsFromPoint = () => [];

beforeEach(async () => {
  await vi.dynamicImportSettled();
  complaints.length = 0;
  for (const method of ["error", "warn"] as const) {
    // A test that provokes an error replaces the method itself: vi.spyOn(console,
    // "error").mockImplementation(…).
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      if (!isJsdomsFault(parts)) complaints.push(`console.${method}: ${parts.map(String).join(" ")}`);
    });
  }
});

afterEach(() => {
  cleanup();
  // Stored data belong to one person, and the next test simulates another device.
  localStorage.clear();
  history.replaceState(null, "", "/");
  setActingUser(null);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  // React and the browser report real faults only on the console: a missing key, a bad prop, a late
  // update.
  expect(complaints, "unexpected console output").toEqual([]);
});

// Imports that are still loading must not finish after the test environment has ended.
afterAll(() => vi.dynamicImportSettled());
