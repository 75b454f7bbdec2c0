import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { setActingUser } from "#client/lib/portal-request.ts";
import "./kept-styles.ts";

// On a busy machine a screen takes longer than the library's second.
configure({ asyncUtilTimeout: 20_000 });

const complaints: string[] = [];

/** jsdom does not know `<search>` yet, which every browser does. */
const isJsdomsFault = (parts: readonly unknown[]) => String(parts[0]).includes("is unrecognized in this browser") && parts[1] === "search";

// jsdom has no layout, and says so on the console.
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
document.elementsFromPoint = () => [];

beforeEach(async () => {
  await vi.dynamicImportSettled();
  complaints.length = 0;
  for (const method of ["error", "warn"] as const) {
    // A test that means to provoke one replaces the method itself: vi.spyOn(console, "error").mockImplementation(…).
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      if (!isJsdomsFault(parts)) complaints.push(`console.${method}: ${parts.map(String).join(" ")}`);
    });
  }
});

afterEach(() => {
  cleanup();
  // What a screen keeps on the device is one person's; the next test's device is another.
  localStorage.clear();
  history.replaceState(null, "", "/");
  setActingUser(null);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  // React and the browser report real faults on the console only: a missing key, a bad prop, a late
  // update.
  expect(complaints, "unexpected console output").toEqual([]);
});

// What is still being fetched ahead must not arrive where there is no browser any more.
afterAll(() => vi.dynamicImportSettled());
