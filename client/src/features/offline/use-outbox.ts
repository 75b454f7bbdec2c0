import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { type CallName, call, callOf, type Input } from "#client/lib/api.ts";
import { closeOutbox, type OpenOutbox, openOutbox } from "#client/lib/outbox/open-outbox.ts";
import type { OutboxView } from "#client/lib/outbox/outbox.ts";
import { addressOf, hearSeen } from "#client/lib/send.ts";
import type { User } from "#client/lib/session.ts";
import type { Feature } from "#shared/contract/index.ts";

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
    if (users === 1) void keepScreens(client).catch(() => {});
    // What was last seen is no longer the newest that can be had.
    const comesBack = () => lastSeen !== null && void client.invalidateQueries();
    window.addEventListener("online", comesBack);
    openOutbox(client, user).then(
      (opened) => gone || setOutbox(() => opened),
      // A browser that keeps nothing: changes are made at once (lib/kept-call.ts).
      () => {},
    );
    return () => {
      gone = true;
      window.removeEventListener("online", comesBack);
      users -= 1;
      if (users === 0) closeOutbox();
    };
  }, [client, user]);
  const view = useSyncExternalStore(outbox?.subscribe ?? never, outbox?.view ?? (() => NOTHING));
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

/**
 * Gives this person's device the worker that keeps the board (rule W53). What came before the worker was there is asked for once more, so
 * that it is kept. A worker may come between two of the first replies: that one of them is kept says nothing about the others.
 */
async function keepScreens(client: QueryClient): Promise<void> {
  const workers = navigator.serviceWorker;
  // Only the built portal has one, and browsers have none on plain http.
  if (!import.meta.env.PROD || !workers) return;
  const heardAll = workers.controller !== null;
  await workers.register("/sw.js", { updateViaCache: "none" });
  await workers.ready;
  if (!workers.controller) await new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
  if (!heardAll || !(await caches.keys()).some((name) => name.startsWith("seen-"))) await client.invalidateQueries();
  await keepBoard();
}

/** What is due first is at hand without a network, although nobody has opened it yet. */
const MOST_AT_HAND = 20;

async function keepBoard(): Promise<void> {
  const rows = [];
  for (const late of ["true", "false"] as const) rows.push(...(await call("workshop", "list", { query: { late } })));
  for (const { id } of rows.slice(0, MOST_AT_HAND)) {
    for (const name of ["read", "cutList"] as const) await callUnlessKept("orders", name, { params: { id } });
    await callUnlessKept("workshop", "pieces", { params: { id } });
  }
}

async function callUnlessKept<F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>): Promise<void> {
  const kept = await caches.match(addressOf(callOf(feature, name).path, input, null), { ignoreVary: true });
  if (!kept) await call(feature, name, input);
}
