import { clsx } from "clsx";
import { ImagePlus } from "lucide-react";
import { type DragEvent, useState } from "react";
import { buttonClass } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { MOST_PHOTOS } from "#shared/contract/remakes.ts";
import { ChosenPhotos } from "./chosen-photos.tsx";
import { ACCEPTED_TYPES, PHOTOS_HINT } from "./photo-rules.ts";
import type { ChosenPhoto } from "./use-chosen-photos.ts";

type PhotoPickerProps = {
  photos: readonly ChosenPhoto[];
  faults: readonly string[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (photo: ChosenPhoto) => void;
  /** While they are being sent. */
  disabled: boolean;
};

/** Photos from the camera, the library or a folder, or dropped here. The label is the button; the input behind it has the keyboard. */
export function PhotoPicker({ photos, faults, onAdd, onRemove, disabled }: PhotoPickerProps) {
  const [over, setOver] = useState(false);
  const full = photos.length >= MOST_PHOTOS;
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
            <input
              {...wiring}
              type="file"
              multiple
              accept={ACCEPTED_TYPES.join(",")}
              disabled={disabled || full}
              className="peer sr-only"
              onChange={(event) => {
                onAdd([...(event.target.files ?? [])]);
                // Or choosing the same file again, after it was removed, would be no change.
                event.target.value = "";
              }}
            />
            <label
              htmlFor={wiring.id}
              className={clsx(
                buttonClass(),
                "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:pointer-events-none peer-disabled:opacity-50 [&>svg]:size-4",
              )}
            >
              <ImagePlus aria-hidden />
              {photos.length > 0 ? "Add more photos" : "Add photos"}
            </label>
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
