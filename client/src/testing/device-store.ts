import * as indexedDb from "fake-indexeddb";
import { vi } from "vitest";
import type { NewEntry } from "#client/device/outbox/outbox-store.ts";

/** Gives the test a browser that keeps things; jsdom has no store. The set-up takes it away after the test. */
export function giveStore(): void {
  for (const [name, value] of Object.entries(indexedDb)) if (/^(IDB|indexedDB)/.test(name)) vi.stubGlobal(name, value);
}

/** A change of somebody's that waits on the device. */
export const waits = (who: string, company: number): NewEntry => ({
  person: 7,
  company,
  who,
  feature: "workshop",
  name: "mark",
  input: { params: { id: 36 }, body: { itemId: 1, step: "cut", done: true } },
  key: "k",
  at: "",
  words: "",
});
