import { type PointerEvent, useRef, useState } from "react";
import { ErrorState } from "#client/components/loading/states.tsx";

/** Farther is a swipe, nearer is a press that slipped. */
const SWIPE_PX = 50;

type PhotoFrameProps = { src: string; alt: string /** 1 to the next, -1 to the one before. */; onSwipe: (step: 1 | -1) => void };

/** A photo as large as there is room. Its thumbnail, which the browser has already, stands in until it is there. */
export function PhotoFrame({ src, alt, onSwipe }: PhotoFrameProps) {
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
        // With a second finger it is no swipe but a zoom.
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
