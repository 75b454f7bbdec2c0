import type { ReactNode } from "react";
import type { Reply } from "#client/lib/api.ts";
import { formatArea } from "#client/lib/format.ts";
import { FRAME_LABEL, MOUNT_LABEL, OPENING_LABEL, TILT_ROD_LABEL } from "#shared/domain/window-options.ts";
import { Size } from "./measure.tsx";
import { KeptChecks } from "./measurement-warnings.tsx";
import { Money } from "./money.tsx";

/** A window as a quote or an order shows it. For suppliers the prices are absent, here as on the wire. */
export type WindowItem = Reply<"quotes", "items">[number];

/** What to make, read from a bench: the facts of the job come first and large. */
export function WindowFacts({ item }: { item: WindowItem }) {
  return (
    <>
      <dl className={`${columns} mb-3 text-lg font-semibold`}>
        <JobFact term="Width × height">
          <Size widthM={item.widthM} heightM={item.heightM} />
        </JobFact>
        <JobFact term="Quantity">{item.quantity}</JobFact>
        <JobFact term="Louver size">{item.louverSize} mm</JobFact>
        <JobFact term="Colour">{item.colorSelection}</JobFact>
        <JobFact term="Frame">{FRAME_LABEL[item.frameType]}</JobFact>
        <JobFact term="Opening direction">{OPENING_LABEL[item.openingDirection]}</JobFact>
      </dl>
      <dl className={columns}>
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
    </>
  );
}

/** The same fact at the same place in every window, so that the eye runs down a column; on a phone, as many as a line holds. */
const columns = "flex flex-wrap gap-x-8 gap-y-2 sm:grid sm:grid-cols-[12rem_repeat(2,minmax(0,1fr))] sm:gap-x-6";

function JobFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-normal text-muted">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
