import { X } from "lucide-react";
import { useState } from "react";
import { type ChosenPhoto, choosePhotos, usePreviews } from "#client/components/photos/chosen-photos.ts";
import { Preview } from "#client/components/photos/preview.tsx";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { Warnings } from "#client/components/ui/display/alert.tsx";
import type { PhotosAlong } from "#client/device/outbox/outbox-store.ts";
import { newKey } from "#client/lib/api.ts";
import { MOST_PHOTOS_OF_WINDOW } from "#shared/domain/longest.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import type { Camera } from "../survey/survey-bar.tsx";
import type { PhotosToSend } from "./send-photos-dialog.tsx";
import { PHOTO_TILES, PhotoButtons } from "./stored-photos.tsx";
import { type PhotoStorage, type PhotosByWindow, useUnfinishedPhotos } from "./unfinished-photos.ts";

/**
 * The photos of windows that are not stored yet, which wait until the quote is saved. @param before
 * the photos of a quote that waited on this device and is opened again
 */
export function useNewPhotos(before: readonly PhotosAlong[], keeping: PhotoStorage) {
  const previews = usePreviews();
  const [byWindow, setByWindow] = useState<PhotosByWindow>(() => new Map(before.map(({ key, files }) => [key, files.map(previews.show)])));
  const [faults, setFaults] = useState<readonly string[]>([]);
  const storage = useUnfinishedPhotos(byWindow, keeping, (found) =>
    setByWindow((present) => new Map([...present, ...[...found].map(([key, files]) => [key, files.map(previews.show)] as const)])),
  );
  const photosOf = (key: string | undefined): readonly ChosenPhoto[] => (key === undefined ? [] : (byWindow.get(key) ?? []));
  const set = (key: string, photos: readonly ChosenPhoto[]) => setByWindow(new Map([...byWindow, [key, photos]]));
  return {
    of: photosOf,
    faults,
    ...storage,
    add: (key: string, chosen: readonly File[]) => {
      const present = photosOf(key);
      const { added, faults: wrong } = choosePhotos(
        present.map(({ file }) => file),
        chosen,
        MOST_PHOTOS_OF_WINDOW,
      );
      set(key, [...present, ...added.map(previews.show)]);
      setFaults(wrong);
    },
    remove: (key: string, photo: ChosenPhoto) => {
      previews.drop(photo);
      set(
        key,
        photosOf(key).filter((other) => other !== photo),
      );
      setFaults([]);
    },
    /** The photos that wait on the device with a quote saved without a network (rule Q27). */
    along: (windows: readonly { readonly photosKey?: string | undefined }[]): PhotosAlong[] =>
      windows.flatMap(({ photosKey }, place) => {
        const files = photosOf(photosKey).map(({ file }) => file);
        return photosKey !== undefined && files.length > 0 ? [{ key: photosKey, place, files }] : [];
      }),
    /** Assigns the photos to the windows that were just stored, in the form's order. */
    toSend: (
      windows: readonly { readonly photosKey?: string | undefined }[],
      items: readonly { id: number; name: string }[],
    ): PhotosToSend[] =>
      windows.flatMap(({ photosKey }, place) => {
        const item = items[place];
        const files = photosOf(photosKey).map(({ file }) => file);
        return item && files.length > 0 ? [{ itemId: item.id, name: item.name, files }] : [];
      }),
  };
}
export type NewPhotosOfForm = ReturnType<typeof useNewPhotos>;

type OfWindow = { quote: QuoteForm; photos: NewPhotosOfForm };

/** The camera of the window on screen, in the survey's bar. */
export function cameraOf({ quote, photos }: OfWindow): Camera {
  const { photosKey } = quote.window;
  const { length } = photos.of(photosKey);
  return {
    count: length,
    isFull: length >= MOST_PHOTOS_OF_WINDOW,
    onChosen: (files) => {
      const key = photosKey ?? newKey();
      if (photosKey === undefined) quote.form.setValue(`${quote.at}.photosKey`, key, { shouldDirty: true });
      photos.add(key, files);
    },
  };
}

/** The photos of a window that is not stored yet. */
export function NewPhotos({ quote, photos }: OfWindow) {
  const { photosKey, name } = quote.window;
  const chosen = photos.of(photosKey);
  const { isFull, onChosen } = cameraOf({ quote, photos });
  return (
    <section aria-label={`Photos of ${name}`} className="flex flex-col gap-3">
      {chosen.length > 0 && photosKey !== undefined && (
        <ul className={PHOTO_TILES}>
          {chosen.map((photo) => (
            <li key={photo.url} className="relative min-w-0">
              <Preview url={photo.url} />
              <span className="absolute top-1 right-1 rounded bg-surface text-text shadow-raised">
                <IconButton size="sm" label={`Remove ${photo.file.name}`} icon={<X />} onClick={() => photos.remove(photosKey, photo)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <PhotoButtons name={name} full={isFull} disabled={false} onChosen={onChosen} />
      {chosen.length > 0 && <p className="text-xs text-muted">They are sent once the quote is saved.</p>}
      <Warnings sentences={photos.faults} />
    </section>
  );
}
