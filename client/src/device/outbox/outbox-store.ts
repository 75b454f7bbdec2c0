import { isOnDevice, openDeviceDatabase } from "#client/device/device-database.ts";
import type { CallName, Input, Reply } from "#client/lib/api.ts";
import type { PieceStep } from "#shared/domain/window/saw/pieces.ts";

/** The calls that a device stores until the server has accepted them. */
interface StoredCalls {
  readonly orders: "changeStatus" | "changeDates" | "changeTracking";
  readonly workshop: "mark" | "ship" | "sawn" | "sawnBars" | "recut" | "cutRecut";
  readonly quotes: "create";
}
export type StoredFeature = keyof StoredCalls;
export type StoredName<F extends StoredFeature> = StoredCalls[F] & CallName<F>;
interface StoredCall<F extends StoredFeature, N extends StoredName<F>> {
  readonly feature: F;
  readonly name: N;
  readonly input: Pick<Input<F, N>, "params" | "body">;
}
/** One stored call with its input. The call's `name` is unique across features. */
export type AnyStoredCall = { [F in StoredFeature]: { [N in StoredName<F>]: StoredCall<F, N> }[StoredName<F>] }[StoredFeature];

/**
 * Photos of a window of a waiting quote. They are sent once the server has given the window an id.
 */
export interface PhotosAlong {
  /** The form's key of the window. */
  readonly key: string;
  /** The window's position, from 0. */
  readonly place: number;
  readonly files: readonly File[];
}

/** The data of a waiting quote that are needed to open it again (rule Q27). */
export interface QuoteAlong {
  /** The form's values, which only the form can interpret. */
  readonly values: unknown;
  /** The total in pounds that the person saw, or null for a person who sees no prices. */
  readonly total: number | null;
  /** The time at which the prices for the total were fetched. */
  readonly pricesOf: string;
  readonly photos: readonly PhotosAlong[];
}

/** The facts that a screen gives a change of some calls. */
export interface Along {
  readonly quote?: QuoteAlong | undefined;
  /** The recut whose parts are marked as cut or not: a cut one is no longer in its order. */
  readonly recut?: Reply<"workshop", "recut"> | undefined;
}

/** The part of a stored change that the screens need to display it. */
export type Change = AnyStoredCall & {
  readonly at: string;
  /** The number of shutters that a mark adds to each step, for screens that display only totals. */
  readonly steps?: Readonly<Record<PieceStep, number>> | undefined;
  /** The order that leaves the board with the change, for the board's totals. */
  readonly leaving?: LeavingRow | undefined;
  readonly recut?: Along["recut"];
};

/** The facts of an order that the board's totals count. */
export interface LeavingRow {
  readonly windows: number;
  readonly shutters: number;
  readonly late: unknown;
  readonly supplier: unknown;
  /** The shutters of each kind; absent where only the order itself is on the device. */
  readonly made?: Reply<"workshop", "list">[number]["made"] | undefined;
}

/**
 * A stored change, until the server has accepted it or the person has seen why the server rejected
 * it.
 */
export type NewEntry = Change & {
  /** The person who made the change. Only that person's session sends it. */
  readonly person: number;
  readonly company: number;
  /**
   * The person's name and company for the next person who signs in: "Tomasz Zieliński, Northmoor
   * Joinery Works". Older builds stored no name.
   */
  readonly who?: string;
  /** The `Idempotency-Key` of every try. */
  readonly key: string;
  /** The change in words for the list: "Cut, Kitchen left, ORD-12". */
  readonly words: string;
  /** The reason why the server rejected the change. It is not sent again automatically. */
  readonly refused?: string | undefined;
  readonly quote?: QuoteAlong | undefined;
  /**
   * The server's reply to a quote for which no screen waited. The entry stays until the person has
   * seen it.
   */
  readonly made?: { readonly id: number; readonly total: number | null; readonly photosLost: number } | undefined;
  /**
   * The end of Undo (rule S17). Until then no tab sends the change, and only the screen that made
   * it displays it.
   */
  readonly heldUntil?: number | undefined;
};
/** Ids increase, and entries are sent in that order. */
export type Entry = NewEntry & { readonly id: number };

/** The entries in a store that survives a reload and a dead battery. */
export interface OutboxStore {
  /** Returns the entries in the order in which they were made. */
  all(): Promise<Entry[]>;
  add(entry: NewEntry): Promise<number>;
  put(entry: Entry): Promise<unknown>;
  remove(id: number): Promise<unknown>;
  close(): void;
  /** Deletes the whole store. */
  delete(): Promise<void>;
}

const OUTBOX = "outbox";
const ENTRIES = "entries";

/** Returns true if changes may wait on this device, without opening the store. */
export const hasOutbox = (): Promise<boolean> => isOnDevice(OUTBOX);

/** @throws if the browser provides no storage */
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
