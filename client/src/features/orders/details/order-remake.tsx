import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Skeleton } from "#client/components/ui/display/waiting.tsx";
import { addMakersOwn, toDrawable } from "#client/components/window/window-drawing.tsx";
import { MarkedWindow } from "#client/components/window/window-thumbnail.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { countOf } from "#shared/domain/text.ts";
import { FAULT_LABEL, piecesOf } from "#shared/domain/trade/remake-faults.ts";
import { remakeNumber } from "#shared/domain/trade/status.ts";

/** The remake that this order replaces: the fault, its place on the window, and the photos. */
export function OrderRemake({ id }: { id: number }) {
  const remake = useQuery(query("remakes", "read", { params: { id } }));
  // The remake may be deleted while its order continues.
  if (remake.error instanceof ApiError && remake.error.status === 404)
    return <p className="text-muted">{remakeNumber(id)} is no longer there.</p>;
  return (
    <QueryView query={remake} failure="Failed to load remake details" skeleton={<Waiting />}>
      {(details) => <WhatWasWrong remake={details} />}
    </QueryView>
  );
}

const LAYOUT = "flex flex-wrap gap-x-6 gap-y-4 *:first:flex-[1_1_16rem]";

const Waiting = () => (
  <div className={LAYOUT}>
    <Skeleton className="h-5 w-3/4" />
    <Skeleton className="size-53" />
  </div>
);

function WhatWasWrong({ remake: { id, fault, reason, photos, ...remake } }: { remake: Reply<"remakes", "read"> }) {
  const windows = addMakersOwn(remake.windows, remake);
  return (
    <div className={LAYOUT}>
      <div className="flex min-w-0 flex-col gap-4">
        <div className="max-w-prose">
          {fault && <p className="font-medium">{FAULT_LABEL[fault]}</p>}
          <p className="break-words whitespace-pre-line">{reason}</p>
        </div>
        {photos.length > 0 && (
          <Link
            href={`/remakes?remake=${id}`}
            aria-label={`${countOf(photos.length, "photo")} of ${remakeNumber(id)}`}
            className="flex flex-wrap gap-2 self-start rounded"
          >
            {photos.map((photo) => (
              <img
                key={photo}
                src={`${photo}?size=thumb`}
                alt=""
                loading="lazy"
                className="size-20 rounded border bg-raised object-cover"
              />
            ))}
          </Link>
        )}
      </div>
      {windows.length > 0 && (
        <ul className="flex flex-wrap gap-4">
          {windows.map((window) => (
            <li key={window.id} className="max-w-56">
              <h4 className="mb-1 font-medium break-words">{piecesOf(window.name, window.pieces)}</h4>
              <MarkedWindow name={window.name} window={toDrawable(window)} mark={window.mark} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
