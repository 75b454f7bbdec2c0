import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { useUser } from "#client/lib/session.ts";
import { makers, type Role } from "#shared/domain/roles.ts";
import { PhotoFrame } from "./photo-frame.tsx";

type PhotoViewerProps = { remakeId: number; photos: readonly string[]; first: number; onClose: () => void };

/** One photo after the other: arrow keys, Home and End, a swipe, or the buttons. */
export function PhotoViewer({ remakeId, photos, first, onClose }: PhotoViewerProps) {
  const user = useUser();
  const [shown, setShown] = useState(first);
  const last = photos.length - 1;
  const show = (index: number) => setShown(Math.min(Math.max(index, 0), last));
  const photo = photos[shown] ?? "";

  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Record<string, number> = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last };
    const wanted = keys[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    show(wanted);
  };
  return (
    // React's events reach this element from the dialog, wherever in it the focus is.
    // biome-ignore lint/a11y/noStaticElementInteractions: it is no control; the keys are the viewer's
    <div className="contents" onKeyDown={onKeyDown}>
      <Dialog open onCloseRequest={onClose} title={`Photo ${shown + 1} of ${photos.length}`} size="xl">
        <PhotoFrame key={photo} src={photo} alt={`Photo ${shown + 1}`} onSwipe={(step) => show(shown + step)} />
        <DialogFooter className="max-md:[&>a]:flex-1">
          {(makers as readonly Role[]).includes(user.role) && (
            <a
              href={`${photo}?download=1`}
              download={`remake-${remakeId}-photo-${shown + 1}.jpg`}
              className={`${buttonClass()} mr-auto [&>svg]:size-4`}
            >
              <Download aria-hidden />
              Download
            </a>
          )}
          {photos.length > 1 && (
            <>
              <Button icon={<ChevronLeft />} disabled={shown === 0} onClick={() => show(shown - 1)}>
                Previous
              </Button>
              <Button disabled={shown === last} onClick={() => show(shown + 1)}>
                Next
                <ChevronRight aria-hidden className="-mr-1 size-4" />
              </Button>
            </>
          )}
        </DialogFooter>
      </Dialog>
    </div>
  );
}
