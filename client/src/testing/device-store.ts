import * as indexedDb from "fake-indexeddb";
import { vi } from "vitest";
import type { NewEntry } from "#client/device/outbox/outbox-store.ts";

/** Provides IndexedDB to a test, because jsdom has none. The set-up removes it after the test. */
export function provideIndexedDb(): void {
  for (const [name, value] of Object.entries(indexedDb)) if (/^(IDB|indexedDB)/.test(name)) vi.stubGlobal(name, value);
}

/** A person's change that waits on the device. */
export const waitingChange = (who: string, company: number): NewEntry => ({
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
