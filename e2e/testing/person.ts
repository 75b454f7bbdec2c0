import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, expect, type Page, type Request } from "@playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const LAPTOP = { viewport: { width: 1440, height: 900 } };
/** A tablet in a workshop: touch, and no pointer that can hover. */
export const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DEVICES = { laptop: LAPTOP, tablet: TABLET, phone: PHONE };

/**
 * The specification's reply to a page that loads the signed-in person while nobody is signed in
 * (rule S10).
 */
const SIGNED_OUT = "401 GET /api/user";

export interface Visit {
  readonly device?: typeof LAPTOP | typeof TABLET;
  /** Replies or failures that belong to the story, for example the 401 before a sign-in. */
  readonly expected?: readonly RegExp[];
}

const REPLY_LIMIT_MS = 60_000;

/** A person with their own browser. Any visible or hidden fault in it fails the story. */
export class Person {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #troubles: string[];
  /** The page's toasts since the last one that the story has checked. */
  readonly #told: string[];
  /** The page's requests without a reply. */
  readonly #asked = new Set<Request>();

  private constructor(context: BrowserContext, page: Page, troubles: string[], told: string[]) {
    this.#context = context;
    this.page = page;
    this.#troubles = troubles;
    this.#told = told;
    let opening: Request | null = null;
    page.on("request", (request) => {
      this.#asked.add(request);
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) opening = request;
    });
    page.on("requestfinished", (request) => this.#asked.delete(request));
    page.on("requestfailed", (request) => this.#asked.delete(request));
    // The requests of a document that was left can end without an event.
    page.on("framenavigated", (frame) => {
      if (frame !== page.mainFrame() || !opening) return;
      for (const request of this.#asked) if (request !== opening) this.#asked.delete(request);
      opening = null;
    });
  }

  static async open(browser: Browser, url: string, { device = LAPTOP, expected = [] }: Visit = {}): Promise<Person> {
    const context = await browser.newContext({ ...device, baseURL: url });
    const page = await context.newPage();
    const toasts: string[] = [];
    await page.exposeFunction(TELL, (toast: string) => toasts.push(toast));
    await page.addInitScript(watchToasts, TELL);
    const troubles: string[] = [];
    const isExpected = (text: string) => expected.some((pattern) => pattern.test(text));
    page.on("console", (message) => {
      // Chromium logs every rejected request on the console. The story checks those by their
      // replies, below.
      if (/^Failed to load resource/.test(message.text())) return;
      if (["error", "warning"].includes(message.type()) && !isExpected(message.text()))
        troubles.push(`console ${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => troubles.push(`uncaught: ${error.message}`));
    page.on("requestfailed", (request) => {
      const failure = request.failure()?.errorText ?? "";
      // A navigation cancels the previous page's open requests.
      const line = `request failed: ${request.method()} ${request.url()} ${failure}`;
      if (failure !== "net::ERR_ABORTED" && !isExpected(line)) troubles.push(line);
    });
    page.on("response", (response) => {
      const line = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`;
      if (response.status() >= 400 && line !== SIGNED_OUT && !isExpected(line)) troubles.push(`refused: ${line}`);
    });
    return new Person(context, page, troubles, toasts);
  }

  /**
   * Waits until all requests of the page are answered and displayed, without a skeleton or spinner.
   * `networkidle` would wait for half a second of silence on every screen.
   *
   * @throws if a request has no reply after `REPLY_LIMIT_MS`. The error names the requests.
   */
  async arrived(): Promise<void> {
    const limit = performance.now() + REPLY_LIMIT_MS;
    await this.page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    for (let quiet = 0; quiet < 2; quiet++) {
      await this.page.evaluate(waitForFrames);
      if (this.#asked.size > 0 || (await this.page.locator('[aria-busy="true"]').count()) > 0) quiet = -1;
      if (performance.now() > limit)
        throw new Error(`Without a reply: ${[...this.#asked].map((request) => `${request.method()} ${request.url()}`).join(", ")}`);
    }
  }

  /**
   * Checks that the screen has no console message, no failed request, no sideways scrolling and no
   * accessibility violation. `within` names the part to check where the rest was checked before.
   */
  async looksRight(screen: string, within?: string): Promise<void> {
    // A list is dimmed during a refetch, so the check waits for its end.
    await this.page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    expect(this.#troubles, screen).toEqual([]);
    await settled(this.page);
    const sideways = await this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(sideways, `${screen}: scrolls sideways`).toBeLessThanOrEqual(0);
    expect(await violations(this.page, within), screen).toEqual([]);
  }

  /**
   * Checks that every control has room for a thumb: 44 px. Links in running text are excepted,
   * because people read them and seldom press them.
   */
  async isForThumbs(screen: string): Promise<void> {
    const pressed = ":is(button, select, input, textarea, summary, [role=tab], [role=menuitem])";
    const controls = this.page.locator(`main ${pressed}, :is([role=dialog], [role=alertdialog], [role=menu]) ${pressed}`);
    const small = await controls.evaluateAll((elements) =>
      elements.flatMap((element) => {
        const input = element as HTMLInputElement;
        // A radio or a hidden file input is pressed by its label. Where it has two labels, the
        // larger one counts.
        const labels = ["file", "radio", "checkbox"].includes(input.type) ? [...(input.labels ?? [])] : [];
        const byHeight = (one: Element, other: Element) => other.getBoundingClientRect().height - one.getBoundingClientRect().height;
        const [place = element] = labels.toSorted(byHeight);
        const { width, height } = place.getBoundingClientRect();
        if (width === 0 || height === 0 || !place.checkVisibility()) return [];
        const after = getComputedStyle(place, "::after");
        const tall = Math.max(height, after.content === "none" ? 0 : Number.parseFloat(after.height) || 0);
        return tall >= 43.5 ? [] : [`${element.tagName} ${element.getAttribute("aria-label") ?? place.textContent}: ${tall} px`];
      }),
    );
    expect(small, `${screen}: too small for a thumb`).toEqual([]);
  }

  /**
   * Expects a toast with this text since the last checked one. The toast may have disappeared,
   * because it is displayed for 1500 ms.
   */
  async isTold(text: string): Promise<void> {
    await expect
      .poll(() => {
        const at = this.#told.findIndex((toast) => toast.includes(text));
        return at === -1 ? [...this.#told] : this.#told.splice(0, at + 1).at(-1);
      })
      .toContain(text);
  }

  async close(): Promise<void> {
    expect(this.#troubles).toEqual([]);
    await this.#context.close();
  }
}

/**
 * Runs in the page and waits for two frames, at most a second: on a loaded machine the browser can
 * draw no frame until the next input.
 */
export const waitForFrames = (): Promise<unknown> =>
  Promise.race([
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    new Promise((done) => setTimeout(done, 1000)),
  ]).then(() => null);

const TELL = "tellOfToast";

/**
 * Runs in the page and reports each toast once when it becomes visible. A later search would miss
 * the toast on a slow machine.
 */
function watchToasts(tell: string): void {
  let last: Element | null = null;
  new MutationObserver(() => {
    const toast = document.querySelector('li[data-variant][data-state="open"]');
    if (!toast || toast === last || !toast.checkVisibility({ visibilityProperty: true }) || toast.clientHeight === 0) return;
    last = toast;
    (window as unknown as Record<string, (text: string) => void>)[tell]?.(toast.textContent);
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Stops timers of this length from the page's next load on, so that the steps before their end may
 * take as long as the machine needs.
 */
export const withoutTimer = (page: Page, milliseconds: number): Promise<unknown> =>
  page.addInitScript((stopped) => {
    const { setTimeout } = window;
    window.setTimeout = ((work: () => void, wait?: number, ...rest: []) =>
      wait === stopped ? 0 : setTimeout(work, wait, ...rest)) as typeof window.setTimeout;
  }, milliseconds);

/**
 * Waits for animations, because a dialog is in the page before it has faded in. In its first frame
 * axe overlooks it and reports the page behind it as wrongly hidden.
 */
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

/** Returns the violations of WCAG 2.2, levels A and AA. */
async function violations(page: Page, within = "html"): Promise<string[]> {
  // Playwright evaluates outside the page's policy, so the page has the policy of its reply.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const result = (await page.evaluate(
    (part) =>
      (window as unknown as { axe: { run(context: unknown, options: unknown): Promise<unknown> } }).axe.run(part, {
        runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
        // Reporting the passed rules as well would take half as long again.
        resultTypes: ["violations"],
      }),
    within,
  )) as AxeResult;
  return result.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${String(node.target)} ${node.failureSummary ?? ""}`));
}
