import { Camera, ImagePlus, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { ACCEPTED_TYPES, choosePhotos } from "#client/components/photos/chosen-photos.ts";
import { FileButton } from "#client/components/photos/file-button.tsx";
import { PhotoViewer, Thumbnail } from "#client/components/photos/photo-grid.tsx";
import { identifyFiles, isStopped, UploadFooter, uploadSentence, useUpload } from "#client/components/photos/photo-upload.tsx";
import { Button, IconButton } from "#client/components/ui/control/button.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import { Alert, Warnings } from "#client/components/ui/display/alert.tsx";
import { calls, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { MOST_PHOTOS_OF_WINDOW } from "#shared/domain/longest.ts";
import type { WindowPhoto } from "../form/quote-start.ts";

export const PHOTO_TILES = "grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-3";
export const PHOTO_FRAME = "block aspect-[4/3] w-full overflow-hidden rounded border bg-raised";
const NOT_SENT = "The photos could not be sent";

type StoredPhotosProps = {
  quoteId: number;
  window: { readonly id: number; readonly name: string };
  photos: readonly WindowPhoto[];
  /** The quote is a draft that can be changed. */
  isDraft: boolean;
};

/**
 * A stored window's photos: opens, shares with the workshop, or removes them, and uploads more at
 * once.
 */
export function StoredPhotos({ quoteId, window, photos, isDraft }: StoredPhotosProps) {
  const user = useUser();
  const [opened, setOpened] = useState<number | null>(null);
  const params = { id: quoteId, itemId: window.id };
  const change = useCall("quotes", "changePhoto", { failure: "The photo could not be changed" });
  const remove = useCall("quotes", "removePhoto", { success: "Photo removed", failure: "The photo could not be removed" });
  const mayChange = can(user, calls.quotes.changePhoto);
  const mayAdd = isDraft && can(user, calls.quotes.addPhotos);
  if (photos.length === 0 && !mayAdd) return null;
  return (
    <section aria-label={`Photos of ${window.name}`} className="flex flex-col gap-3">
      {photos.length > 0 && (
        <ul className={PHOTO_TILES}>
          {photos.map(({ n, url, forWorkshop }, at) => (
            <li key={url} className="min-w-0">
              <button type="button" onClick={() => setOpened(at)} className={`${PHOTO_FRAME} hover:border-border-strong`}>
                <Thumbnail src={`${url}?size=thumb`} alt={`Photo ${n} of ${window.name}`} />
              </button>
              {mayChange && (
                <div className="flex items-center justify-between gap-1">
                  <Checkbox
                    label="For the workshop"
                    className="text-xs!"
                    checked={forWorkshop}
                    disabled={change.isPending}
                    onChange={({ target }) => change.mutate({ params: { ...params, n }, body: { forWorkshop: target.checked } })}
                  />
                  <IconButton
                    size="sm"
                    label={`Remove photo ${n} of ${window.name}`}
                    icon={<Trash2 />}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate({ params: { ...params, n } })}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAdd && <AddPhotos params={params} name={window.name} present={photos.length} />}
      {opened !== null && photos[opened] && (
        <PhotoViewer photos={photos.map(({ url }) => url)} first={opened} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}

/** Uploads a window's photos as soon as they are chosen. Photos that failed can be sent again. */
function AddPhotos({ params, name, present }: { params: { id: number; itemId: number }; name: string; present: number }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const keyFor = useIdempotencyKey();
  const upload = useUpload();
  const add = useCall("quotes", "addPhotos", { failure: null, onSuccess: () => setFiles([]) });
  const send = (chosen: readonly File[]) =>
    add.mutate({ params, files: chosen, idempotencyKey: keyFor([params, identifyFiles(chosen)]), ...upload.begin() });
  const choose = (chosen: readonly File[]) => {
    const { added, faults: wrong } = choosePhotos([], chosen, MOST_PHOTOS_OF_WINDOW - present);
    setFaults(wrong);
    setFiles(added);
    if (added.length > 0) send(added);
  };
  const failed = !add.isPending && files.length > 0;
  return (
    <>
      {!failed && <PhotoButtons name={name} full={present >= MOST_PHOTOS_OF_WINDOW} disabled={add.isPending} onChosen={choose} />}
      <Warnings sentences={faults} />
      {failed && (
        <Alert tone="warning" title={isStopped(add.error) ? "The photos were not sent" : uploadSentence(add.error, NOT_SENT)}>
          <span className="flex flex-wrap items-center gap-2">
            {files.length === 1 ? "The photo is still here." : `${files.length} photos are still here.`}
            <Button size="sm" onClick={() => send(files)}>
              Try again
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setFiles([])}>
              Leave out
            </Button>
          </span>
        </Alert>
      )}
      <UploadFooter files={files} pending={add.isPending} error={null} sent={upload.sent} onStop={upload.stop} />
    </>
  );
}

type PhotoButtonsProps = { name: string; full: boolean; disabled: boolean; onChosen: (files: readonly File[]) => void };

/**
 * Takes photos with the phone's camera, or from its library. Enter would submit the form, so these
 * buttons handle the key themselves.
 */
export function PhotoButtons({ name, full, disabled, onChosen }: PhotoButtonsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    event.target.click();
  };
  const chooser = { disabled: disabled || full, onChosen };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are the buttons' in it
    <div className="flex flex-wrap items-center gap-3" onKeyDown={onKeyDown}>
      <FileButton
        icon={<Camera />}
        className="hidden pointer-coarse:inline-flex"
        capture="environment"
        accept="image/*"
        aria-label={`Take a photo of ${name}`}
        {...chooser}
      >
        Take a photo
      </FileButton>
      <FileButton icon={<ImagePlus />} multiple accept={ACCEPTED_TYPES.join(",")} aria-label={`Add photos of ${name}`} {...chooser}>
        Add photos
      </FileButton>
      <span className="text-xs text-muted">
        {full ? `${MOST_PHOTOS_OF_WINDOW} is the most that a window takes.` : `Up to ${MOST_PHOTOS_OF_WINDOW} of a window.`}
      </span>
    </div>
  );
}
