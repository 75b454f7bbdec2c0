import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { Replies } from "#client/lib/api.ts";
import type { User } from "#client/lib/session.ts";
import { keepsOnDevice } from "./forget-device.ts";
import type { OpenOutbox } from "./open-outbox.ts";
import type { OutboxView } from "./outbox.ts";
import { changeShown, withChanges } from "./overlay.ts";

export interface DeviceView extends OutboxView {
  /** When what the screens show was last seen, while the device gives it in the server's place. */
  readonly lastSeen: string | null;
}

const NOTHING: OutboxView = { state: "idle", waiting: [], refused: [], colleagues: 0 };

/** One page's device: a supplier's keeps the board and changes for when there is no network, everybody else's keeps nothing. */
export function createDevice() {
  let outbox: Promise<OpenOutbox | null> = Promise.resolve(null);
  let view: DeviceView = { ...NOTHING, lastSeen: null };
  const listeners = new Set<() => void>();
  const show = (next: Partial<DeviceView>) => {
    view = { ...view, ...next };
    for (const heard of listeners) heard();
  };
  const replies: Replies = {
    onReply: (lastSeen) => lastSeen !== view.lastSeen && show({ lastSeen }),
    overlay: (feature, name, input, reply) => withChanges(feature, name, input, reply, view.waiting),
  };

  /**
   * At the beginning of a person's session. What is pressed before the store is open waits for it (rule W51).
   * @returns what ends it
   */
  function takeUp(client: QueryClient, user: User): () => void {
    if (!keepsOnDevice(user)) return () => {};
    let over = false;
    let laid = new Set<number>();
    // What came before the store was open is shown without the changes that wait, so each is laid over it once.
    const onView = (next: OutboxView) => {
      if (over) return;
      const fresh = next.waiting.filter(({ id }) => !laid.has(id));
      laid = new Set(next.waiting.map(({ id }) => id));
      if (fresh.length > 0) changeShown(client, fresh);
      // The server has taken a change, so it can be reached.
      if (next.state === "idle" && view.state !== "idle") freshen();
      show(next);
    };
    // Where the browser keeps nothing, or this part can't be loaded, changes are made at once.
    const opening = import("./open-outbox.ts").then(({ openOutbox }) => (over ? null : openOutbox(client, user, onView))).catch(() => null);
    const board = import("./keep-board.ts").then(({ keepBoard }) => (over ? null : keepBoard(client))).catch(() => null);
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
    takeUp,
    /** What keeps the person's changes. Null: this device keeps nothing, so a change is made at once. */
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
