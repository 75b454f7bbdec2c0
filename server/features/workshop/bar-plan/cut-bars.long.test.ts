import { expect, onTestFinished, test, vi } from "vitest";
import { threadsNow } from "#server/platform/threads/threads.ts";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { cutBars } from "./cut-bars.ts";
import { barsIn } from "./cut-stock.ts";
import { BOUGHT_AS_USUAL, groupsOf, profileOf, type WindowToCut } from "./groups.ts";
import { type Cutting, planQuickly } from "./patterns.ts";

/** Stiles of 1,274 mm: two fit on a bar, and no plan has fewer than three bars. */
const windows: WindowToCut[] = [
  { ...windowOf(600, 1350), colorSelection: "White", material: "Basswood", orderId: 1, itemId: 1, shutters: 3 },
];
const groups = groupsOf(windows, BOUGHT_AS_USUAL);
const stiles = groups.findIndex(({ profile }) => profile === "stile");
const found = groups.map(({ job }) => planQuickly(job));
/** One bar for each stile: a valid but poor plan. */
const poor = found.map((cutting, index): Cutting => (index === stiles ? { ...cutting, bars: [{ pattern: [[0, 1]], times: 6 }] } : cutting));

/**
 * A thread that posts these messages and then blocks, like a solver that never checks the clock.
 */
const endless = (...said: readonly unknown[]): URL => {
  const program = `import { parentPort } from "node:worker_threads";
    for (const said of ${JSON.stringify(said)}) parentPort.postMessage({ said });
    for (;;);`;
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`);
};
const stilesOf = (plan: Awaited<ReturnType<typeof cutBars>>) => {
  const profile = plan.map(({ group, cutting }) => profileOf(group, cutting)).find((each) => each.profile === "stile");
  return { bars: profile?.bars.map(({ pieces }) => pieces.length), lowerBound: profile?.lowerBound, optimal: profile?.optimal };
};
/** The windows are read only when a plan's turn has come. */
const gather = vi.fn(async () => ({ windows, bought: BOUGHT_AS_USUAL }));
const asked = { shutters: 3, gather };
const nobodyLeft = () => new AbortController().signal;

test("a thread that exceeds its time is stopped, and its best message so far is the plan", async () => {
  const [unproven, proven] = await Promise.all([
    cutBars(asked, { company: 1, left: nobodyLeft(), program: endless({ groups, cuttings: poor }) }),
    cutBars(asked, {
      company: 2,
      left: nobodyLeft(),
      program: endless({ groups, cuttings: poor }, { index: stiles, cutting: found[stiles] }),
    }),
  ]);
  expect(barsIn(found[stiles]?.bars ?? [])).toBe(3);
  expect(stilesOf(unproven)).toEqual({ bars: [1, 1, 1, 1, 1, 1], lowerBound: 3, optimal: false });
  expect(stilesOf(proven)).toEqual({ bars: [2, 2, 2], lowerBound: 3, optimal: true });
});

test("endless plans of one company do not delay another company's plans", async () => {
  const leaving = new AbortController();
  const program = endless({ groups, cuttings: poor });
  const stuck = Promise.allSettled([1, 2, 3].map(() => cutBars(asked, { company: 5, left: leaving.signal, program })));
  expect(stilesOf(await cutBars(asked, { company: 6, left: nobodyLeft() })).optimal).toBe(true);
  expect(threadsNow().busy).toBe(1);
  leaving.abort();
  for (const { status } of await stuck) expect(status).toBe("rejected");
});

test("a client that disconnects frees the thread and its place in the queue at once", async () => {
  // Fake timers ensure that no plan ends because its time is over.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const program = endless({ groups, cuttings: poor });
  const leaving = new AbortController();
  // One plan runs, and at most ten plans of a company wait.
  const plans = Array.from({ length: 11 }, () => cutBars(asked, { company: 3, left: leaving.signal, program }));
  const refused = Promise.allSettled(plans);
  gather.mockClear();
  await expect(cutBars(asked, { company: 3, left: nobodyLeft() })).rejects.toMatchObject({
    status: 429,
    message: "Your company has requested several large bar plans at once. Please wait for them.",
  });
  // Another company's plan is made meanwhile.
  expect(stilesOf(await cutBars(asked, { company: 4, left: nobodyLeft() })).optimal).toBe(true);
  const reason = new Error("left");
  leaving.abort(reason);
  for (const plan of await refused) expect(plan).toEqual({ status: "rejected", reason });
  // The first plan of this company had its turn; nothing was read for refused or cancelled plans.
  expect(gather).toHaveBeenCalledTimes(2);
  expect(threadsNow().busy).toBe(0);
  vi.useRealTimers();
  expect(stilesOf(await cutBars(asked, { company: 3, left: nobodyLeft() })).optimal).toBe(true);
});
