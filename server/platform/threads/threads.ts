import { Worker } from "node:worker_threads";
import { Refusal } from "#server/platform/http/errors.ts";
import type { Answer } from "./answer.ts";
import type { GiveWay } from "./turns.ts";

/**
 * The limit of a thread's heap: a thread that needs more ends alone, with an error, and the portal
 * continues.
 */
const MOST_MEGABYTES = 512;
/**
 * A thread is retained for this long, because loading its program takes longer than a short
 * document.
 */
const KEPT_MS = 30_000;

interface Resting {
  readonly program: string;
  readonly worker: Worker;
  ending: NodeJS.Timeout;
}
const resting = new Set<Resting>();
let busy = 0;

/** The numbers of threads, for the metrics. */
export const threadsNow = () => ({ busy, resting: resting.size });

/**
 * `./name-thread`: a program beside the calling module, as source or as built
 * (`vite.server.config.ts` has an entry for each).
 */
export const programBeside = (module: string, name: string): URL => new URL(name + (module.endsWith(".ts") ? ".ts" : ".js"), module);

interface Asking<Said> {
  /** Ends the thread, whatever it does. */
  readonly until: AbortSignal;
  readonly hear: (said: Said) => void;
  /** Called when the work may pause: the thread retains its state and waits. */
  readonly giveWay?: GiveWay;
  /**
   * True if a spare thread should start for the next request, because the start takes longer than
   * the request.
   */
  readonly withSpare?: boolean;
}

/**
 * Runs a program in a thread, because it would block the event loop. The caller bounds the number
 * of concurrent runs.
 * @throws the error of the program, or the reason of `until`
 */
export async function inThread<Said>(
  program: URL,
  question: unknown,
  { until, hear, giveWay, withSpare = false }: Asking<Said>,
): Promise<void> {
  until.throwIfAborted();
  const worker = rested(program) ?? start(program);
  if (withSpare && ![...resting].some((one) => one.program === program.href)) rest(program, start(program));
  let fit = false;
  const ending = new AbortController();
  busy += 1;
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on("message", (answer: Answer<Said>) => {
        if ("said" in answer) return hear(answer.said);
        if ("givesWay" in answer) return void (giveWay?.() ?? Promise.resolve()).then(() => worker.postMessage(null), reject);
        fit = !("failed" in answer);
        if ("done" in answer) resolve();
        else reject("refused" in answer ? new Refusal(answer.refused.status, answer.refused.sentence) : answer.failed);
      });
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("A thread ended in the middle of its work")));
      until.addEventListener("abort", () => reject(until.reason), { signal: ending.signal });
      worker.postMessage(question);
    });
  } finally {
    busy -= 1;
    ending.abort();
    for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
    if (fit) rest(program, worker);
    else end(worker);
  }
}

function end(worker: Worker): void {
  // After this nobody listens for the thread's errors.
  worker.on("error", () => undefined);
  void worker.terminate();
}

function start(program: URL): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES } };
  if (!program.pathname.endsWith(".ts")) return new Worker(program, options);
  return new Worker(new URL("./thread.source.mjs", import.meta.url), { ...options, workerData: program.href });
}

/** An idle thread does not delay the process's exit, and ends after a time without requests. */
function rest({ href }: URL, worker: Worker): void {
  worker.unref();
  worker.on("error", () => undefined);
  const later = () =>
    setTimeout(() => {
      // While other threads are busy, a further request may come soon, and it should not wait for a
      // start.
      if (busy > 0) {
        thread.ending = later();
        return;
      }
      // The thread leaves the list first, because terminating takes a moment in which the thread
      // must get no request.
      resting.delete(thread);
      void worker.terminate();
    }, KEPT_MS).unref();
  const thread: Resting = { program: href, worker, ending: later() };
  resting.add(thread);
  worker.once("exit", () => {
    clearTimeout(thread.ending);
    resting.delete(thread);
  });
}

function rested({ href }: URL): Worker | undefined {
  for (const idle of resting) {
    if (idle.program !== href) continue;
    resting.delete(idle);
    clearTimeout(idle.ending);
    for (const event of ["exit", "error"]) idle.worker.removeAllListeners(event);
    idle.worker.ref();
    return idle.worker;
  }
  return undefined;
}
