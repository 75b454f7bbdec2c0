import { parentPort } from "node:worker_threads";
import { Refusal } from "#server/platform/http/errors.ts";
import type { GiveWay } from "./turns.ts";

/** What a thread tells: anything that is to be heard, and at last how it ended. */
export type Answer<Said> =
  | { readonly said: Said }
  /** It has come to a place where others may go first, and waits for a word. */
  | { readonly givesWay: true }
  | { readonly done: true }
  | { readonly refused: { readonly status: number; readonly sentence: string } }
  | { readonly failed: unknown };

/** What a thread's program is: it does what it is asked, one thing after the other. */
export function answer<Asked, Said>(work: (asked: Asked, say: (said: Said) => void, giveWay: GiveWay) => Promise<void>): void {
  const tell = (answer: Answer<Said>) => parentPort?.postMessage(answer);
  let goOn: (() => void) | undefined;
  const giveWay = () =>
    new Promise<void>((resolve) => {
      goOn = resolve;
      tell({ givesWay: true });
    });
  parentPort?.on("message", async (question: Asked) => {
    // While it works it is told nothing else.
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
      // Of a class of ours only the words would arrive.
      tell(error instanceof Refusal ? { refused: { status: error.status, sentence: error.message } } : { failed: error });
    }
  });
}
