import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { findBrowser } from "#tools/browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const launchBrowser = async (): Promise<Browser> => chromium.launch(await findBrowser());

export const LAPTOP = { viewport: { width: 1440, height: 900 } };
/** A tablet on the bench: touch, and nothing to hover with. */
export const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Options {
  readonly device?: typeof LAPTOP | typeof TABLET;
  /** A reply that is part of the story, such as the 401 of somebody who has not signed in yet. */
  readonly expected?: readonly RegExp[];
}

/** Somebody with a browser of their own. Whatever goes wrong in it, seen or unseen, fails the story that they are in. */
export class Person {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #troubles: string[];

  private constructor(context: BrowserContext, page: Page, troubles: string[]) {
    this.#context = context;
    this.page = page;
    this.#troubles = troubles;
  }

  static async open(browser: Browser, url: string, { device = LAPTOP, expected = [] }: Options = {}): Promise<Person> {
    const context = await browser.newContext({
      ...device,
      baseURL: url,
      locale: "en-GB",
      timezoneId: "Europe/London",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const troubles: string[] = [];
    const isExpected = (text: string) => expected.some((pattern) => pattern.test(text));
    page.on("console", (message) => {
      // Chromium repeats every refused request on the console; those are judged by the reply itself, below.
      if (/^Failed to load resource/.test(message.text())) return;
      if (["error", "warning"].includes(message.type()) && !isExpected(message.text()))
        troubles.push(`console ${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => troubles.push(`uncaught: ${error.message}`));
    page.on("requestfailed", (request) => {
      const failure = request.failure()?.errorText ?? "";
      // A navigation cancels what the page it leaves was still asking for.
      if (failure !== "net::ERR_ABORTED") troubles.push(`request failed: ${request.method()} ${request.url()} ${failure}`);
    });
    page.on("response", (response) => {
      const line = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`;
      if (response.status() >= 400 && !isExpected(line)) troubles.push(`refused: ${line}`);
    });
    return new Person(context, page, troubles);
  }

  /** No console message, no failed request, no sideways scrolling, no accessibility violation on the screen as it is now. */
  async looksRight(screen: string): Promise<void> {
    // A list that is fetched again is dimmed meanwhile: it is looked at once it is there.
    await this.page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    expect(this.#troubles, screen).toEqual([]);
    await settled(this.page);
    const sideways = await this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(sideways, `${screen}: scrolls sideways`).toBeLessThanOrEqual(0);
    expect(await violations(this.page), screen).toEqual([]);
  }

  /** The toast that is up now. */
  async isTold(text: string): Promise<void> {
    await this.page
      .getByRole("status")
      .or(this.page.locator("[data-radix-collection-item], li"))
      .filter({ hasText: text })
      .first()
      .waitFor();
  }

  async close(): Promise<void> {
    expect(this.#troubles).toEqual([]);
    await this.#context.close();
  }
}

/** What fades in is there before it is seen: a dialog in its first frame is none to axe, which then finds the page behind it wrongly hidden. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), new Promise((done) => setTimeout(done, 1000))]).then(
      () => null,
    );
  });

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
  }[];
}

/** WCAG 2.2, levels A and AA. */
async function violations(page: Page): Promise<string[]> {
  // Playwright evaluates outside the page's own policy, so the page stays under exactly the one that it is served with.
  await page.evaluate(AXE);
  const result = (await page.evaluate(() =>
    (window as unknown as { axe: { run(options: unknown): Promise<unknown> } }).axe.run({
      runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
    }),
  )) as AxeResult;
  return result.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${String(node.target)} ${node.failureSummary ?? ""}`));
}
