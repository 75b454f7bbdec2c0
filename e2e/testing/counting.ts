import type { Locator, Page } from "@playwright/test";

/**
 * Counts the keys and clicks of a person. Text that is copied from the notes, for example a
 * measure, is not counted.
 */
export function counting({ page }: { readonly page: Page }) {
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    presses += keys.length;
  };
  /** Returns the form name of the focused element, or its label or text. */
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null;
      return at?.getAttribute("name") || at?.getAttribute("aria-label") || at?.labels?.[0]?.textContent || at?.textContent || "";
    });
  return {
    press,
    focused,
    type: async (text: string) => {
      await page.keyboard.type(text);
      presses += text.length;
    },
    click: async (locator: Locator) => {
      await locator.click();
      presses += 1;
    },
    copy: (text: string | number) => page.keyboard.type(`${text}`),
    /** Presses Tab (or Shift+Tab) until the focused element matches. */
    tabTo: async (what: RegExp, key: "Tab" | "Shift+Tab" = "Tab") => {
      for (let steps = 0; steps < 40 && !what.test(await focused()); steps += 1) await press(key);
      if (!what.test(await focused())) throw new Error(`Tab does not lead to ${what}, but to ${await focused()}`);
    },
    presses: () => presses,
  };
}
