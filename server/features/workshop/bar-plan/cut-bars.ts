import { once } from "node:events";
import { setImmediate as others } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { badRequest, Refusal, tooMany } from "#server/http/errors.ts";
import { createPlaces, createQueue } from "#server/http/limits.ts";
import { MOST_BAR_PIECES } from "#shared/contract/workshop.ts";
import type { Asked, Said } from "./bar-plan-worker.ts";
import { barsIn } from "./cut-stock.ts";
import { allOf, type BarGroup, dealOut, wastePercent } from "./groups.ts";
import type { Cutting } from "./patterns.ts";

/** A plan is there in five seconds, the wait for its turn and the reply's writing included. */
const LONGEST_MS = 3500;
/** However long it waited. */
const LEAST_MS = 500;
/** For a solver that does not look at the time. */
const GRACE_MS = 400;
const MOST_MEGABYTES = 512;

const AT_ONCE = 2;
const MOST_WAITING = 8;
const MOST_OF_AN_ACCOUNT = 3;
const inTurn = createQueue(AT_ONCE, MOST_WAITING);
const inPlace = createPlaces(MOST_OF_AN_ACCOUNT, () => tooMany("You have asked for several bar plans at once. Please wait for them.", 5));

/** Which piece is cut from which bar, found in a thread of its own. @param left when nobody waits for it any more */
export function cutBars(
  asked: Pick<Asked, "windows" | "stock">,
  { account, left, program = PROGRAM }: { account: number; left: AbortSignal; program?: URL },
) {
  const began = Date.now();
  return inPlace(String(account), () =>
    inTurn(async () => {
      if (left.aborted) throw gone();
      const until = Math.max(began + LONGEST_MS, Date.now() + LEAST_MS);
      const { groups, cuttings } = await inThread({ ...asked, mostPieces: MOST_BAR_PIECES, until }, left, program);
      const profiles: ReturnType<typeof profileOf>[] = [];
      for (const [index, group] of groups.entries()) {
        profiles.push(profileOf(group, cuttings[index] as Cutting));
        // Of tens of thousands of pieces each profile takes a while.
        await others();
      }
      return profiles;
    }, String(account)),
  );
}

const gone = () => new Refusal(503, "The request was given up");

function profileOf({ profile, material, color, stockMm, kerfMm, ...group }: BarGroup, { bars: plan, lowerBound }: Cutting) {
  const bars = dealOut({ profile, material, color, stockMm, kerfMm, ...group }, plan);
  const optimal = barsIn(plan) <= lowerBound;
  const waste = wastePercent(stockMm, bars);
  return { profile, material, color, stockMm, kerfMm, bars, lowerBound, optimal, wastePercent: waste, tooLong: allOf(group.tooLong) };
}

/** Beside this file, as source or as built: the build has an entry of its own for it (vite.server.config.ts). */
const PROGRAM = new URL(`./bar-plan-worker${import.meta.url.endsWith(".ts") ? ".source.mjs" : ".js"}`, import.meta.url);

async function inThread(asked: Asked, left: AbortSignal, program: URL) {
  const worker = new Worker(program, {
    workerData: asked,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  const stop = () => void worker.terminate();
  left.addEventListener("abort", stop, { once: true });
  let timer: NodeJS.Timeout | undefined;
  let groups: readonly BarGroup[] | undefined;
  const cuttings: Cutting[] = [];
  let pieces = 0;
  worker.on("message", (said: Said) => {
    if ("tooMany" in said) pieces = said.tooMany;
    else if ("index" in said) cuttings[said.index] = said.cutting;
    else {
      groups = said.groups;
      cuttings.push(...said.cuttings);
      timer = setTimeout(stop, Math.max(0, asked.until - Date.now()) + GRACE_MS);
    }
  });
  try {
    // Rejects at an error of the thread.
    await once(worker, "exit");
  } finally {
    clearTimeout(timer);
    left.removeEventListener("abort", stop);
  }
  if (left.aborted) throw gone();
  if (pieces > 0) {
    const [many, most] = [pieces, MOST_BAR_PIECES].map((count) => count.toLocaleString("en-GB"));
    throw badRequest(`These orders have ${many} pieces to cut: at most ${most} at once, so please choose fewer orders`);
  }
  if (!groups) throw new Error("The bar plan's thread ended without a plan");
  return { groups, cuttings };
}
