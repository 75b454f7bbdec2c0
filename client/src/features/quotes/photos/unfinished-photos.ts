import { useCallback, useEffect, useRef, useState } from "react";
import type { ChosenPhoto } from "#client/components/photos/chosen-photos.ts";
import { isFull } from "#client/device/device-database.ts";
import { readPhotos, removePhotos, writePhotos } from "#client/device/photo-store.ts";
import { keepsOnDevice } from "#client/lib/session/forget-device.ts";
import { useUser } from "#client/lib/session.ts";
import { createPhotoCheck } from "#client/lib/unfinished.ts";

export type PhotosByWindow = ReadonlyMap<string, readonly ChosenPhoto[]>;

export interface PhotoStorage {
  /**
   * If the device may not store New Quote, it does not store the photos either (rules Q27 and W57).
   */
  readonly mayKeep: () => Promise<boolean>;
  /** Saves the form on the device, with the keys of its photos. */
  readonly keepForm: () => void;
}

/** Deletes from the device the photos that no unfinished form refers to any more. */
export const sweepPhotos = (): Promise<void> => {
  const isOfForm = createPhotoCheck();
  return removePhotos((photos) => !isOfForm(photos)).catch(() => {});
};

/**
 * Stores the photos of an unfinished form on this device, like the form itself (rule Q11). They are
 * deleted with the form that refers to them.
 */
export function useUnfinishedPhotos(
  byWindow: PhotosByWindow,
  { mayKeep, keepForm }: PhotoStorage,
  onFound: (found: ReadonlyMap<string, readonly File[]>) => void,
) {
  const user = useUser();
  const isOwn = keepsOnDevice(user);
  const [full, setFull] = useState(false);
  const now = useRef({ byWindow, mayKeep, keepForm, onFound });
  now.current = { byWindow, mayKeep, keepForm, onFound };
  /** The photos that the device has stored. */
  const stored = useRef(new Map<string, readonly File[]>());
  /** Serialises the writes. */
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const write = useCallback(async () => {
    if (!(await now.current.mayKeep())) return;
    now.current.keepForm();
    const isOfForm = createPhotoCheck();
    for (const [key, photos] of now.current.byWindow) {
      const files = photos.map(({ file }) => file);
      const present = stored.current.get(key) ?? [];
      const isSame = present.length === files.length && files.every((file, at) => file === present[at]);
      if (isSame || !isOfForm({ person: user.id, key })) continue;
      await writePhotos({ person: user.id, key, files });
      stored.current.set(key, files);
    }
    setFull(false);
  }, [user.id]);
  // If the device is full or the browser stores nothing, the form continues with the photos in
  // memory.
  const writeInTurn = useCallback(() => {
    last.current = last.current.then(write).catch((error: unknown) => setFull(isFull(error)));
  }, [write]);
  const load = useCallback(async () => {
    const found = await readPhotos(user.id).catch(() => new Map<string, readonly File[]>());
    for (const [key, files] of found) stored.current.set(key, files);
    if (found.size > 0) now.current.onFound(found);
  }, [user.id]);

  useEffect(() => {
    if (!isOwn) return;
    last.current = last.current.then(sweepPhotos).then(load);
    // The device may have started to store New Quote since.
    document.addEventListener("visibilitychange", writeInTurn);
    return () => document.removeEventListener("visibilitychange", writeInTurn);
  }, [isOwn, load, writeInTurn]);
  useEffect(() => {
    if (isOwn && byWindow.size > 0) writeInTurn();
  }, [isOwn, byWindow, writeInTurn]);

  return {
    /** The device has no room for more photos. */
    full,
    /** Loads the photos of another tab's form after a takeover. */
    load: () => void load(),
    /** Deletes the photos of a form that is no longer stored. */
    sweep: () => {
      last.current = last.current.then(sweepPhotos);
    },
  };
}
