import { once } from "node:events";
import { Readable } from "node:stream";
import type { Client, Submittable } from "pg";

/**
 * PostgreSQL's own COPY, through what `pg` offers for it: the client hands the protocol's messages to whatever query is
 * under way. The columns' values travel in PostgreSQL's text form, which any later version reads.
 */

/** The part of pg's connection that COPY needs; its published types leave some of it out. */
interface Wire {
  readonly stream: Readable & { readonly writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** Rows come as a message each; they are passed on in pieces of about this size. */
const PIECE = 64 * 1024;

/** What a `COPY … TO STDOUT` says. `rows` is how many there were, once the stream has ended. */
export class CopyOut extends Readable implements Submittable {
  rows = 0;
  readonly #text: string;
  #wire: Wire | undefined;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #done = false;

  constructor(text: string) {
    super({ highWaterMark: 4 * PIECE });
    this.#text = text;
  }

  submit(connection: unknown): void {
    this.#wire = connection as Wire;
    this.#wire.query(this.#text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // Copied, because the parser uses its memory again.
    this.#waiting.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes >= PIECE) this.#passOn();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsOf(text);
  }

  handleReadyForQuery(): void {
    this.#done = true;
    this.#passOn();
    this.push(null);
  }

  handleError(error: Error): void {
    this.#done = true;
    this.destroy(error);
  }

  #passOn(): void {
    if (this.#waiting.length > 0 && !this.push(Buffer.concat(this.#waiting)) && !this.#done) this.#wire?.stream.pause();
    this.#waiting = [];
    this.#bytes = 0;
  }

  override _read(): void {
    this.#wire?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // The reader has gone and the server would go on sending: the connection cannot be used again.
    if (!this.#done) this.#wire?.stream.destroy();
    done(error);
  }
}

/** Runs a `COPY … TO STDOUT`; read it to its end before the connection is used again. */
export const copyOut = (client: Client, text: string): CopyOut => client.query(new CopyOut(text));

/** Runs a `COPY … FROM STDIN` and sends it what the source gives. @returns how many rows were stored. */
export function copyIn(client: Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    let failure: Error | undefined;
    const send = async (wire: Wire) => {
      try {
        for await (const chunk of source) {
          if (failure) return;
          wire.sendCopyFromChunk(chunk);
          if (wire.stream.writableNeedDrain) await once(wire.stream, "drain");
        }
        wire.endCopyFrom();
      } catch (error) {
        failure ??= error as Error;
        wire.sendCopyFail("the source failed");
      }
    };
    const query = {
      submit: (connection: unknown) => (connection as Wire).query(text),
      handleCopyInResponse: (connection: unknown) => void send(connection as Wire),
      handleCommandComplete: (message: { text: string }) => {
        rows = rowsOf(message.text);
      },
      handleReadyForQuery: () => resolve(rows),
      handleError: (error: Error) => {
        failure ??= error;
        reject(failure);
      },
    };
    client.query(query as Submittable);
  });
}

const rowsOf = (commandTag: string): number => Number(/^COPY (\d+)$/.exec(commandTag)?.[1] ?? 0);
