import type { Locator, Page } from "@playwright/test";

/**
 * Counts what a person presses: keys and clicks. What is copied from the notes, such as a measure,
 * is not counted.
 */
export function counting({ page }: { readonly page: Page }) {
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    presses += keys.length;
  };
  /** What has the focus: its name in the form, else what it is called. */
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
    /** By Tab, or back by Shift and Tab. */
    tabTo: async (what: RegExp, key: "Tab" | "Shift+Tab" = "Tab") => {
      for (let steps = 0; steps < 40 && !what.test(await focused()); steps += 1) await press(key);
      if (!what.test(await focused())) throw new Error(`Tab does not lead to ${what}, but to ${await focused()}`);
    },
    presses: () => presses,
  };
}
