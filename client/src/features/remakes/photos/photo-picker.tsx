import { clsx } from "clsx";
import { Camera, ImagePlus, X } from "lucide-react";
import { type DragEvent, useState } from "react";
import { ACCEPTED_TYPES, type ChosenPhoto, fileSize, PHOTOS_HINT } from "#client/components/photos/chosen-photos.ts";
import { FileButton } from "#client/components/photos/file-button.tsx";
import { Preview } from "#client/components/photos/preview.tsx";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { MOST_PHOTOS } from "#shared/contract/remakes.ts";

type PhotoPickerProps = {
  photos: readonly ChosenPhoto[];
  faults: readonly string[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (photo: ChosenPhoto) => void;
  /** The photos are uploading. */
  disabled: boolean;
};

/** Photos from the camera, the library or a folder, or dropped here. */
export function PhotoPicker({ photos, faults, onAdd, onRemove, disabled }: PhotoPickerProps) {
  const [over, setOver] = useState(false);
  const full = photos.length >= MOST_PHOTOS;
  const chooser = { disabled: disabled || full, onChosen: onAdd };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside && !disabled);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way, beside the button
    <div
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        if (!disabled) onAdd([...event.dataTransfer.files]);
      }}
      className={clsx("-m-2 flex flex-col gap-3 rounded p-2", over && "bg-accent-soft")}
    >
      <Field label="Photos" optional hint={PHOTOS_HINT}>
        {(wiring) => (
          <span className="flex flex-wrap items-center gap-3">
            <FileButton icon={<Camera />} className="hidden pointer-coarse:inline-flex" capture="environment" accept="image/*" {...chooser}>
              Take a photo
            </FileButton>
            <FileButton icon={<ImagePlus />} {...wiring} multiple accept={ACCEPTED_TYPES.join(",")} {...chooser}>
              {photos.length > 0 ? "Add more photos" : "Add photos"}
            </FileButton>
            {photos.length > 0 && (
              <span role="status" className="text-xs text-muted">
                {photos.length} of {MOST_PHOTOS}
              </span>
            )}
          </span>
        )}
      </Field>
      {faults.length > 0 && (
        <Alert tone="warning">
          {faults.map((fault) => (
            <p key={fault} className="break-words">
              {fault}
            </p>
          ))}
        </Alert>
      )}
      {photos.length > 0 && <ChosenPhotos photos={photos} onRemove={onRemove} disabled={disabled} />}
    </div>
  );
}

type ChosenPhotosProps = { photos: readonly ChosenPhoto[]; onRemove: (photo: ChosenPhoto) => void; disabled: boolean };

function ChosenPhotos({ photos, onRemove, disabled }: ChosenPhotosProps) {
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
