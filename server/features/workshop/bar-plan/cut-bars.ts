import { Refusal, tooMany } from "#server/http/errors.ts";
import { createPlaces, createQueue } from "#server/http/limits.ts";
import { inThread, programBeside } from "#server/threads/threads.ts";
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

const AT_ONCE = 2;
const MOST_WAITING = 8;
const MOST_OF_AN_ACCOUNT = 3;
const inTurn = createQueue(AT_ONCE, MOST_WAITING);
const inPlace = createPlaces(MOST_OF_AN_ACCOUNT, () => tooMany("You have asked for several bar plans at once. Please wait for them.", 5));

/** What is cut from the same bars, and how. */
export interface CutGroup {
  readonly group: BarGroup;
  readonly cutting: Cutting;
}

/** From how many bars each profile is cut, found in a thread. @param left when nobody waits for it any more */
export function cutBars(
  asked: Pick<Asked, "windows" | "stock">,
  { account, left, program = PROGRAM }: { account: number; left: AbortSignal; program?: URL },
): Promise<CutGroup[]> {
  const began = Date.now();
  return inPlace(String(account), () =>
    inTurn(async () => {
      if (left.aborted) throw gone();
      const until = Math.max(began + LONGEST_MS, Date.now() + LEAST_MS);
      return found({ ...asked, mostPieces: MOST_BAR_PIECES, until }, left, program);
    }, String(account)),
  );
}

const gone = () => new Refusal(503, "The request was given up");

const PROGRAM = programBeside(import.meta.url, "./bar-plan-thread");

async function found(asked: Asked, left: AbortSignal, program: URL): Promise<CutGroup[]> {
  const enough = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const plan: CutGroup[] = [];
  const hear = (said: Said) => {
    if ("index" in said) plan.splice(said.index, 1, { ...(plan[said.index] as CutGroup), cutting: said.cutting });
    else {
      plan.push(...said.groups.map((group, index) => ({ group, cutting: said.cuttings[index] as Cutting })));
      timer = setTimeout(() => enough.abort(), Math.max(0, asked.until - Date.now()) + GRACE_MS);
    }
  };
  try {
    await inThread(program, asked, { until: AbortSignal.any([left, enough.signal]), hear });
  } catch (error) {
    if (left.aborted) throw gone();
    if (!enough.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return plan;
}
