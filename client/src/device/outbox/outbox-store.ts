import { isOnDevice, openDeviceDatabase } from "#client/device/device-database.ts";
import type { CallName, Input } from "#client/lib/api.ts";
import type { PieceStep } from "#shared/domain/window/saw/pieces.ts";

/** The calls that a device keeps until the server has taken them. */
interface KeptCalls {
  readonly orders: "changeStatus" | "changeDates" | "changeTracking";
  readonly workshop: "mark" | "ship";
  readonly quotes: "create";
}
export type KeptFeature = keyof KeptCalls;
export type KeptName<F extends KeptFeature> = KeptCalls[F] & CallName<F>;
interface KeptCall<F extends KeptFeature, N extends KeptName<F>> {
  readonly feature: F;
  readonly name: N;
  readonly input: Pick<Input<F, N>, "params" | "body">;
}
/** One of them with its input. Its `name` alone says which. */
export type Kept = { [F in KeptFeature]: { [N in KeptName<F>]: KeptCall<F, N> }[KeptName<F>] }[KeptFeature];

/** Photos of a window of a quote that waits: they are sent once the window has a number. */
export interface PhotosAlong {
  /** By which the form knows them. */
  readonly key: string;
  /** The window's, from 0. */
  readonly place: number;
  readonly files: readonly File[];
}

/** What is kept beside a quote that waits: it may have to be opened again (rule Q27). */
export interface QuoteAlong {
  /** The form's values, which the form alone can read. */
  readonly values: unknown;
  /** In pounds, as the person saw it; null to who sees no prices. */
  readonly total: number | null;
  /** When the prices that it was worked out with were seen. */
  readonly pricesOf: string;
  readonly photos: readonly PhotosAlong[];
}

/** What a change looks like on the screens before the server has made it. */
export type Change = Kept & {
  readonly at: string;
  /**
   * How many shutters more a mark brings through each step, for the screens that show only their
   * number.
   */
  readonly steps?: Readonly<Record<PieceStep, number>> | undefined;
};

/**
 * A change that a person made, until the server has taken it or the person has seen why it did not.
 */
export type NewEntry = Change & {
  /** Who made it. It is sent in that person's name or not at all. */
  readonly person: number;
  readonly company: number;
  /**
   * Who that is, for whoever signs in next: "Tomasz Zieliński, Northmoor Joinery Works". An older
   * build kept no name.
   */
  readonly who?: string;
  /** The `Idempotency-Key` of every try. */
  readonly key: string;
  /** What it is, for the list: "Cut, Kitchen left, ORD-12". */
  readonly words: string;
  /** Why the server does not take it. It is not sent again by itself. */
  readonly refused?: string | undefined;
  /** Of a quote. */
  readonly quote?: QuoteAlong | undefined;
  /**
   * What the server made of a quote while no screen waited for it. It stands here until the person
   * has seen it.
   */
  readonly made?: { readonly id: number; readonly total: number | null; readonly photosLost: number } | undefined;
  /**
   * Until then the person may undo it (rule S17): nobody sends it before, and nothing shows it but
   * the screen it was made on.
   */
  readonly heldUntil?: number | undefined;
};
/** Ids rise: entries are sent in their order. */
export type Entry = NewEntry & { readonly id: number };

/** Where entries outlast a reload and a dead battery. */
export interface OutboxStore {
  /** In the order in which they were made. */
  all(): Promise<Entry[]>;
  add(entry: NewEntry): Promise<number>;
  put(entry: Entry): Promise<unknown>;
  remove(id: number): Promise<unknown>;
  close(): void;
  /** All of it. */
  delete(): Promise<void>;
}

const OUTBOX = "outbox";
const ENTRIES = "entries";

/** Whether changes may wait here, without a look into them. */
export const mayHoldChanges = (): Promise<boolean> => isOnDevice(OUTBOX);

/** @throws where the browser keeps nothing */
export async function openOutboxStore(): Promise<OutboxStore> {
  const { database, writing, close, delete: deleteAll } = await openDeviceDatabase(OUTBOX, ENTRIES, { keyPath: "id", autoIncrement: true });
  return {
    all: async () => (await database()).getAll(ENTRIES),
    async add(entry) {
      const { store, done } = await writing();
      const id = await store.add(entry);
      await done;
      return Number(id);
    },
    put: async (entry) => (await database()).put(ENTRIES, entry),
    remove: async (id) => (await database()).delete(ENTRIES, id),
    close,
    delete: deleteAll,
  };
}
