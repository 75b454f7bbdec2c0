import { type Control, useController } from "react-hook-form";
import { Size } from "#client/components/facts/values.tsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { drawable, WindowDrawing } from "#client/components/window/window-drawing.tsx";
import type { WindowItem } from "#client/components/window/window-list.tsx";
import type { WindowMark } from "#shared/domain/window-mark.ts";
import type { Chosen } from "./remake-order-dialog.tsx";

type WindowAgainProps = { control: Control<Chosen>; item: WindowItem; mark: WindowMark | null; disabled: boolean };

/** A window of the order: whether it is made again, and how many of those that were ordered. */
export function WindowAgain({ control, item, mark, disabled }: WindowAgainProps) {
  const { field } = useController({ control, name: `counts.w${item.id}` });
  const count = field.value ?? 0;
  const ticked = count > 0;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <label className="flex min-h-control min-w-0 flex-1 items-center gap-3">
        <input
          ref={field.ref}
          type="checkbox"
          checked={ticked}
          disabled={disabled}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(event.target.checked ? 1 : 0)}
          className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
        />
        <span className="grid size-12 shrink-0 place-items-center">
          <WindowDrawing decorative window={drawable(item)} width={48} height={48} detail="thumbnail" />
        </span>
        <span className="min-w-0">
          <span className="block break-words font-medium">{item.name}</span>
          <span className="sr-only">, </span>
          <span className="block text-xs text-muted">
            <Size widthM={item.widthM} heightM={item.heightM} />
          </span>
          <span className="sr-only">, </span>
          <span className="block text-xs text-muted">
            {item.shutterType}
            {mark && ", marked in the request"}
          </span>
        </span>
      </label>
      {item.quantity > 1 && (
        <span className="flex items-center gap-2 text-sm max-sm:ml-7">
          <Select
            aria-label={`How many of ${item.name}`}
            value={String(ticked ? count : 1)}
            disabled={disabled || !ticked}
            onChange={(event) => field.onChange(Number(event.target.value))}
            options={Array.from({ length: item.quantity }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
            className="w-20"
          />
          <span className="text-muted">of {item.quantity}</span>
        </span>
      )}
    </li>
  );
}
