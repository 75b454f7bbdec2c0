import { clsx } from "clsx";
import { X } from "lucide-react";
import { use, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { FactsSkeleton, NOTHING_SHOWN_MS, Skeleton, TableSkeleton, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { type DialogShape, Framed, shapeClass } from "#client/components/ui/overlay/dialog-shape.ts";

export type DialogLook = DialogShape & {
  /** The number of the form's fields. Without it, the frame draws facts with a table below. */
  fields?: number;
};

type DialogComingProps = DialogLook & {
  onClose: () => void;
  /**
   * Called once the frame is visible, so that the dialog that replaces it skips its entrance
   * animation.
   */
  onFramed?: () => void;
};

/**
 * The frame of a dialog that is still loading, in its final size. Escape, Close or a press outside
 * cancel it.
 */
export function DialogComing({ fields, onClose, onFramed, ...shape }: DialogComingProps) {
  const framed = use(Framed);
  const [wasFramed] = useState(framed);
  const isSlow = useDelayed(!wasFramed, NOTHING_SHOWN_MS);
  const isShown = wasFramed || isSlow;
  useEffect(() => {
    if (!isShown) return;
    onFramed?.();
    const leave = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, [isShown, onFramed, onClose]);
  if (!isShown) return null;
  const animation = wasFramed ? "" : "animate-[fade-in_150ms_ease-out]";
  return createPortal(
    <>
      <div data-modal-layer className={clsx("fixed inset-0 z-dialog bg-backdrop", animation)} onPointerDown={onClose} />
      <div aria-busy className={clsx("fixed z-dialog flex flex-col bg-surface", shapeClass(shape), animation)}>
        <span role="status" className="sr-only">
          Loading
        </span>
        <div className="flex items-start justify-between px-page pt-4 pb-3 md:pt-5">
          <Skeleton className="mt-1 h-5 w-48" />
          <IconButton label="Close" icon={<X />} className="-my-1 -mr-2 pointer-coarse:-my-2" onClick={onClose} />
        </div>
        <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-hidden px-page pt-1 pb-5">
          {fields === undefined ? (
            <>
              <FactsSkeleton />
              <TableSkeleton rows={4} />
            </>
          ) : (
            Array.from({ length: fields }, (_, field) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
              <span key={field} className="flex flex-col gap-2">
                <Skeleton className="h-4 w-24" />
                <Skeleton className="h-control w-full rounded" />
              </span>
            ))
          )}
        </div>
        <div className="flex justify-end gap-2 px-page pt-3 pb-4 md:pb-5">
          <Skeleton className="h-control w-24 rounded" />
          <Skeleton className="h-control w-32 rounded" />
        </div>
      </div>
    </>,
    document.body,
  );
}
