import type { ReactNode } from "react";
import type { Reply } from "#client/lib/api.ts";
import { formatArea } from "#client/lib/format.ts";
import { metresToLength } from "#shared/domain/length.ts";
import type { WindowToDraw } from "#shared/domain/window-layout.ts";
import { FRAME_LABEL, MOUNT_LABEL, OPENING_LABEL, TILT_ROD_LABEL } from "#shared/domain/window-options.ts";
import { Size } from "./measure.tsx";
import { KeptChecks } from "./measurement-warnings.tsx";
import { Money } from "./money.tsx";
import { WindowThumbnail } from "./window-thumbnail.tsx";

/** A window as a quote or an order shows it. For suppliers the prices are absent, here as on the wire. */
export type WindowItem = Reply<"quotes", "items">[number];

/** The windows of a quote or an order, read-only. Whoever makes them reads this from a bench, so the facts of the job come first and large. */
export function WindowList({ items }: { items: readonly WindowItem[] }) {
  return (
    <ol className="divide-y border-y">
      {items.map((item, index) => (
        <li key={item.id} className="grid gap-x-4 gap-y-2 py-4 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
          <WindowThumbnail name={item.name} window={drawable(item)} />
          <div className="min-w-0">
            <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
              <h4 className="min-w-0 text-base font-semibold">
                <span className="mr-2 font-normal text-muted tabular-nums">{index + 1}.</span>
                {item.name}
              </h4>
              {item.itemTotalPrice !== undefined && <Money amount={item.itemTotalPrice} strong />}
            </div>
            <dl className="mb-3 flex flex-wrap gap-x-8 gap-y-2 text-lg font-semibold">
              <JobFact term="Width × height">
                <Size widthM={item.widthM} heightM={item.heightM} />
              </JobFact>
              <JobFact term="Quantity">{item.quantity}</JobFact>
              <JobFact term="Louver size">{item.louverSize} mm</JobFact>
              <JobFact term="Colour">{item.colorSelection}</JobFact>
              <JobFact term="Frame">{FRAME_LABEL[item.frameType]}</JobFact>
              <JobFact term="Opening direction">{OPENING_LABEL[item.openingDirection]}</JobFact>
            </dl>
            <dl className="flex flex-wrap gap-x-8 gap-y-2">
              <JobFact term="Shutter type">{item.shutterType}</JobFact>
              <JobFact term="Mount">{MOUNT_LABEL[item.mountType]}</JobFact>
              <JobFact term="Tilt rod">{TILT_ROD_LABEL[item.tiltRodType]}</JobFact>
              <JobFact term="Mid rails">{item.numberOfMidRails}</JobFact>
              <JobFact term="Area each">{formatArea(item.areaM2)}</JobFact>
              {item.pricePerM2 !== undefined && (
                <JobFact term="Price per m²">
                  <Money amount={item.pricePerM2} />
                </JobFact>
              )}
            </dl>
            <KeptChecks ids={item.overriddenChecks} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** As it travels, in metres; a drawing is made from whole tenths of a millimetre. */
const drawable = (item: WindowItem): WindowToDraw => ({
  ...item,
  width: metresToLength(item.widthM),
  height: metresToLength(item.heightM),
});

function JobFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-normal text-muted">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
