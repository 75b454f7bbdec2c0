import type { Page } from "@playwright/test";

type WithShifts = Window & { shifts: number[] };

/** Records the layout shifts of the page that is opened next. */
export const recordLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    });
    observer.observe({ type: "layout-shift", buffered: true });
  });

/** Returns the shifts since `recordLayoutShifts`, as shares of the window. */
export const layoutShifts = (page: Page): Promise<number[]> => page.evaluate(() => (window as unknown as WithShifts).shifts);
