import { ImageOff } from "lucide-react";
import { useState } from "react";
import { remakeNumber } from "#shared/domain/references.ts";
import { PhotoViewer } from "./photo-viewer.tsx";

type PhotoGridProps = { remakeId: number; photos: readonly string[] };

/** Thumbnails; each opens the viewer at its photo. */
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
              <Thumbnail src={`${photo}?size=thumb`} alt={`Photo ${index + 1} of ${remakeNumber(remakeId)}`} />
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
