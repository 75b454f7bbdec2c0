import { deleteDB, openDB } from "idb";
import { OUTBOX } from "./forget-device.ts";

/** A change that a person made, until the server has taken it or the person has seen why it did not. */
export interface Entry {
  /** Rising: they are sent in this order. */
  readonly id: number;
  /** Who made it. It is sent in that person's name or not at all. */
  readonly person: number;
  readonly company: number;
  readonly feature: string;
  readonly name: string;
  readonly input: { readonly params?: object | undefined; readonly body?: unknown };
  /** The `Idempotency-Key` of every try. */
  readonly key: string;
  readonly at: string;
  /** What it is, for the list: "Cut, Kitchen left, ORD-12". */
  readonly words: string;
  /** How many shutters more it brings through each step, for the screens that show only their number. */
  readonly steps?: Readonly<Record<string, number>> | undefined;
  /** Why the server does not take it. It is not sent again by itself. */
  readonly refused?: string | undefined;
}

/** Where entries outlast a reload and a dead battery. */
export interface OutboxStore {
  /** In the order in which they were made. */
  all(): Promise<Entry[]>;
  add(entry: Omit<Entry, "id">): Promise<number>;
  put(entry: Entry): Promise<unknown>;
  remove(id: number): Promise<unknown>;
  close(): void;
  /** All of it. */
  delete(): Promise<void>;
}

const ENTRIES = "entries";

export async function openOutboxStore(): Promise<OutboxStore> {
  const db = await openDB(OUTBOX, 1, {
    upgrade: (opened) => void opened.createObjectStore(ENTRIES, { keyPath: "id", autoIncrement: true }),
    // Another tab deletes it: somebody signed out.
    blocking: (_old, _next, event) => (event.target as IDBDatabase).close(),
  });
  return {
    all: () => db.getAll(ENTRIES),
    // On the disk before the person is told that it is kept.
    async add(entry) {
      const writing = db.transaction(ENTRIES, "readwrite", { durability: "strict" });
      const id = await writing.store.add(entry);
      await writing.done;
      return Number(id);
    },
    put: (entry) => db.put(ENTRIES, entry),
    remove: (id) => db.delete(ENTRIES, id),
    close: () => db.close(),
    delete: () => {
      db.close();
      return deleteDB(OUTBOX);
    },
  };
}
