import type { QueryClient } from "@tanstack/react-query";
import { describeMadeQuote } from "#client/device/change-text.ts";
import { callOf, type Input, newKey, type Reply } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { runExclusively } from "#client/lib/exclusive-work.ts";
import { send } from "#client/lib/send.ts";
import type { User } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { refuseAlreadySawn } from "./already-sawn.ts";
import { createOutbox, type Fate, isRetryable, type OutboxView } from "./outbox.ts";
import {
  type Along,
  type AnyStoredCall,
  type Change,
  type Entry,
  openOutboxStore,
  type PhotosAlong,
  type StoredFeature,
  type StoredName,
} from "./outbox-store.ts";
import { isOfPlan } from "./overlay.ts";
import { updateStoredReplies } from "./stored-replies.ts";

const LOCK = "outbox";
/** Limits a try on Wi-Fi that does not forward requests. */
const LONGEST_TRY_MS = 20_000;
const LONGEST_UPLOAD_MS = 180_000;

type Held = AnyStoredCall & { readonly words: string; readonly key: string };
export interface HeldChanges {
  readonly release: () => Promise<void>;
  readonly drop: () => Promise<void>;
  /**
   * Sends a change once as the page closes. The device tries again under the same key when the page
   * opens next.
   */
  readonly sendLeaving: () => void;
}

interface Screen {
  /** Called with the outbox's content, at first and after each change. */
  readonly onView: (view: OutboxView) => void;
  /** The number of shutters that a change adds to each step, compared with the screen before it. */
  readonly stepsOf: (change: Change, key: string) => Change["steps"];
  /** The order that leaves the board with a change. */
  readonly leavingOf: (change: Change) => Change["leaving"];
}

/** The server does not explain an order that the person never had in hand. */
const isUnexplained = ({ sentence }: ApiError): boolean => sentence === null || sentence.startsWith("There is no ");

/**
 * A change's 404 does not explain why the order is gone. The order's own reply explains it to a
 * person who had access (rule W73).
 */
async function findReason(error: unknown, entry: Entry): Promise<unknown> {
  const { params } = entry.input;
  if (!(error instanceof ApiError) || error.status !== 404 || !params || isOfPlan(entry)) return error;
  const read = await send(callOf("orders", "read"), { params, signal: AbortSignal.timeout(LONGEST_TRY_MS) }).catch((why: unknown) => why);
  if (!(read instanceof ApiError) || read.status !== 404) return error;
  return isUnexplained(read) ? new ApiError(404, "", { detail: `${orderNumber(Number(params.id))} is not made here any more` }) : read;
}

/**
 * Sends the photos of a quote that the server has created, window by window. Every try has the same
 * keys, so that a photo is stored once.
 * @returns the number of photos that the server rejected
 * @throws if the photos have to be sent again later
 */
async function sendPhotos({ key, person }: Entry, { id, items }: Reply<"quotes", "create">, photos: readonly PhotosAlong[]) {
  let rejectedPhotos = 0;
  for (const { place, files } of photos) {
    const params = { id, itemId: items[place]?.id ?? 0 };
    const signal = AbortSignal.timeout(LONGEST_UPLOAD_MS);
    const sending = send(callOf("quotes", "addPhotos"), {
      params,
      files,
      idempotencyKey: `${key}-photos-${place}`,
      inName: String(person),
      signal,
    });
    await sending.catch((error: unknown) => {
      if (!(error instanceof ApiError) || isRetryable(error.status) || error.status === 401) throw error;
      rejectedPhotos += files.length;
    });
  }
  return rejectedPhotos;
}

/**
 * Opens the outbox of the person who is signed in on this page.
 * @throws if the browser provides no storage
 */
export async function openOutbox(client: QueryClient, person: User, { onView, stepsOf, leavingOf }: Screen) {
  const store = await openOutboxStore();
  const tabs = new BroadcastChannel(LOCK);
  const post = async (entry: Entry, how: { readonly keepalive?: boolean } = {}) => {
    const { feature, name, input, key, at: pressedAt } = entry;
    const call = callOf(feature as "orders", name as "changeStatus");
    const signal = AbortSignal.timeout(LONGEST_TRY_MS);
    const sending = send(call, { ...input, idempotencyKey: key, inName: String(person.id), pressedAt, signal, ...how });
    const { data } = await sending.catch(async (error: unknown) => {
      throw await findReason(error, entry);
    });
    if (feature !== "quotes") await updateStoredReplies(entry, data).catch(() => {});
    if (isOfPlan(entry)) refuseAlreadySawn([data].flat() as Reply<"workshop", "sawnBars">);
    const photos = entry.quote?.photos ?? [];
    if (photos.length === 0) return data;
    return { ...(data as object), photosLost: await sendPhotos(entry, data as Reply<"quotes", "create">, photos) };
  };
  const outbox = createOutbox({
    store,
    person,
    post: (entry) => post(entry),
    alone: (work) => runExclusively(LOCK, work),
    onView,
    onSettled: () => void client.invalidateQueries(),
    onRefused: ({ words, refused }) => toast({ title: "Error", description: `${words}: ${refused}`, variant: "destructive" }),
    onMade: (entry) => toast({ title: "Success", description: describeMadeQuote(entry) }),
    onSignedOut: () => {
      toast({ title: "Sign in again", description: "Your changes will be sent then." });
      void client.invalidateQueries();
    },
    onChanged: () => tabs.postMessage(null),
  });
  await outbox.load();

  let last: Promise<unknown> = Promise.resolve();
  let isStoreAsked = false;
  const comesBack = () => document.visibilityState === "visible" && outbox.send();
  tabs.onmessage = () => void outbox.load();
  window.addEventListener("online", outbox.send);
  document.addEventListener("visibilitychange", comesBack);
  outbox.send();

  /**
   * Stores a change and sends it in turn.
   * @returns the reply, or the reason why the change waits
   */
  async function keep<F extends StoredFeature, N extends StoredName<F>>(
    feature: F,
    name: N,
    { params, body, idempotencyKey: key = newKey() }: Input<F, N>,
    words: string,
    { quote, recut }: Along = {},
  ): Promise<Fate<Reply<F, N>>> {
    const storedCall = { feature, name, input: { params, body } } as unknown as AnyStoredCall;
    // Changes are added one after the other, because a change's effect on the screen depends on
    // earlier changes.
    const adding = last.then(() => {
      const at = new Date().toISOString();
      const change = { ...storedCall, at, recut };
      return outbox.add({ ...change, steps: stepsOf(change, key), leaving: leavingOf(change), words, key, quote });
    });
    last = adding.catch(() => {});
    const fate = (await (await adding).fate) as Fate<Reply<F, N>>;
    if ("waits" in fate && !isStoreAsked) {
      isStoreAsked = true;
      // The browser must not evict the store when it is short of room. Firefox asks the person, who
      // sees the reason at this moment.
      navigator.storage?.persist().catch(() => {});
    }
    return fate;
  }
  /** Stores changes that can still be undone, before the person could close the page. */
  async function hold(changes: readonly Held[]): Promise<HeldChanges> {
    const at = new Date().toISOString();
    const entries = await outbox.hold(
      changes.map(({ words, key, ...storedCall }) => ({ ...storedCall, at, steps: stepsOf({ ...storedCall, at }, key), words, key })),
    );
    return {
      release: () => {
        const releasing = outbox.release(entries);
        last = last.then(() => releasing).catch(() => {});
        return releasing;
      },
      drop: () => outbox.drop(entries),
      sendLeaving: () => {
        for (const entry of entries) void post(entry, { keepalive: true }).catch(() => {});
      },
    };
  }
  return {
    ...outbox,
    keep,
    hold,
    close() {
      outbox.close();
      tabs.close();
      window.removeEventListener("online", outbox.send);
      document.removeEventListener("visibilitychange", comesBack);
    },
  };
}

export type OpenOutbox = Awaited<ReturnType<typeof openOutbox>>;
