import { useQuery } from "@tanstack/react-query";
import { PhotoGrid } from "#client/components/photos/photo-grid.tsx";
import { addMakersOwn, toDrawable } from "#client/components/window/window-drawing.tsx";
import { MarkedWindow } from "#client/components/window/window-thumbnail.tsx";
import { query } from "#client/lib/api.ts";
import { FAULT_LABEL } from "#shared/domain/trade/remake-faults.ts";
import { remakeNumber } from "#shared/domain/trade/status.ts";

/**
 * The fault that a remake's order corrects: the customer's words, the marked places and the photos.
 * Nothing is rendered while the remake is unavailable, because the work does not depend on it.
 */
export function RemakeFault({ remakeId }: { remakeId: number }) {
  const { data } = useQuery(query("remakes", "read", { params: { id: remakeId } }));
  if (!data) return null;
  const { fault, reason, photos, clearances } = data;
  const marked = addMakersOwn(data.windows, { clearances }).filter(({ mark }) => mark !== null);
  return (
    <div className="mt-3 flex flex-col gap-3 border-t pt-3">
      <p className="max-w-prose wrap-anywhere whitespace-pre-line">
        {fault && <strong className="block font-semibold">{FAULT_LABEL[fault]}</strong>}
        {reason}
      </p>
      {marked.length > 0 && (
        <ul className="flex flex-wrap gap-x-6 gap-y-3">
          {marked.map((window) => (
            <li key={window.id} className="max-w-56">
              <p className="font-medium wrap-anywhere">{window.name}</p>
              <MarkedWindow name={window.name} window={toDrawable(window)} mark={window.mark} />
            </li>
          ))}
        </ul>
      )}
      {photos.length > 0 && <PhotoGrid photos={photos} of={remakeNumber(remakeId)} />}
    </div>
  );
}
