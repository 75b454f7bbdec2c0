import { waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** The toast that is in view: `await findToast("Success: Profile updated successfully")`. */
export const findToast = (words: string) =>
  waitFor(() => {
    const toast = document.querySelector<HTMLElement>("[data-variant]");
    expect(toast?.textContent).toBe(words);
    return toast as HTMLElement;
  });

export const noToast = () => expect(document.querySelector("[data-variant]")).toBeNull();
