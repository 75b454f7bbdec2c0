import { parentPort } from "node:worker_threads";
import { Refusal } from "#server/http/errors.ts";

/** What a thread tells: anything that is to be heard, and at last how it ended. */
export type Answer<Said> =
  | { readonly said: Said }
  | { readonly done: true }
  | { readonly refused: { readonly status: number; readonly sentence: string } }
  | { readonly failed: unknown };

/** What a thread's program is: it does what it is asked, one thing after the other. */
export function answer<Asked, Said>(work: (asked: Asked, say: (said: Said) => void) => Promise<void>): void {
  const tell = (answer: Answer<Said>) => parentPort?.postMessage(answer);
  parentPort?.on("message", async (asked: Asked) => {
    try {
      await work(asked, (said) => tell({ said }));
      tell({ done: true });
    } catch (error) {
      // Of a class of ours only the words would arrive.
      tell(error instanceof Refusal ? { refused: { status: error.status, sentence: error.message } } : { failed: error });
    }
  });
}
