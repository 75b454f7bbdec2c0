import { ImageOff, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { fileSize } from "./photo-rules.ts";
import type { ChosenPhoto } from "./use-chosen-photos.ts";

type ChosenPhotosProps = { photos: readonly ChosenPhoto[]; onRemove: (photo: ChosenPhoto) => void; disabled: boolean };

/** What will be sent, removable until it is. */
export function ChosenPhotos({ photos, onRemove, disabled }: ChosenPhotosProps) {
  return (
    <ul aria-label="Chosen photos" className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
      {photos.map((photo) => (
        <li key={photo.url} className="min-w-0">
          <div className="relative">
            <Preview url={photo.url} />
            <span className="absolute top-1 right-1 rounded bg-surface text-text shadow-raised">
              <IconButton label={`Remove ${photo.file.name}`} icon={<X />} size="sm" disabled={disabled} onClick={() => onRemove(photo)} />
            </span>
          </div>
          <p className="mt-1 truncate text-xs" title={photo.file.name}>
            {photo.file.name}
          </p>
          <p className="text-xs text-muted tabular-nums">{fileSize(photo.file.size)}</p>
        </li>
      ))}
    </ul>
  );
}

/** The browser turns it upright by itself. */
function Preview({ url }: { url: string }) {
  const [failed, setFailed] = useState(false);
  return (
    <span className="block aspect-square overflow-hidden rounded border bg-raised">
      {failed ? (
        <span className="grid size-full place-items-center text-muted">
          <ImageOff aria-label="No preview" className="size-5" />
        </span>
      ) : (
        <img src={url} alt="" className="size-full object-cover" onError={() => setFailed(true)} />
      )}
    </span>
  );
}
