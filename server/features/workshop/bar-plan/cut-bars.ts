import { inThread, programBeside } from "#server/platform/threads/threads.ts";
import { createTurns } from "#server/platform/threads/turns.ts";
import { MOST_BAR_PIECES } from "#shared/contract/workshop.ts";
import type { BarPlanMessage, BarPlanTask } from "./bar-plan-thread.ts";
import type { BarGroup } from "./groups.ts";
import type { Cutting } from "./patterns.ts";

/**
 * A plan is returned within five seconds, including the wait in the queue and the serialization of
 * the reply.
 */
const LONGEST_MS = 3500;
/** A plan computes at least this long, however long it waited in the queue. */
const LEAST_MS = 500;
/** Extra time for a solver that does not check the clock. */
const GRACE_MS = 400;

/** Plans of this size or larger count the same, because no plan may exceed its time limit. */
const MOST_COUNTED = 1000;
const inTurn = createTurns({
  places: 3,
  most: {
    waiting: 10,
    windows: 2 * MOST_COUNTED,
    sentence: "Your company has requested several large bar plans at once. Please wait for them.",
  },
});

/** Pieces that are cut from the same kind of bar, with the plan for them. */
interface CutGroup {
  readonly group: BarGroup;
  readonly cutting: Cutting;
}

/** The work of a plan. The number of shutters is known before their windows are read. */
interface ToCut {
  readonly shutters: number;
  gather(): Promise<Pick<BarPlanTask, "windows" | "bought">>;
}

/**
 * Finds the bars of each profile in a worker thread. @param left aborts when the client disconnects
 * @throws the abort reason in that case
 */
export async function cutBars(
  { shutters, gather }: ToCut,
  { company, left, program = PROGRAM }: { company: number; left: AbortSignal; program?: URL },
): Promise<CutGroup[]> {
  const began = Date.now();
  return await inTurn({ company, windows: Math.min(shutters, MOST_COUNTED), left }, async () => {
    const job = await gather();
    const until = Math.max(began + LONGEST_MS, Date.now() + LEAST_MS);
    return runPlanThread({ ...job, mostPieces: MOST_BAR_PIECES, until }, left, program);
  });
}

const PROGRAM = programBeside(import.meta.url, "./bar-plan-thread");

async function runPlanThread(task: BarPlanTask, left: AbortSignal, program: URL): Promise<CutGroup[]> {
  const enough = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const plan: CutGroup[] = [];
  const onMessage = (message: BarPlanMessage) => {
    if ("index" in message) plan.splice(message.index, 1, { ...(plan[message.index] as CutGroup), cutting: message.cutting });
    else {
      plan.push(...message.groups.map((group, index) => ({ group, cutting: message.cuttings[index] as Cutting })));
      timer = setTimeout(() => enough.abort(), Math.max(0, task.until - Date.now()) + GRACE_MS);
    }
  };
  try {
    await inThread(program, task, { until: AbortSignal.any([left, enough.signal]), hear: onMessage });
  } catch (error) {
    if (left.aborted || !enough.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return plan;
}
