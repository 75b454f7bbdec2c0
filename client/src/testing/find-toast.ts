import { act, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { clearToasts } from "#client/lib/toasts.ts";

/** Finds the visible toast: `await findToast("Success: Profile updated successfully")`. */
export const findToast = (words: string) =>
  waitFor(() => {
    const toast = document.querySelector<HTMLElement>("[data-variant]");
    expect(toast?.textContent).toBe(words);
    return toast as HTMLElement;
  });

/**
 * Waits for a toast and removes it, as happens a moment later by itself. A dialog then displays why
 * its call failed.
 */
export async function passToast(words: string) {
  await findToast(words);
  act(clearToasts);
}

export const noToast = () => expect(document.querySelector("[data-variant]")).toBeNull();

/** Expects that a load failure is displayed in its place and in a toast, in the same words. */
export const findFailure = (words: string) =>
  waitFor(() => {
    expect([...document.querySelectorAll("[role=alert] p")].map(({ textContent }) => textContent)).toContain(words);
    expect(document.querySelector("[data-variant=destructive]")?.textContent).toBe(`Error: ${words}`);
    return words;
  });
