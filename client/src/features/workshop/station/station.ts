import { useSyncExternalStore } from "react";
import { withStorage } from "#client/lib/browser/browser.ts";
import { PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";

/** The step that a scan on this tablet marks (rule W106); null: a scan opens the shutter. */

const KEY = "station";
const listeners = new Set<() => void>();

const readStation = (): PieceStep | null => {
  const stored = withStorage((storage) => storage.getItem(KEY));
  return PIECE_STEPS.find((step) => step === stored) ?? null;
};

export function setStation(step: PieceStep | null): void {
  withStorage((storage) => (step === null ? storage.removeItem(KEY) : storage.setItem(KEY, step)));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useStation = (): PieceStep | null => useSyncExternalStore(subscribe, readStation);
