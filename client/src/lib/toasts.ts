import { useSyncExternalStore } from "react";

type ToastVariant = "default" | "destructive";
/** The thing that a message is about, and the screen that displays the thing. */
export type ToastLink = { label: string; path: string };
type ToastMessage = { title: string; description?: string; link?: ToastLink; variant?: ToastVariant };
export type ToastItem = {
  id: number;
  title: string;
  description: string | undefined;
  link: ToastLink | undefined;
  variant: ToastVariant;
  open: boolean;
};

/**
 * The specification (section 9) displays one toast at a time, dismisses it after 1500 ms and
 * removes it 2000 ms later.
 */
export const TOAST_DURATION_MS = 1500;
const TOAST_REMOVE_DELAY_MS = 2000;

let current: ToastItem | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function replaceToast(item: ToastItem | null) {
  current = item;
  for (const listener of listeners) listener();
}

/** Displays a message instead of the previous one. Code outside React can call it too. */
export function toast({ title, description, link, variant = "default" }: ToastMessage): number {
  lastId += 1;
  replaceToast({ id: lastId, title, description, link, variant, open: true });
  return lastId;
}

export function dismissToast(id: number) {
  if (current?.id !== id || !current.open) return;
  replaceToast({ ...current, open: false });
  setTimeout(() => current?.id === id && replaceToast(null), TOAST_REMOVE_DELAY_MS);
}

/** Removes the message at once, for tests. */
export const clearToasts = () => replaceToast(null);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the message that is displayed or was dismissed a moment ago. */
export const useToast = (): ToastItem | null => useSyncExternalStore(subscribe, () => current);
