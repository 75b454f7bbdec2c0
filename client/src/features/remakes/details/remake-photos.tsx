import { ChevronLeft, ChevronRight, Download, ImageOff } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { ErrorState } from "#client/components/loading/states.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { useUser } from "#client/lib/session.ts";
import { makers, type Role } from "#shared/domain/roles.ts";
import { remakeNumber } from "#shared/domain/trade/status.ts";

type PhotoGridProps = { remakeId: number; photos: readonly string[] };

/** A photo's number on its remake, by its address: a reply's go on where the request's end. */
const placeOf = (photo: string): string => photo.slice(photo.lastIndexOf("/") + 1);

/** Thumbnails. Each opens the viewer at its photo. */
export function PhotoGrid({ remakeId, photos }: PhotoGridProps) {
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
        {photos.map((photo, index) => (
          <li key={photo}>
            <button
              type="button"
              onClick={() => setOpened(index)}
              className="block aspect-square w-full overflow-hidden rounded border bg-raised transition-colors duration-150 hover:border-border-strong"
            >
              <Thumbnail src={`${photo}?size=thumb`} alt={`Photo ${placeOf(photo)} of ${remakeNumber(remakeId)}`} />
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && <PhotoViewer remakeId={remakeId} photos={photos} first={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Thumbnail({ src, alt }: { src: string; alt: string }) {
  const [failed, setFailed] = useState(false);
  if (!failed) return <img src={src} alt={alt} loading="lazy" className="size-full object-cover" onError={() => setFailed(true)} />;
  return (
    <span className="grid size-full place-items-center text-muted">
      <ImageOff aria-label={`${alt} could not be loaded`} className="size-5" />
    </span>
  );
}

type PhotoViewerProps = { remakeId: number; photos: readonly string[]; first: number; onClose: () => void };

/** One photo at a time. Arrow keys, Home, End, a swipe or the buttons show another. */
function PhotoViewer({ remakeId, photos, first, onClose }: PhotoViewerProps) {
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
    // React's events bubble from the dialog to this element, wherever the focus is in it.
    // biome-ignore lint/a11y/noStaticElementInteractions: it is no control; the keys are the viewer's
    <div className="contents" onKeyDown={onKeyDown}>
      <Dialog open onCloseRequest={onClose} title={`Photo ${shown + 1} of ${photos.length}`} size="xl">
        <PhotoFrame key={photo} src={photo} alt={`Photo ${shown + 1}`} onSwipe={(step) => show(shown + step)} />
        <DialogFooter className="max-md:[&>a]:flex-1">
          {(makers as readonly Role[]).includes(user.role) && (
            <a
              href={`${photo}?download=1`}
              download={`remake-${remakeId}-photo-${placeOf(photo)}.jpg`}
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

/** A shorter movement is a press that slipped. */
const SWIPE_PX = 50;

type PhotoFrameProps = {
  src: string;
  alt: string;
  /** 1 for the next photo, -1 for the one before. */
  onSwipe: (step: 1 | -1) => void;
};

/** A photo, as large as there is room. Until it is loaded its thumbnail is shown, which the browser has already. */
function PhotoFrame({ src, alt, onSwipe }: PhotoFrameProps) {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  const start = useRef<{ x: number; y: number } | null>(null);

  const onPointerUp = ({ clientX, clientY }: PointerEvent) => {
    const from = start.current;
    start.current = null;
    if (!from) return;
    const [across, along] = [clientX - from.x, clientY - from.y];
    if (Math.abs(across) > SWIPE_PX && Math.abs(across) > Math.abs(along)) onSwipe(across < 0 ? 1 : -1);
  };
  if (failed) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center px-page md:h-[70dvh] md:flex-none">
        <ErrorState
          title="The photo could not be loaded"
          onRetry={() => {
            setTries(tries + 1);
            setFailed(false);
          }}
        />
      </div>
    );
  }
  return (
    <div
      className="relative mx-page min-h-0 flex-1 touch-pan-y touch-pinch-zoom overflow-hidden rounded bg-raised select-none md:h-[70dvh] md:flex-none"
      onPointerDown={({ isPrimary, clientX, clientY }) => {
        // Two fingers zoom.
        start.current = isPrimary ? { x: clientX, y: clientY } : null;
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        start.current = null;
      }}
    >
      <img src={`${src}?size=thumb`} alt="" draggable={false} className="absolute inset-0 size-full object-contain" />
      <img
        key={tries}
        src={src}
        alt={alt}
        draggable={false}
        className="absolute inset-0 size-full object-contain"
        onError={() => setFailed(true)}
      />
    </div>
  );
}
