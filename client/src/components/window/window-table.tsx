import { clsx } from "clsx";
import { Camera, ChevronRight, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { Money, Size } from "#client/components/facts/values.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { countOf } from "#shared/domain/text.ts";
import { positionsInWords } from "#shared/domain/window/text/making-text.ts";
import { knownChecks } from "#shared/domain/window/text/measurement-checks.ts";
import { findWindowDifferences } from "./window-differences.ts";
import { toDrawable, WindowDrawing } from "./window-drawing.tsx";
import { type PhotosOf, renderPhotos, WindowFacts, type WindowItem, WindowList } from "./window-list.tsx";
import { WindowThumbnail } from "./window-thumbnail.tsx";

/**
 * Displays one line per window, so that a person can look over thirty windows. A press opens all
 * facts of one.
 */
export const WindowTable = ({ items, photosOf = renderPhotos }: { items: readonly WindowItem[]; photosOf?: PhotosOf }) =>
  items.length > 1 ? <WindowLines items={items} photosOf={photosOf} /> : <WindowList items={items} photosOf={photosOf} />;

function WindowLines({ items, photosOf }: { items: readonly WindowItem[]; photosOf: PhotosOf }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const { usual, differing } = findWindowDifferences(items, (item) => positionsInWords(toDrawable(item)));
  const all = items.every(({ id }) => open.has(id));
  const toggle = (id: number) =>
    setOpen((shown) => (shown.has(id) ? new Set([...shown].filter((each) => each !== id)) : new Set([...shown, id])));
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-1">
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">
          {usual.length > 0 && <>Where a window says nothing else: {usual.join(", ")}.</>}
        </p>
        <Button
          size="sm"
          variant="ghost"
          className="-ml-3 text-accent! sm:ml-0 sm:-mr-2"
          onClick={() => setOpen(new Set(all ? [] : items.map(({ id }) => id)))}
        >
          {all ? "Close all" : "Open all"}
        </Button>
      </div>
      <ol className="divide-y border-y">
        {items.map((item, index) => (
          <WindowLine
            key={item.id}
            item={item}
            place={index + 1}
            differing={differing[index] ?? []}
            photosOf={photosOf}
            open={open.has(item.id)}
            onPress={() => toggle(item.id)}
          />
        ))}
      </ol>
    </div>
  );
}

/**
 * A phone displays drawing, name and price, then the size, then the differences. From 640 px all
 * are on one line.
 */
const LINE = [
  "grid w-full grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1 text-left",
  "sm:grid-cols-[2.75rem_minmax(8rem,1fr)_10.5rem_minmax(0,1.2fr)_5.5rem] sm:min-h-row",
  "lg:grid-cols-[2.75rem_minmax(11rem,1fr)_11rem_minmax(0,1.8fr)_7rem]",
].join(" ");

/** Displays the number of photos, because the photos themselves are in the details. */
const PhotoCount = ({ photos }: { photos: number }) =>
  photos > 0 && (
    <span className="ml-1.5 inline-flex items-center gap-0.5 align-[-0.15em] text-xs whitespace-nowrap">
      <Camera aria-hidden className="size-3.5" />
      <span className="sr-only">{countOf(photos, "photo")}</span>
      <span aria-hidden>{photos}</span>
    </span>
  );

type WindowLineProps = {
  item: WindowItem;
  place: number;
  differing: readonly string[];
  photosOf: PhotosOf;
  open: boolean;
  onPress: () => void;
};

function WindowLine({ item, place, differing, photosOf, open, onPress }: WindowLineProps) {
  const factsId = useId();
  return (
    <li>
      <h4 className="font-normal">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? factsId : undefined}
          onClick={onPress}
          className={clsx(LINE, "rounded-sm -outline-offset-2 transition-colors duration-150 hover:bg-raised/60")}
        >
          <span
            aria-hidden
            className="flex items-center justify-between self-center max-sm:row-span-3 max-sm:flex-col max-sm:justify-center"
          >
            <ChevronRight
              className={clsx("size-3.5 shrink-0 text-muted transition-transform duration-150 max-sm:hidden", open && "rotate-90")}
            />
            <span className="grid size-9 place-items-center">
              <WindowDrawing decorative window={toDrawable(item)} width={28} height={36} detail="thumbnail" />
            </span>
          </span>
          <span className="min-w-0 font-medium">
            <span className="mr-1.5 font-normal text-muted tabular-nums">{place}.</span>
            <span title={item.name} className="wrap-anywhere">
              {item.name}
            </span>
          </span>
          <span className="flex flex-wrap justify-between gap-x-2 max-sm:col-start-2 max-sm:row-start-2 max-sm:justify-start">
            <Size widthM={item.widthM} heightM={item.heightM} />
            {item.quantity > 1 && <span className="font-semibold whitespace-nowrap tabular-nums">× {item.quantity}</span>}
          </span>
          <span className="min-w-0 wrap-anywhere text-muted max-sm:col-span-2 max-sm:col-start-2">
            {differing.join(", ")}
            {knownChecks(item.overriddenChecks).length > 0 && (
              <span title="Checked and confirmed" className="ml-1.5 inline-flex align-[-0.15em]">
                <TriangleAlert aria-label="Checked and confirmed" className="size-3.5 text-warning" />
              </span>
            )}
            <PhotoCount photos={item.photos?.length ?? 0} />
          </span>
          <span className="text-right max-sm:col-start-3 max-sm:row-start-1">
            {item.itemTotalPrice !== undefined && <Money amount={item.itemTotalPrice} />}
          </span>
        </button>
      </h4>
      {open && (
        <div id={factsId} className="grid gap-x-4 gap-y-2 pt-1 pb-4 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
          <WindowThumbnail name={item.name} window={toDrawable(item)} />
          <div className="min-w-0">
            <WindowFacts item={item} />
            {photosOf(item)}
          </div>
        </div>
      )}
    </li>
  );
}
