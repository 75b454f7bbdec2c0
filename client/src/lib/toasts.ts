import { useSyncExternalStore } from "react";

export type ToastVariant = "default" | "destructive";
export type ToastMessage = { title: string; description?: string; variant?: ToastVariant };
export type ToastItem = Required<Pick<ToastMessage, "title" | "variant">> & { id: number; description: string | undefined; open: boolean };

/** Specification, section 9: one at a time, dismissed by itself after 1500 ms, gone 2000 ms after it was dismissed. */
export const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 1500;
export const TOAST_REMOVE_DELAY_MS = 2000;

let items: readonly ToastItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replaceItems(next: readonly ToastItem[]) {
  items = next;
  for (const listener of listeners) listener();
}

/** Shows a message; an older one makes room. Works anywhere, React or not. */
export function toast({ title, description, variant = "default" }: ToastMessage): number {
  lastId += 1;
  replaceItems([{ id: lastId, title, description, variant, open: true }, ...items].slice(0, TOAST_LIMIT));
  return lastId;
}

export function dismissToast(id: number) {
  if (!items.some((item) => item.id === id && item.open)) return;
  replaceItems(items.map((item) => (item.id === id ? { ...item, open: false } : item)));
  setTimeout(() => replaceItems(items.filter((item) => item.id !== id)), TOAST_REMOVE_DELAY_MS);
}

/** Forgets everything at once: for tests. */
export function clearToasts() {
  replaceItems([]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useToasts(): readonly ToastItem[] {
  return useSyncExternalStore(
    subscribe,
    () => items,
    () => items,
  );
}
