import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext, useSyncExternalStore } from "react";
import { newKey, type Replies } from "#client/lib/api.ts";
import { keepsOnDevice } from "#client/lib/session/forget-device.ts";
import { type User, userQuery } from "#client/lib/session.ts";
import { createDisplayedReplies } from "./displayed-replies.ts";
import type { OpenOutbox } from "./outbox/open-outbox.ts";
import type { OutboxView } from "./outbox/outbox.ts";
import { type AnyStoredCall, type Change, type Entry, hasOutbox } from "./outbox/outbox-store.ts";
import { leavingOf, stepsOf } from "./outbox/overlay.ts";
import type { Prefetch } from "./prefetch/prefetch.ts";

export interface DeviceView extends OutboxView {
  /** The time of the stored replies, while the device provides them instead of the server. */
  readonly lastSeen: string | null;
  /** True from the browser's `offline` event or a stored reply until the server replies. */
  readonly isAway: boolean;
  /** How often this page has fetched replies ahead. */
  readonly fetchedAhead: number;
}

/**
 * A change that was made on this page. The device's store and the server receive it with the same
 * key.
 */
type Pressed = Change & { readonly key: string };

/** The pause between two requests that find out whether the server replies again. */
const CHECK_MS = 30_000;

const NOTHING: OutboxView = { state: "idle", waiting: [], refused: [], made: [], colleagues: 0, discarded: new Set() };

/**
 * Creates the storage of one page for work without a network: a supplier's device stores the board
 * and changes, a customer's device stores New Quote, quotes and open orders. Other people's devices
 * store nothing.
 */
export function createDevice() {
  let outbox: Promise<OpenOutbox | null> = Promise.resolve(null);
  // The first screen's effects run before those of the portal around it, which starts the storage.
  let isWanted = false;
  const wait = () => {
    isWanted = true;
  };
  let takeAlong = wait;
  let view: DeviceView = { ...NOTHING, lastSeen: null, isAway: false, fetchedAhead: 0 };
  const listeners = new Set<() => void>();
  const show = (next: Partial<DeviceView>) => {
    view = { ...view, ...next };
    for (const heard of listeners) heard();
  };
  const displayed = createDisplayedReplies();
  /**
   * Changes that are not in the store, because the store is still opening, Undo is still offered,
   * or this device stores nothing.
   */
  let pressed: readonly Pressed[] = [];
  const changes = (): readonly Change[] => [...view.waiting, ...pressed];
  const replies: Replies = {
    onReply: (lastSeen) => {
      const isAway = lastSeen !== null;
      if (lastSeen !== view.lastSeen || isAway !== view.isAway) show({ lastSeen, isAway });
    },
    shown: (reply, place) => displayed.receive(reply, place, changes()),
  };

  /**
   * Displays changes before the device or the server has them (rule W52).
   * @returns each change with its key, for the call
   */
  function press<Press extends AnyStoredCall>(
    client: QueryClient,
    presses: readonly Press[],
  ): readonly (Press & { readonly key: string })[] {
    const at = new Date().toISOString();
    const added = presses.map((change) => ({ ...change, at, key: newKey(), steps: stepsOf(client, { ...change, at }) }));
    pressed = [...pressed, ...(added as unknown as readonly Pressed[])];
    displayed.display(client, changes());
    return added;
  }
  /** Removes changes from the screen, if the device has not stored them. */
  function takeOff(client: QueryClient, keys: readonly string[]): void {
    pressed = pressed.filter(({ key }) => !keys.includes(key));
    displayed.display(client, changes());
  }

  /**
   * Starts the storage at the beginning of a person's session. Changes before the store is open
   * wait for it (rule W51).
   * @returns a function that ends the storage
   */
  function takeUp(client: QueryClient, user: User): () => void {
    const wasWanted = isWanted;
    isWanted = false;
    if (!keepsOnDevice(user)) return () => {};
    let over = false;
    // The screen already displays the change, so its steps were computed before.
    const stepsAsShown = (change: Change, key: string) =>
      (pressed.find((each) => each.key === key) ?? { steps: stepsOf(client, change) }).steps;
    const onView = (next: OutboxView) => {
      if (over) return;
      const isWaiting = ({ key }: Pressed) => next.waiting.some((entry) => entry.key === key);
      const isChanged = next.waiting !== view.waiting;
      pressed = pressed.filter((change) => !isWaiting(change));
      const isNotMade = ({ id }: Entry) => next.refused.some((entry) => entry.id === id) || next.discarded.has(id);
      const finished = view.waiting.filter((entry) => !isWaiting(entry) && !isNotMade(entry));
      // The server has accepted a change, so the network is back.
      if (next.state === "idle" && view.state !== "idle") freshen();
      show(next);
      if (!isChanged) return;
      displayed.applyAccepted(client, finished);
      displayed.display(client, changes());
    };
    // Changes go directly to the server where the browser provides no storage or this part cannot
    // be loaded.
    const open = async () =>
      window.indexedDB
        ? import("./outbox/open-outbox.ts")
            .then(({ openOutbox }) =>
              over ? null : openOutbox(client, user, { onView, stepsOf: stepsAsShown, leavingOf: (change) => leavingOf(client, change) }),
            )
            .catch(() => null)
        : null;
    const atBench = user.role === "supplier";
    // The outbox loads only where changes wait, because most customers never have a waiting quote.
    let opening = atBench ? open() : hasOutbox().then((may) => (may && !over ? open() : null));
    const countFetch = () => over || show({ fetchedAhead: view.fetchedAhead + 1 });
    const fetchAhead = (replies: Promise<() => Promise<void>>): Promise<Prefetch | null> =>
      Promise.all([import("./prefetch/prefetch.ts"), replies])
        .then(([{ prefetch }, fetchAll]) => (over ? null : prefetch(client, fetchAll, countFetch)))
        .catch(() => null);
    let ahead: Promise<Prefetch | null> = atBench
      ? fetchAhead(import("./prefetch/prefetch-board.ts").then(({ fetchBoard }) => fetchBoard))
      : Promise.resolve(null);
    let isAlong = atBench;
    takeAlong = () => {
      if (isAlong) return;
      isAlong = true;
      // Changes do not wait for the worker.
      import("./start-worker.ts")
        .then(({ startWorker }) => startWorker(client))
        .then(async (kept) => {
          const opened = (await opening) ?? (kept && !over ? await open() : null);
          if (over) opened?.close();
          else outbox = opening = Promise.resolve(opened);
          if (kept && !over) ahead = fetchAhead(import("./prefetch/prefetch-orders.ts").then(({ fetchOrders }) => fetchOrders));
        })
        .catch(() => {});
    };
    // The device has the screens already, so their replies are renewed in each session.
    if (!atBench && (wasWanted || navigator.serviceWorker?.controller)) takeAlong();
    const freshen = () => void ahead.then((kept) => kept?.fetchWhenDue());
    const comesBack = () => {
      if (document.visibilityState === "hidden") return;
      // The stored replies may be outdated.
      if (view.isAway) void client.invalidateQueries();
      freshen();
    };
    const markAway = () => show({ isAway: true });
    if (!navigator.onLine) markAway();
    // The server may be back without an event of the browser, and an open screen requests nothing.
    const checkServer = async () => {
      if (!view.isAway || !navigator.onLine || document.visibilityState === "hidden") return;
      await client.invalidateQueries({ queryKey: userQuery.queryKey });
      if (!over && !view.isAway) void client.invalidateQueries();
    };
    const checks = setInterval(() => void checkServer(), CHECK_MS);
    window.addEventListener("offline", markAway);
    window.addEventListener("online", comesBack);
    document.addEventListener("visibilitychange", comesBack);
    outbox = opening;
    return () => {
      over = true;
      takeAlong = wait;
      pressed = [];
      outbox = Promise.resolve(null);
      show({ ...NOTHING, lastSeen: null, isAway: false });
      clearInterval(checks);
      window.removeEventListener("offline", markAway);
      window.removeEventListener("online", comesBack);
      document.removeEventListener("visibilitychange", comesBack);
      void opening.then((opened) => opened?.close());
      void ahead.then((kept) => kept?.end());
    };
  }

  return {
    replies,
    press,
    takeOff,
    takeUp,
    /**
     * Called when a customer opens New Quote or the orders: from then on the device has these
     * screens without a network (rules Q27 and Q43).
     */
    takeAlong: () => takeAlong(),
    /**
     * Returns the store of the person's changes, or null if this device stores nothing and changes
     * go directly to the server.
     */
    outbox: () => outbox,
    view: () => view,
    /** Returns true while the device has no network. */
    isAway: () => view.isAway || view.state === "no-network",
    subscribe(heard: () => void) {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
  };
}

export type Device = ReturnType<typeof createDevice>;

export const DeviceContext = createContext<Device | null>(null);

export function useDevice(): Device {
  const device = useContext(DeviceContext);
  if (!device) throw new Error("This screen is outside a DeviceContext");
  return device;
}

/**
 * Returns the changes that the device still has to send, and whether the screen displays stored
 * replies.
 */
export function useDeviceView(): DeviceView {
  const device = useDevice();
  return useSyncExternalStore(device.subscribe, device.view);
}
