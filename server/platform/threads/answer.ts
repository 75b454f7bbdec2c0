import { parentPort } from "node:worker_threads";
import { Refusal } from "#server/platform/http/errors.ts";
import type { GiveWay } from "./turns.ts";

/** A message from a thread: a partial result, and at the end its outcome. */
export type Answer<Said> =
  | { readonly said: Said }
  /** The thread has reached a point at which other work may run first, and waits for a reply. */
  | { readonly givesWay: true }
  | { readonly done: true }
  | { readonly refused: { readonly status: number; readonly sentence: string } }
  | { readonly failed: unknown };

/** Runs a thread's program: it handles one request after the other. */
export function answer<Asked, Said>(work: (asked: Asked, say: (said: Said) => void, giveWay: GiveWay) => Promise<void>): void {
  const tell = (answer: Answer<Said>) => parentPort?.postMessage(answer);
  let goOn: (() => void) | undefined;
  const giveWay = () =>
    new Promise<void>((resolve) => {
      goOn = resolve;
      tell({ givesWay: true });
    });
  parentPort?.on("message", async (question: Asked) => {
    // During the work the only message to the thread is permission to continue.
    if (goOn) {
      const resume = goOn;
      goOn = undefined;
      resume();
      return;
    }
    try {
      await work(question, (said) => tell({ said }), giveWay);
      tell({ done: true });
    } catch (error) {
      // An error of a class of ours loses its class between threads, so its fields are sent.
      tell(error instanceof Refusal ? { refused: { status: error.status, sentence: error.message } } : { failed: error });
    }
  });
}
