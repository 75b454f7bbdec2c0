import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Size } from "#client/components/facts/values.tsx";
import { PhotoGrid } from "#client/components/photos/photo-grid.tsx";
import { toDrawable, WindowDrawing } from "#client/components/window/window-drawing.tsx";
import { WindowFacts, type WindowItem } from "#client/components/window/window-list.tsx";
import { m2ToMilliM2, milliM2ToM2 } from "#shared/domain/length.ts";
import type { WindowMark } from "#shared/domain/window/fields/window-mark.ts";
import { layOutWindow, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { madeAreaOf } from "#shared/domain/window/saw/made-area.ts";
import { partsWithSizes } from "#shared/domain/window/saw/make-amount.ts";
import { makeInSentence } from "#shared/domain/window/saw/make-in-words.ts";
import { hingeColour, hingeFacts, meetingFacts, weightName, weightsInWords } from "#shared/domain/window/saw/panel-facts.ts";
import { isWholeWindow, type WindowMake } from "#shared/domain/window/saw/window-make.ts";
import { madeSize, standingRailFacts } from "#shared/domain/window/text/making-text.ts";

/** A window of an order, with the parts that a remake's order makes of it. */
export type ItemAtBench = WindowItem & { readonly make?: WindowMake | null | undefined };

/**
 * A window's facts, readable at arm's length: the make size is the largest figure, and the drawing
 * with its marks has at least half a tablet's width (rule W75). A remake's place is ringed.
 */
export function WindowToWork({ item, mark }: { item: ItemAtBench; mark?: WindowMark | undefined }) {
  const window = useMemo(() => toDrawable(item), [item]);
  return (
    <div className="flex flex-col gap-4">
      <MakeSize item={item} made={madeSize(window)} />
      {!isWholeWindow(item.make) && (
        <p className="w-fit rounded bg-warning-soft px-3 py-2 text-lg font-semibold">
          Make only {makeInSentence(window, item.make)}
          <span className="block text-xl tabular-nums">{partsWithSizes(window, 1).join("; ")}</span>
        </p>
      )}
      <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <DrawnToWork window={window} mark={mark} />
        <div className="flex min-w-0 flex-col gap-3">
          {/* The line of the hinges already contains their colour. */}
          <WindowFacts flowing item={{ ...withoutMoney(item), areaM2: madeAreaM2(item, window), hingeColor: "match" }} />
          <PanelFacts item={item} window={window} />
        </div>
      </div>
      {item.photos && item.photos.length > 0 && (
        <section aria-label={`Photos of ${item.name}`}>
          <PhotoGrid large photos={item.photos.map(({ url }) => url)} of={item.name} />
        </section>
      )}
    </div>
  );
}

/** Returns the area that is made of one window, for a remake its parts' (rule W113). */
function madeAreaM2({ areaM2 }: WindowItem, window: WindowToDraw): number {
  const made = madeAreaOf({ ...window, areaMilliM2: m2ToMilliM2(areaM2) });
  return made === null ? areaM2 : milliM2ToM2(made);
}

/** The bench shows no money to any role. */
const withoutMoney = ({
  pricePerM2: _,
  listPricePerM2: __,
  discountPercent: ___,
  chargedAreaM2: ____,
  surcharges: _____,
  itemTotalPrice: ______,
  ...item
}: WindowItem): WindowItem => item;

/** A recess shows its make size, with the recess small in brackets (rule M11). */
function MakeSize({ item, made }: { item: WindowItem; made: string | null }) {
  const givenSize = <Size widthM={item.widthM} heightM={item.heightM} />;
  return (
    <dl>
      <dt className="text-xs text-muted">Make size</dt>
      <dd className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-xl font-semibold whitespace-nowrap tabular-nums">{made ?? givenSize}</span>{" "}
        {made && <span className="text-sm whitespace-nowrap text-muted">(recess {givenSize})</span>}
      </dd>
    </dl>
  );
}

/** The drawing fills its container; its figures have a fixed size. */
function DrawnToWork({ window, mark }: { window: WindowToDraw; mark: WindowMark | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  // This height fits the whole drawing on a phone in portrait and on a tablet in landscape.
  const height = Math.min(620, Math.max(380, width));
  return (
    <div ref={place} className="flex min-w-0 justify-center">
      <WindowDrawing window={window} mark={mark} width={width} height={height} detail="cutting" textSize={width < 480 ? 12 : 14} />
    </div>
  );
}

/** A tablet's width, before the first measurement and in environments without layout. */
const USUAL_WIDTH = 480;

function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const measure = () => setWidth(element.clientWidth || USUAL_WIDTH);
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [place]);
  return width;
}

/** The hinges and weights of the panels, in the job card's words. */
function PanelFacts({ item, window }: { item: WindowItem; window: WindowToDraw }) {
  const hinges = useMemo(() => hingeFacts(window), [window]);
  const weights = useMemo(() => weightsInWords(window), [window]);
  const rails = standingRailFacts(window);
  const meetings = meetingFacts(layOutWindow(window), { ...item, make: window.make });
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 lg:flex-col">
      {hinges && (
        <PanelFact term="Hinges">
          <span className="font-semibold">
            {hinges.count}, {hingeColour(item)}
          </span>
          {hinges.heights.map((line) => (
            <span key={line} className="block tabular-nums">
              {line}
            </span>
          ))}
        </PanelFact>
      )}
      {[...rails, ...meetings].map(({ label, text }) => (
        <PanelFact key={label} term={label}>
          {text}
        </PanelFact>
      ))}
      <PanelFact term={item.quantity === 1 && isWholeWindow(window.make) ? "Weight" : weightName(window, item.quantity)}>
        {weights}
      </PanelFact>
    </dl>
  );
}

const PanelFact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{term}</dt>
    <dd className="break-words">{children}</dd>
  </div>
);
