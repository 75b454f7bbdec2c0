import { inThread, programBeside } from "#server/platform/threads/threads.ts";
import { createTurns } from "#server/platform/threads/turns.ts";
import { MOST_BAR_PIECES } from "#shared/contract/workshop.ts";
import type { Asked, Said } from "./bar-plan-thread.ts";
import type { BarGroup } from "./groups.ts";
import type { Cutting } from "./patterns.ts";

/** A plan is there in five seconds, the wait for its turn and the reply's writing included. */
const LONGEST_MS = 3500;
/** However long it waited. */
const LEAST_MS = 500;
/** For a solver that does not look at the time. */
const GRACE_MS = 400;

/** One that is this large counts like all that is larger: none takes longer than its time. */
const MOST_COUNTED = 1000;
const inTurn = createTurns({
  places: 3,
  most: {
    waiting: 10,
    windows: 2 * MOST_COUNTED,
    sentence: "Your company has asked for several large bar plans at once. Please wait for them.",
  },
});

/** What is cut from the same bars, and how. */
interface CutGroup {
  readonly group: BarGroup;
  readonly cutting: Cutting;
}

/** What is to be cut, and how much of it there is at most: known before all that is cut is read. */
interface ToCut {
  readonly shutters: number;
  gather(): Promise<Pick<Asked, "windows" | "bought">>;
}

/**
 * From how many bars each profile is cut, found in a thread. @param left when nobody waits for it any more
 * @throws its reason, where it was left
 */
export async function cutBars(
  { shutters, gather }: ToCut,
  { company, left, program = PROGRAM }: { company: number; left: AbortSignal; program?: URL },
): Promise<CutGroup[]> {
  const began = Date.now();
  return await inTurn({ company, windows: Math.min(shutters, MOST_COUNTED), left }, async () => {
    const asked = await gather();
    const until = Math.max(began + LONGEST_MS, Date.now() + LEAST_MS);
    return found({ ...asked, mostPieces: MOST_BAR_PIECES, until }, left, program);
  });
}

const PROGRAM = programBeside(import.meta.url, "./bar-plan-thread");

async function found(task: Asked, left: AbortSignal, program: URL): Promise<CutGroup[]> {
  const enough = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const plan: CutGroup[] = [];
  const hear = (said: Said) => {
    if ("index" in said) plan.splice(said.index, 1, { ...(plan[said.index] as CutGroup), cutting: said.cutting });
    else {
      plan.push(...said.groups.map((group, index) => ({ group, cutting: said.cuttings[index] as Cutting })));
      timer = setTimeout(() => enough.abort(), Math.max(0, task.until - Date.now()) + GRACE_MS);
    }
  };
  try {
    await inThread(program, task, { until: AbortSignal.any([left, enough.signal]), hear });
  } catch (error) {
    if (left.aborted || !enough.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return plan;
}
