import { expect, test, vi } from "vitest";
import { threadsNow } from "#server/platform/threads/threads.ts";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { cutBars } from "./cut-bars.ts";
import { barsIn } from "./cut-stock.ts";
import { BOUGHT_AS_USUAL, groupsOf, profileOf, type WindowToCut } from "./groups.ts";
import { type Cutting, quickly } from "./patterns.ts";

/** Stiles of 1,274 mm: two on a bar, and no plan has fewer than three bars. */
const windows: WindowToCut[] = [
  { ...windowOf(600, 1350), colorSelection: "White", material: "Basswood", orderId: 1, itemId: 1, shutters: 3 },
];
const groups = groupsOf(windows, BOUGHT_AS_USUAL);
const stiles = groups.findIndex(({ profile }) => profile === "stile");
const found = groups.map(({ job }) => quickly(job));
/** A bar for each stile: a plan, and a poor one. */
const poor = found.map((cutting, index): Cutting => (index === stiles ? { ...cutting, bars: [{ pattern: [[0, 1]], times: 6 }] } : cutting));

/** A thread that says this and then never looks at the time again, as a solver may. */
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
/** They are read when their turn has come. */
const gather = vi.fn(async () => ({ windows, bought: BOUGHT_AS_USUAL }));
const asked = { shutters: 3, gather };
const nobodyLeft = () => new AbortController().signal;

test("a thread that does not end in time is ended, and the best that it said is the plan, with whether that is proven", async () => {
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

test("one company's plans that find no end hold up no other company's", async () => {
  const leaving = new AbortController();
  const program = endless({ groups, cuttings: poor });
  const stuck = Promise.allSettled([1, 2, 3].map(() => cutBars(asked, { company: 5, left: leaving.signal, program })));
  expect(stilesOf(await cutBars(asked, { company: 6, left: nobodyLeft() })).optimal).toBe(true);
  expect(threadsNow().busy).toBe(1);
  leaving.abort();
  for (const { status } of await stuck) expect(status).toBe("rejected");
});

test("who leaves frees the thread and the place in the queue at once", async () => {
  // Nothing ends by its time being over.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const program = endless({ groups, cuttings: poor });
  const leaving = new AbortController();
  // One is made, and more than ten of a company do not wait.
  const plans = Array.from({ length: 11 }, () => cutBars(asked, { company: 3, left: leaving.signal, program }));
  const refused = Promise.allSettled(plans);
  gather.mockClear();
  await expect(cutBars(asked, { company: 3, left: nobodyLeft() })).rejects.toMatchObject({
    status: 503,
    message: "Your company has asked for several large bar plans at once. Please wait for them.",
  });
  // Another company's is made meanwhile.
  expect(stilesOf(await cutBars(asked, { company: 4, left: nobodyLeft() })).optimal).toBe(true);
  const reason = new Error("left");
  leaving.abort(reason);
  for (const plan of await refused) expect(plan).toEqual({ status: "rejected", reason });
  // Of this company only the first had its turn: nothing was read for what was refused, or left before.
  expect(gather).toHaveBeenCalledTimes(2);
  expect(threadsNow().busy).toBe(0);
  vi.useRealTimers();
  expect(stilesOf(await cutBars(asked, { company: 3, left: nobodyLeft() })).optimal).toBe(true);
});
