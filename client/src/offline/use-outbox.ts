import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { hearSeen } from "#client/lib/send.ts";
import type { User } from "#client/lib/session.ts";
import { beginKeeping, endKeeping, keepFresh, keepScreens } from "./keep-board.ts";
import { closeOutbox, type OpenOutbox, openOutbox } from "./open-outbox.ts";
import type { OutboxView } from "./outbox.ts";

const NOTHING: OutboxView = { state: "idle", waiting: [], refused: [], colleagues: 0 };
const never = () => () => {};

let users = 0;

/** The person's outbox, once it is open, and what it holds. It is closed when nobody shows it any more: the session is over. */
export function useOutbox(user: User) {
  const client = useQueryClient();
  const [outbox, setOutbox] = useState<OpenOutbox | null>(null);
  useEffect(() => {
    let gone = false;
    users += 1;
    if (users === 1)
      keepScreens(client)
        .then((kept) => kept && users > 0 && beginKeeping())
        .catch(() => {});
    const comesBack = () => {
      if (document.visibilityState === "hidden") return;
      // What was last seen may no longer be the newest that can be had.
      if (lastSeen !== null) void client.invalidateQueries();
      keepFresh();
    };
    window.addEventListener("online", comesBack);
    document.addEventListener("visibilitychange", comesBack);
    openOutbox(client, user).then(
      (opened) => gone || setOutbox(() => opened),
      // A browser that keeps nothing: changes are made at once (lib/api.ts).
      () => {},
    );
    return () => {
      gone = true;
      window.removeEventListener("online", comesBack);
      document.removeEventListener("visibilitychange", comesBack);
      users -= 1;
      if (users > 0) return;
      endKeeping();
      closeOutbox();
    };
  }, [client, user]);
  const view = useSyncExternalStore(outbox?.subscribe ?? never, outbox?.view ?? (() => NOTHING));
  // The server has taken a change, so it can be reached.
  useEffect(() => {
    if (view.state === "idle") keepFresh();
  }, [view.state]);
  return { outbox, view };
}

let lastSeen: string | null = null;
const listeners = new Set<() => void>();

/** When what the screens show was last seen, while the device gives it in the server's place. */
export const useLastSeen = (): string | null =>
  useSyncExternalStore(
    (heard) => {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    () => lastSeen,
  );

hearSeen((at) => {
  lastSeen = at;
  for (const heard of listeners) heard();
});
