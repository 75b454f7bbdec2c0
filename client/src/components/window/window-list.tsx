import type { ReactNode } from "react";
import { MarginText } from "#client/components/facts/fact-list.tsx";
import { Money, Size } from "#client/components/facts/values.tsx";
import { PhotoGrid } from "#client/components/photos/photo-grid.tsx";
import type { Reply } from "#client/lib/api.ts";
import { formatArea } from "#client/lib/format.ts";
import { toUnits } from "#shared/domain/decimal.ts";
import { poundsToPence } from "#shared/domain/money.ts";
import { listPriceInWords } from "#shared/domain/trade/pricing.ts";
import { makersOptionFacts, type OptionFact, optionFacts, WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import { layoutFact, madeSize, makingFacts } from "#shared/domain/window/text/making-text.ts";
import { KeptChecks } from "./measurement-warnings.tsx";
import { type MakersOwn, toDrawable } from "./window-drawing.tsx";
import { WindowThumbnail } from "./window-thumbnail.tsx";

/** Displays the windows of a quote or an order, read-only. */
export function WindowList({ items, photosOf = renderPhotos }: { items: readonly WindowItem[]; photosOf?: PhotosOf }) {
  return (
    <ol className="divide-y border-y">
      {items.map((item, index) => (
        <li key={item.id} className="grid gap-x-4 gap-y-2 py-4 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
          <WindowThumbnail name={item.name} window={toDrawable(item)} />
          <div className="min-w-0">
            <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
              <h4 className="min-w-0 text-base font-semibold">
                <span className="mr-2 font-normal text-muted tabular-nums">{index + 1}.</span>
                {item.name}
              </h4>
              {item.itemTotalPrice !== undefined && <Money amount={item.itemTotalPrice} strong />}
            </div>
            {/* Only the supplier receives no prices. */}
            <WindowFacts toMake={item.itemTotalPrice === undefined} item={item} />
            {photosOf(item)}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Renders a window's photos. */
export type PhotosOf = (item: WindowItem) => ReactNode;
export const renderPhotos: PhotosOf = ({ name, photos = [] }) =>
  photos.length > 0 && (
    <section aria-label={`Photos of ${name}`} className="mt-3">
      <PhotoGrid photos={photos.map(({ url }) => url)} of={name} />
    </section>
  );

/** A window of a quote or an order. Suppliers receive it without prices. */
export type WindowItem = Reply<"quotes", "items">[number] &
  /** An order's windows also have the measures by which the workshop makes them. */
  Partial<MakersOwn> & { readonly densityKgM3?: number | null };

/**
 * Displays what to make. The most important facts are first and large, readable from a workbench.
 */
export function WindowFacts({
  item,
  flowing = false,
  toMake = flowing,
}: {
  item: WindowItem;
  /**
   * Emphasizes the size for the supplier: for a recess the made size is large, and the given size
   * is small in brackets (rule M11).
   */
  toMake?: boolean;
  /** Wraps the facts without columns, below a heading with the quantity and the size. */
  flowing?: boolean;
}) {
  const options = flowing ? makersOptionFacts(item) : optionFacts(item);
  const sizeMade = toMake ? madeSize(toDrawable(item)) : null;
  const columns = flowing ? FLOWING : COLUMNS;
  return (
    <>
      <dl className={`${columns} mb-3 text-lg font-semibold`}>
        {flowing ? null : sizeMade ? (
          <JobFact term="Make size">
            <span className="whitespace-nowrap tabular-nums">{sizeMade}</span>{" "}
            <span className="text-sm font-normal whitespace-nowrap text-muted">
              (recess <Size widthM={item.widthM} heightM={item.heightM} />)
            </span>
          </JobFact>
        ) : (
          <JobFact term="Width × height">
            <Size widthM={item.widthM} heightM={item.heightM} />
          </JobFact>
        )}
        {!flowing && <JobFact term={WINDOW_FIELDS.quantity.label}>{item.quantity}</JobFact>}
        <JobFact term={WINDOW_FIELDS.louverSize.label}>{item.louverSize} mm</JobFact>
        <JobFact term={WINDOW_FIELDS.colorSelection.label}>{item.colorSelection}</JobFact>
        {layoutFact(item).map(madeFact)}
        {options.filter(({ option }) => option.large).map(optionFact)}
      </dl>
      <dl className={columns}>
        <JobFact term={WINDOW_FIELDS.shutterTypeId.label}>{item.shutterType}</JobFact>
        {options.filter(({ option }) => !option.large).map(optionFact)}
        {makingFacts(toDrawable(item), sizeMade === null).map(madeFact)}
        <JobFact term="Area each">
          {formatArea(item.areaM2)}
          {item.chargedAreaM2 !== undefined && item.chargedAreaM2 !== item.areaM2 && (
            <span className="block text-muted text-xs">charged as {formatArea(item.chargedAreaM2)}</span>
          )}
        </JobFact>
        {item.pricePerM2 !== undefined && (
          <JobFact term="Price per m²">
            <Money amount={item.pricePerM2} />
            {item.listPricePerM2 !== undefined && item.discountPercent !== undefined && item.listPricePerM2 !== item.pricePerM2 && (
              <span className="block text-muted text-xs">
                {listPriceInWords({
                  listPrice: poundsToPence(item.listPricePerM2),
                  price: poundsToPence(item.pricePerM2),
                  discountHundredths: toUnits(item.discountPercent, 2),
                })}
              </span>
            )}
          </JobFact>
        )}
        {item.makingCost !== undefined && (
          <JobFact term="Cost of making">{item.makingCost === null ? "Not known" : <Money amount={item.makingCost} />}</JobFact>
        )}
        {item.makingMargin != null && (
          <JobFact term="Margin">
            <MarginText {...item} />
          </JobFact>
        )}
        {item.surcharges !== undefined && item.surcharges.length > 0 && (
          <JobFact wide term={item.surcharges.length === 1 ? "Surcharge" : "Surcharges"}>
            {item.surcharges.map(({ text, amount }) => (
              <span key={text} className="block">
                {text}: <Money amount={amount} />
              </span>
            ))}
          </JobFact>
        )}
      </dl>
      <KeptChecks ids={item.overriddenChecks} />
    </>
  );
}

/** A fact has the same position in every window. A phone displays as many on a line as fit. */
const FLOWING = "flex flex-wrap gap-x-8 gap-y-2";
const COLUMNS = `${FLOWING} sm:grid sm:grid-cols-[12rem_repeat(2,minmax(0,1fr))] sm:gap-x-6`;

const optionFact = ({ option: { label }, text }: OptionFact) => (
  <JobFact key={label} term={label}>
    {text}
  </JobFact>
);

const madeFact = ({ label, text }: { label: string; text: string }) => (
  <JobFact key={label} term={label}>
    {text}
  </JobFact>
);

function JobFact({ term, wide, children }: { term: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "min-w-0 sm:col-span-full" : "min-w-0"}>
      <dt className="text-xs font-normal text-muted">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
