import { ImageOff } from "lucide-react";
import { useState } from "react";

/** Displays a chosen picture from disk, or an icon where the browser cannot display its type. */
export function Preview({ url }: { url: string }) {
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
