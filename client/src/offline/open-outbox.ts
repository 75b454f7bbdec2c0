import type { QueryClient } from "@tanstack/react-query";
import { callOf, device, type Keep, newKey } from "#client/lib/api.ts";
import { send } from "#client/lib/send.ts";
import type { User } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { alone } from "./alone.ts";
import { changeSeen } from "./change-seen.ts";
import { createOutbox } from "./outbox.ts";
import { type Entry, openOutboxStore } from "./outbox-store.ts";
import { changeShown, stepsOf, withChanges } from "./overlay.ts";

const LOCK = "outbox";
/** Wi-Fi that passes nothing on. */
const LONGEST_TRY_MS = 20_000;

async function open(client: QueryClient, person: User) {
  const store = await openOutboxStore();
  const tabs = new BroadcastChannel(LOCK);
  const post = async (entry: Entry) => {
    const { feature, name, input, key } = entry;
    const call = callOf(feature as "orders", name as "changeStatus");
    const signal = AbortSignal.timeout(LONGEST_TRY_MS);
    const { data } = await send(call, { ...input, idempotencyKey: key, signedInAs: person.id, signal });
    await changeSeen(entry, data).catch(() => {});
    return data;
  };
  const outbox = createOutbox({
    store,
    person,
    post,
    alone: (work) => alone(LOCK, work),
    onSettled: () => void client.invalidateQueries(),
    onRefused: ({ words, refused }) => toast({ title: "Error", description: `${words}: ${refused}`, variant: "destructive" }),
    onSignedOut: () => {
      toast({ title: "Sign in again", description: "What you changed is kept on this device and is sent then." });
      void client.invalidateQueries();
    },
    onChanged: () => tabs.postMessage(null),
  });
  await outbox.load();

  // What is on the screen came without the changes that wait. From here on, each reply gets them as it comes, and each change is laid over
  // what is shown.
  let laid = new Set<number>();
  const layNew = () => {
    const { waiting } = outbox.view();
    const fresh = waiting.filter(({ id }) => !laid.has(id));
    laid = new Set(waiting.map(({ id }) => id));
    if (fresh.length > 0) changeShown(client, fresh);
  };
  layNew();
  outbox.subscribe(layNew);
  const overlay = (feature: string, name: string, input: unknown, reply: unknown) =>
    withChanges(feature, name, input, reply, outbox.view().waiting);

  let last: Promise<unknown> = Promise.resolve();
  let asked = false;
  const comesBack = () => document.visibilityState === "visible" && outbox.send();
  tabs.onmessage = () => void outbox.load();
  window.addEventListener("online", outbox.send);
  document.addEventListener("visibilitychange", comesBack);
  outbox.send();
  const keep: Keep = async ({ feature, name, input: { params, body, idempotencyKey }, words, quiet }) => {
    const input = { params, body };
    // One after the other: what a change does to the screen depends on those before it.
    const adding = last.then(() => {
      const steps = stepsOf(client, { feature, name, input, at: "" });
      return outbox.add({ feature, name, input, steps, words, key: idempotencyKey ?? newKey() });
    });
    last = adding.catch(() => {});
    const { fate } = await adding;
    const reply = (await fate)?.reply ?? null;
    if (reply === null && !asked) {
      asked = true;
      // A browser that is short of room may not throw it away. Firefox asks the person, who sees here what for.
      navigator.storage?.persist().catch(() => {});
    }
    if (reply === null && !quiet) toast({ title: "Kept", description: "It is on this device, and is sent when there is a network." });
    return reply;
  };
  device.overlay = overlay;
  return {
    ...outbox,
    keep,
    close() {
      outbox.close();
      tabs.close();
      if (device.overlay === overlay) device.overlay = undefined;
      window.removeEventListener("online", outbox.send);
      document.removeEventListener("visibilitychange", comesBack);
    },
  };
}

export type OpenOutbox = Awaited<ReturnType<typeof open>>;

let opened: { readonly person: number; readonly client: QueryClient; readonly outbox: Promise<OpenOutbox> } | null = null;

/** The outbox of the person who is signed in on this page. @throws where the browser keeps nothing */
export function openOutbox(client: QueryClient, person: User): Promise<OpenOutbox> {
  if (opened?.person !== person.id || opened.client !== client) {
    closeOutbox();
    opened = { person: person.id, client, outbox: open(client, person) };
  }
  return opened.outbox;
}

/** At the end of a session. */
export function closeOutbox(): void {
  void opened?.outbox.then((outbox) => outbox.close()).catch(() => {});
  opened = null;
}

/** At sign-out: what the person made and did not send. A colleague's waits on. */
export async function leaveOutbox(person: number): Promise<void> {
  const store = await openOutboxStore();
  const all = await store.all();
  for (const entry of all) if (entry.person === person) await store.remove(entry.id);
  if (all.every((entry) => entry.person === person)) await store.delete();
  else store.close();
}
