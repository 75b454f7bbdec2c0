import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext, useSyncExternalStore } from "react";
import { newKey, type Replies } from "#client/lib/api.ts";
import { keepsOnDevice } from "#client/lib/forget-device.ts";
import type { User } from "#client/lib/session.ts";
import type { OpenOutbox } from "./outbox/open-outbox.ts";
import type { OutboxView } from "./outbox/outbox.ts";
import { type Change, type Kept, mayHoldChanges } from "./outbox/outbox-store.ts";
import { stepsOf } from "./outbox/overlay.ts";
import { createShown } from "./sent-changes.ts";

export interface DeviceView extends OutboxView {
  /** When what the screens show was last seen, while the device gives it in the server's place. */
  readonly lastSeen: string | null;
}

/**
 * A change that was pressed on this page. Its key goes with it to the device's store and to the
 * server.
 */
type Pressed = Change & { readonly key: string };

const NOTHING: OutboxView = { state: "idle", waiting: [], refused: [], made: [], colleagues: 0 };

/**
 * One page's device: for when there is no network a supplier's keeps the board and changes, a
 * customer's New Quote and quotes. Everybody else's keeps nothing.
 */
export function createDevice() {
  let outbox: Promise<OpenOutbox | null> = Promise.resolve(null);
  let takeAlong = () => {};
  let view: DeviceView = { ...NOTHING, lastSeen: null };
  const listeners = new Set<() => void>();
  const show = (next: Partial<DeviceView>) => {
    view = { ...view, ...next };
    for (const heard of listeners) heard();
  };
  const shown = createShown();
  /** Not in the store yet: it is being opened, Undo is not over, or this device keeps nothing. */
  let pressed: readonly Pressed[] = [];
  const changes = (): readonly Change[] => [...view.waiting, ...pressed];
  const replies: Replies = {
    onReply: (lastSeen) => lastSeen !== view.lastSeen && show({ lastSeen }),
    shown: (reply, place) => shown.came(reply, place, changes()),
  };

  /**
   * Shows changes at once, before the device or the server has them (rule W52). @returns each with
   * its key, for the call
   */
  function press<Press extends Kept>(client: QueryClient, presses: readonly Press[]): readonly (Press & { readonly key: string })[] {
    const at = new Date().toISOString();
    const added = presses.map((change) => ({ ...change, at, key: newKey(), steps: stepsOf(client, { ...change, at }) }));
    pressed = [...pressed, ...(added as unknown as readonly Pressed[])];
    shown.lay(client, changes());
    return added;
  }
  /** Takes off the screen what was pressed, where the device has not taken it over. */
  function takeOff(client: QueryClient, keys: readonly string[]): void {
    pressed = pressed.filter(({ key }) => !keys.includes(key));
    shown.lay(client, changes());
  }

  /**
   * At the beginning of a person's session. What is pressed before the store is open waits for it
   * (rule W51).
   * @returns what ends it
   */
  function takeUp(client: QueryClient, user: User): () => void {
    if (!keepsOnDevice(user)) return () => {};
    let over = false;
    // What was pressed is on the screen already.
    const stepsAsShown = (change: Change, key: string) =>
      (pressed.find((each) => each.key === key) ?? { steps: stepsOf(client, change) }).steps;
    const onView = (next: OutboxView) => {
      if (over) return;
      const isWaiting = ({ key }: Pressed) => next.waiting.some((entry) => entry.key === key);
      const isChanged = next.waiting !== view.waiting;
      pressed = pressed.filter((change) => !isWaiting(change));
      const left = view.waiting.filter((entry) => !isWaiting(entry) && !next.refused.some(({ id }) => id === entry.id));
      // The server has taken a change, so it can be reached.
      if (next.state === "idle" && view.state !== "idle") freshen();
      show(next);
      if (!isChanged) return;
      shown.made(client, left);
      shown.lay(client, changes());
    };
    // Where the browser keeps nothing, or this part can't be loaded, changes are made at once.
    const open = () =>
      import("./outbox/open-outbox.ts")
        .then(({ openOutbox }) => (over ? null : openOutbox(client, user, { onView, stepsOf: stepsAsShown })))
        .catch(() => null);
    const atBench = user.role === "supplier";
    // Most customers never have a quote waiting, and each of them would fetch what keeps it.
    let opening = atBench ? open() : mayHoldChanges().then((may) => (may && !over ? open() : null));
    const board = atBench
      ? import("./keep-board.ts").then(({ keepBoard }) => (over ? null : keepBoard(client))).catch(() => null)
      : Promise.resolve(null);
    let isAlong = atBench;
    takeAlong = () => {
      if (isAlong) return;
      isAlong = true;
      // What is saved meanwhile does not wait for it.
      import("./keep-screens.ts")
        .then(({ keepScreens }) => keepScreens(client))
        .then(async (kept) => {
          const opened = (await opening) ?? (kept && !over ? await open() : null);
          if (over) opened?.close();
          else outbox = opening = Promise.resolve(opened);
        })
        .catch(() => {});
    };
    const freshen = () => void board.then((kept) => kept?.fetchWhenDue());
    const comesBack = () => {
      if (document.visibilityState === "hidden") return;
      // What was last seen may no longer be the newest that can be had.
      if (view.lastSeen !== null) void client.invalidateQueries();
      freshen();
    };
    window.addEventListener("online", comesBack);
    document.addEventListener("visibilitychange", comesBack);
    outbox = opening;
    return () => {
      over = true;
      takeAlong = () => {};
      pressed = [];
      outbox = Promise.resolve(null);
      show(NOTHING);
      window.removeEventListener("online", comesBack);
      document.removeEventListener("visibilitychange", comesBack);
      void opening.then((opened) => opened?.close());
      void board.then((kept) => kept?.end());
    };
  }

  return {
    replies,
    press,
    takeOff,
    takeUp,
    /** A customer has opened New Quote: from now on it is here without a network too (rule Q27). */
    takeAlong: () => takeAlong(),
    /**
     * What keeps the person's changes. Null: this device keeps nothing, so a change is made at
     * once.
     */
    outbox: () => outbox,
    view: () => view,
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
  if (!device) throw new Error("This screen stands in no DeviceContext");
  return device;
}

/** What the device has still to send, and whether it shows what was last seen. */
export function useDeviceView(): DeviceView {
  const device = useDevice();
  return useSyncExternalStore(device.subscribe, device.view);
}
