import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, Download, ImageOff } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { EmptyState, ErrorState } from "#client/components/loading/states.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { useIsAway } from "#client/lib/network.ts";

type PhotoGridProps = {
  /** The photos' addresses. */
  photos: readonly string[];
  /** The photos' subject, for example `REM-4` or `Kitchen left`. */
  of: string;
  /** Returns the file name for a photo. Photos cannot be saved without it. */
  savedAs?: ((place: string) => string) | undefined;
  /** Enlarges the thumbnails for a workbench. */
  large?: boolean;
};

/** Returns a photo's number from its address. */
export const photoNumberOf = (photo: string): string => photo.slice(photo.lastIndexOf("/") + 1);

/** Displays thumbnails. Each opens the viewer at its photo. */
export function PhotoGrid({ photos, of, savedAs, large = false }: PhotoGridProps) {
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <>
      <ul
        className={clsx(
          "grid gap-3",
          large ? "grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]" : "grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))]",
        )}
      >
        {photos.map((photo, index) => (
          <li key={photo}>
            <button
              type="button"
              onClick={() => setOpened(index)}
              className="block aspect-square w-full overflow-hidden rounded border bg-raised transition-colors duration-150 hover:border-border-strong"
            >
              <Thumbnail src={`${photo}?size=thumb`} alt={`Photo ${photoNumberOf(photo)} of ${of}`} />
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && <PhotoViewer photos={photos} savedAs={savedAs} first={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const NOT_STORED = "Photo not on this device";

export function Thumbnail({ src, alt }: { src: string; alt: string }) {
  const isAway = useIsAway();
  const [failure, setFailure] = useState<"away" | "other" | null>(null);
  // The browser loads the photo again once the network is back.
  if (failure === "away" && !isAway) setFailure(null);
  const fail = () => setFailure(isAway ? "away" : "other");
  if (!failure) return <img src={src} alt={alt} loading="lazy" className="size-full object-cover" onError={fail} />;
  if (failure === "away")
    return (
      <span className="grid size-full place-items-center p-1 text-center text-xs text-muted">
        <span>
          {NOT_STORED}
          <span className="sr-only">: {alt}</span>
        </span>
      </span>
    );
  return (
    <span className="grid size-full place-items-center text-muted">
      <ImageOff aria-label={`${alt} could not be loaded`} className="size-5" />
    </span>
  );
}

type PhotoViewerProps = Pick<PhotoGridProps, "photos" | "savedAs"> & { first: number; onClose: () => void };

/** Displays one photo at a time. Arrow keys, Home, End, a swipe or the buttons display another. */
export function PhotoViewer({ photos, savedAs, first, onClose }: PhotoViewerProps) {
  const [current, setCurrent] = useState(first);
  const last = photos.length - 1;
  const show = (index: number) => setCurrent(Math.min(Math.max(index, 0), last));
  const photo = photos[current] ?? "";

  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Record<string, number> = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last };
    const target = keys[event.key];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };
  return (
    // React's events bubble from the dialog to this element, wherever the focus is in the dialog.
    // biome-ignore lint/a11y/noStaticElementInteractions: it is no control; the keys are the viewer's
    <div className="contents" onKeyDown={onKeyDown}>
      <Dialog open onCloseRequest={onClose} title={`Photo ${current + 1} of ${photos.length}`} size="xl">
        <PhotoFrame key={photo} src={photo} alt={`Photo ${current + 1}`} onSwipe={(step) => show(current + step)} />
        <DialogFooter className="max-md:[&>a]:flex-1">
          {savedAs && (
            <a href={`${photo}?download=1`} download={savedAs(photoNumberOf(photo))} className={`${buttonClass()} mr-auto [&>svg]:size-4`}>
              <Download aria-hidden />
              Download
            </a>
          )}
          {photos.length > 1 && (
            <>
              <Button icon={<ChevronLeft />} disabled={current === 0} onClick={() => show(current - 1)}>
                Previous
              </Button>
              <Button disabled={current === last} onClick={() => show(current + 1)}>
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

/** A shorter movement counts as a press. */
const SWIPE_PX = 50;

type PhotoFrameProps = {
  src: string;
  alt: string;
  /** Called with 1 for the next photo and -1 for the previous one. */
  onSwipe: (step: 1 | -1) => void;
};

/**
 * Displays a photo as large as the room allows. The thumbnail, which the browser already has,
 * replaces it until it has loaded.
 */
function PhotoFrame({ src, alt, onSwipe }: PhotoFrameProps) {
  const isAway = useIsAway();
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
        {isAway ? (
          <EmptyState title={NOT_STORED} icon={<ImageOff />} plain>
            It can be opened once the network is back.
          </EmptyState>
        ) : (
          <ErrorState
            title="The photo could not be loaded"
            onRetry={() => {
              setTries(tries + 1);
              setFailed(false);
            }}
          />
        )}
      </div>
    );
  }
  return (
    <div
      className="relative mx-page min-h-0 flex-1 touch-pan-y touch-pinch-zoom overflow-hidden rounded bg-raised select-none md:h-[70dvh] md:flex-none"
      onPointerDown={({ isPrimary, clientX, clientY }) => {
        // A second finger zooms, so it starts no swipe.
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
