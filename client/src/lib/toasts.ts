import { useSyncExternalStore } from "react";

type ToastVariant = "default" | "destructive";
type ToastMessage = { title: string; description?: string; variant?: ToastVariant };
export type ToastItem = { id: number; title: string; description: string | undefined; variant: ToastVariant; open: boolean };

/** Specification, section 9: one at a time, dismissed by itself after 1500 ms, removed 2000 ms after that. */
export const TOAST_DURATION_MS = 1500;
const TOAST_REMOVE_DELAY_MS = 2000;

let current: ToastItem | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function replaceToast(item: ToastItem | null) {
  current = item;
  for (const listener of listeners) listener();
}

/** Shows a message in place of the one before. Can be called outside of React too. */
export function toast({ title, description, variant = "default" }: ToastMessage): number {
  lastId += 1;
  replaceToast({ id: lastId, title, description, variant, open: true });
  return lastId;
}

export function dismissToast(id: number) {
  if (current?.id !== id || !current.open) return;
  replaceToast({ ...current, open: false });
  setTimeout(() => current?.id === id && replaceToast(null), TOAST_REMOVE_DELAY_MS);
}

/** Removes the message at once: for tests. */
export const clearToasts = () => replaceToast(null);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The message that is shown, or was dismissed a moment ago. */
export const useToast = (): ToastItem | null => useSyncExternalStore(subscribe, () => current);
