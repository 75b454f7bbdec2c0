import { useCallback, useEffect, useRef, useState } from "react";
import type { ChosenPhoto } from "#client/components/photos/chosen-photos.ts";
import { isFull } from "#client/device/device-database.ts";
import { readPhotos, removePhotos, writePhotos } from "#client/device/photo-store.ts";
import { keepsOnDevice } from "#client/lib/forget-device.ts";
import { useUser } from "#client/lib/session.ts";
import { isMentioned } from "#client/lib/unfinished.ts";

export type PhotosByWindow = ReadonlyMap<string, readonly ChosenPhoto[]>;

export interface KeepingPhotos {
  /** Where New Quote itself is not kept, its photos are not either (rules Q27 and W57). */
  readonly mayKeep: () => Promise<boolean>;
  /** Puts the form on the device, with the keys of its photos. */
  readonly keepForm: () => void;
}

/** Takes the photos off the device that no unfinished form mentions any more. */
export const sweepPhotos = (): Promise<void> => {
  const isOfForm = isMentioned();
  return removePhotos((photos) => !isOfForm(photos)).catch(() => {});
};

/**
 * Keeps the photos of an unfinished form on this device as the form itself is (rule Q11). They
 * stand there only as long as the form does that mentions them.
 */
export function useKeptPhotos(
  byWindow: PhotosByWindow,
  { mayKeep, keepForm }: KeepingPhotos,
  onFound: (found: ReadonlyMap<string, readonly File[]>) => void,
) {
  const user = useUser();
  const isOwn = keepsOnDevice(user);
  const [full, setFull] = useState(false);
  const now = useRef({ byWindow, mayKeep, keepForm, onFound });
  now.current = { byWindow, mayKeep, keepForm, onFound };
  /** What the device has. */
  const written = useRef(new Map<string, readonly File[]>());
  /** One after the other. */
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const write = useCallback(async () => {
    if (!(await now.current.mayKeep())) return;
    now.current.keepForm();
    const isOfForm = isMentioned();
    for (const [key, photos] of now.current.byWindow) {
      const files = photos.map(({ file }) => file);
      const present = written.current.get(key) ?? [];
      const isSame = present.length === files.length && files.every((file, at) => file === present[at]);
      if (isSame || !isOfForm({ person: user.id, key })) continue;
      await writePhotos({ person: user.id, key, files });
      written.current.set(key, files);
    }
    setFull(false);
  }, [user.id]);
  // Beyond its room, as where the browser keeps nothing, the form goes on with what it holds.
  const writeInTurn = useCallback(() => {
    last.current = last.current.then(write).catch((error: unknown) => setFull(isFull(error)));
  }, [write]);
  const load = useCallback(async () => {
    const found = await readPhotos(user.id).catch(() => new Map<string, readonly File[]>());
    for (const [key, files] of found) written.current.set(key, files);
    if (found.size > 0) now.current.onFound(found);
  }, [user.id]);

  useEffect(() => {
    if (!isOwn) return;
    last.current = last.current.then(sweepPhotos).then(load);
    // The device may have begun to keep New Quote since.
    document.addEventListener("visibilitychange", writeInTurn);
    return () => document.removeEventListener("visibilitychange", writeInTurn);
  }, [isOwn, load, writeInTurn]);
  useEffect(() => {
    if (isOwn && byWindow.size > 0) writeInTurn();
  }, [isOwn, byWindow, writeInTurn]);

  return {
    /** No more photos can be kept here. */
    full,
    /** Of another tab's form that was taken over. */
    load: () => void load(),
    /** The form is kept no more, and so are its photos. */
    sweep: () => {
      last.current = last.current.then(sweepPhotos);
    },
  };
}
