import { ApiError } from "#client/lib/api-error.ts";
import { UNDO_MS } from "#client/lib/undo.ts";
import { describeOwner } from "#client/lib/unfinished.ts";
import { SENT_FOR_DAYS } from "#shared/domain/trade/late-quote.ts";
import type { Change, Entry, OutboxStore } from "./outbox-store.ts";

/**
 * The outbox is idle when nothing waits. `no-network`: no reply came. `busy`: the portal or a proxy
 * replied that it can't accept the change now (429, 5xx). `signed-out`: the session has ended or
 * belongs to another person.
 */
export type OutboxState = "idle" | "sending" | Stopped;
type Stopped = "no-network" | "busy" | "signed-out";
/** The reason why the screen gets no reply. `other-tab`: another tab has sent the change. */
export type WaitReason = Stopped | "other-tab";

export interface OutboxView {
  readonly state: OutboxState;
  readonly waiting: readonly Entry[];
  readonly refused: readonly Entry[];
  /** Quotes that the server has created, until the person has seen the result. */
  readonly made: readonly Entry[];
  /** The number of changes that wait for a colleague to sign in here again. */
  readonly colleagues: number;
  /** The ids of the changes that the person discarded here: the server has none of them. */
  readonly discarded: ReadonlySet<number>;
}

/** The result of a change that was just made: the server's reply, or the reason why it waits. */
export type Fate<R = unknown> = { readonly reply: R } | { readonly waits: WaitReason };

interface Waiter {
  resolve(fate: Fate): void;
  reject(error: unknown): void;
}

interface OutboxDeps {
  readonly store: OutboxStore;
  readonly person: { readonly id: number; readonly companyId: number; readonly contactName: string; readonly companyName: string };
  /**
   * Makes the call.
   * @throws ApiError
   */
  readonly post: (entry: Entry) => Promise<unknown>;
  /** Runs the work while no other tab runs its own. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  /** Called when the outbox's content has changed. */
  readonly onView: (view: OutboxView) => void;
  /** Called after a change was sent or rejected, because the server's data have changed. */
  readonly onSettled: () => void;
  readonly onRefused: (entry: Entry) => void;
  readonly onMade: (entry: Entry) => void;
  readonly onSignedOut: () => void;
  /** Called after the store has changed, because all tabs share the store. */
  readonly onChanged: () => void;
}

const [FIRST_DELAY_MS, LONGEST_DELAY_MS] = [5000, 300_000];
/** An entry that is held for longer has lost its page, and Undo with it. */
const HELD_MS = UNDO_MS + 2000;
/** These statuses do not answer the change itself, so the outbox tries again. */
const LATER = [0, 408, 421, 425, 429];
export const isRetryable = (status: number): boolean => LATER.includes(status) || status >= 500;

const DAY_MS = 86_400_000;
/**
 * The server may have forgotten the key of an old quote or recut and would create it twice (rules
 * Q32 and W51).
 */
const isTooLate = ({ name, at }: Entry): boolean =>
  (name === "create" || name === "recut") && Date.now() - Date.parse(at) > SENT_FOR_DAYS * DAY_MS;
const tooLate = ({ name }: Entry) => {
  const what = name === "create" ? "in Quotes whether it was created, then save" : "on the order whether it was recorded, then record";
  return new ApiError(409, "", { detail: `It waited here for more than ${SENT_FOR_DAYS} days. Check ${what} it again or discard it` });
};
/** The values and photos are removed, because the server has the windows. */
const madeOf = ({ quote, ...entry }: Entry, reply: unknown): Entry => {
  const { id, finalTotal = null, photosLost = 0 } = reply as { id: number; finalTotal?: number | null; photosLost?: number };
  return { ...entry, quote: quote && { ...quote, values: null, photos: [] }, made: { id, total: finalTotal, photosLost } } as Entry;
};

/**
 * Sends one person's changes one after the other, in the order in which they were made (rule W51).
 * A change stays in the store until the server has answered. Every try has the same key, so that
 * the server makes the change once although a reply is lost.
 */
export function createOutbox({ store, person, post, alone, ...callbacks }: OutboxDeps) {
  let view: OutboxView = { state: "idle", waiting: [], refused: [], made: [], colleagues: 0, discarded: new Set() };
  let delay = FIRST_DELAY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  let closed = false;
  let settled = false;
  const waiters = new Map<number, Waiter>();
  /** The entries that this page holds, even while the pointer rests on Undo for long. */
  const holding = new Set<number>();
  const released = new Set<number>();
  let holdTimer: ReturnType<typeof setTimeout> | undefined;

  const show = (next: Partial<OutboxView>) => {
    view = { ...view, ...next };
    callbacks.onView(view);
  };
  const isMine = (entry: Entry) => entry.person === person.id;
  async function load(): Promise<void> {
    const all = await store.all();
    const mine = all.filter(isMine);
    const now = Date.now();
    /** An entry from before the clock was set back is no longer held. */
    const heldMsOf = ({ id, heldUntil = 0 }: Entry) => (released.has(id) || heldUntil - now > HELD_MS ? 0 : heldUntil - now);
    const made = mine.filter((entry) => entry.made !== undefined);
    const waiting = mine.filter(
      (entry) => entry.refused === undefined && entry.made === undefined && heldMsOf(entry) <= 0 && !holding.has(entry.id),
    );
    const ends = mine
      .filter(({ id }) => !holding.has(id))
      .map(heldMsOf)
      .filter((ms) => ms > 0);
    clearTimeout(holdTimer);
    if (ends.length > 0 && !closed) holdTimer = setTimeout(send, Math.min(...ends));
    const refused = mine.filter((entry) => entry.refused !== undefined);
    const gone = view.waiting.filter(({ id }) => !waiting.some((entry) => entry.id === id));
    show({
      waiting,
      refused,
      made,
      colleagues: all.filter((entry) => entry.company === person.companyId).length - mine.length,
      ...(waiting.length === 0 && { state: "idle" }),
    });
    // Another tab has sent the change.
    for (const { id } of gone) settle(id, { waits: "other-tab" });
  }
  const change = async (work: Promise<unknown>) => {
    await work;
    await load();
    callbacks.onChanged();
  };
  const settle = (id: number, fate: Fate) => {
    waiters.get(id)?.resolve(fate);
    waiters.delete(id);
  };

  /** @returns true if the next change may be sent */
  async function sendOldest(): Promise<boolean> {
    await load();
    const [entry] = view.waiting;
    if (!entry || closed) return false;
    if (!navigator.onLine) return stop("no-network");
    if (isTooLate(entry)) {
      settled = true;
      await refuse(entry, tooLate(entry));
      return true;
    }
    show({ state: "sending" });
    let made: Entry | null = null;
    try {
      const reply = await post(entry);
      const waiter = waiters.get(entry.id);
      if (waiter) waiter.resolve({ reply });
      else made = entry.quote ? madeOf(entry, reply) : null;
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 401) return stop("signed-out");
      if (isRetryable(status)) return stop(status === 0 ? "no-network" : "busy");
      settled = true;
      await refuse(entry, error as ApiError);
      return true;
    }
    waiters.delete(entry.id);
    delay = FIRST_DELAY_MS;
    settled = true;
    await change(made ? store.put(made) : store.remove(entry.id));
    if (made) callbacks.onMade(made);
    return true;
  }

  /** Rejects the waiting screen's promise, or stores the reason until the person has seen it. */
  async function refuse(entry: Entry, error: ApiError): Promise<void> {
    const waiter = waiters.get(entry.id);
    waiters.delete(entry.id);
    if (waiter) {
      await change(store.remove(entry.id));
      return waiter.reject(error);
    }
    const refused = { ...entry, refused: error.sentence ?? error.message };
    await change(store.put(refused));
    callbacks.onRefused(refused);
  }

  function stop(state: Stopped): false {
    show({ state });
    for (const id of waiters.keys()) settle(id, { waits: state });
    if (state === "signed-out") callbacks.onSignedOut();
    else if (!closed) {
      clearTimeout(timer);
      timer = setTimeout(send, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    }
    return false;
  }

  async function sendAll(): Promise<void> {
    settled = false;
    try {
      do {
        again = false;
        await alone(async () => {
          while (await sendOldest());
        });
      } while (again && !closed);
    } finally {
      // No await may separate this from the check of `again`, or a change in between would not be
      // sent.
      running = false;
    }
    if (settled) callbacks.onSettled();
  }

  /** Sends the waiting changes. It is safe to call at any time. */
  function send(): void {
    clearTimeout(timer);
    again = true;
    if (running || closed) return;
    running = true;
    // A failure of the store, for example while another tab signs out, loses nothing: the change is
    // still in the store.
    sendAll().catch(() => {});
  }

  return {
    view: () => view,
    load,
    send,
    /**
     * Stores the change on the device and begins to send it. `fate` resolves with the server's
     * reply however late it comes, or with the reason why the change waits. It rejects if the
     * server rejects the change.
     */
    async add(change: Change & Pick<Entry, "words" | "key" | "quote">): Promise<{ readonly fate: Promise<Fate> }> {
      const { id: mine, companyId: company } = person;
      const id = await store.add({ ...change, person: mine, company, who: describeOwner(person) });
      const fate = new Promise<Fate>((resolve, reject) => waiters.set(id, { resolve, reject }));
      await load();
      callbacks.onChanged();
      send();
      return { fate };
    },
    /**
     * Stores changes that can still be undone. They are sent when they are released, or after Undo
     * would have ended where the page closes earlier.
     */
    async hold(changes: readonly (Change & Pick<Entry, "words" | "key">)[]): Promise<readonly Entry[]> {
      const { id: mine, companyId: company } = person;
      const entries: Entry[] = [];
      for (const each of changes) {
        const entry = { ...each, person: mine, company, who: describeOwner(person), heldUntil: Date.now() + HELD_MS };
        const id = await store.add(entry);
        holding.add(id);
        entries.push({ ...entry, id });
      }
      return entries;
    },
    async release(entries: readonly Entry[]): Promise<void> {
      // The entries are released synchronously, so that no later change is sent before them.
      for (const { id } of entries) {
        holding.delete(id);
        released.add(id);
      }
      for (const { heldUntil: _, ...entry } of entries) await store.put(entry);
      await load();
      callbacks.onChanged();
      send();
    },
    async drop(entries: readonly Entry[]): Promise<void> {
      for (const { id } of entries) {
        await store.remove(id);
        holding.delete(id);
      }
    },
    /**
     * Sends a rejected change again as the last one, under a new key, because the server may have
     * stored a reply for the old key.
     */
    async retry({ id, refused: _, ...entry }: Entry, key: string): Promise<void> {
      await store.add({ ...entry, key });
      await change(store.remove(id));
      send();
    },
    discard({ id }: Entry): Promise<void> {
      view = { ...view, discarded: new Set([...view.discarded, id]) };
      return change(store.remove(id));
    },
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(holdTimer);
      store.close();
    },
  };
}
