import type { ReactNode } from "react";
import { Money } from "#client/components/facts/money.tsx";
import type { Reply } from "#client/lib/api.ts";
import { formatArea } from "#client/lib/format.ts";
import { WINDOW_FIELDS } from "#shared/domain/window-fields.ts";
import { type OptionFact, optionFacts } from "#shared/domain/window-options.ts";
import { Size } from "./measure.tsx";
import { KeptChecks } from "./measurement-warnings.tsx";

/** A window as a quote or an order shows it. For suppliers the prices are absent, here as on the wire. */
export type WindowItem = Reply<"quotes", "items">[number];

/** What to make, read from a bench: the facts of the job come first and large. */
export function WindowFacts({ item }: { item: WindowItem }) {
  const options = optionFacts(item);
  return (
    <>
      <dl className={`${columns} mb-3 text-lg font-semibold`}>
        <JobFact term="Width × height">
          <Size widthM={item.widthM} heightM={item.heightM} />
        </JobFact>
        <JobFact term={WINDOW_FIELDS.quantity.label}>{item.quantity}</JobFact>
        <JobFact term={WINDOW_FIELDS.louverSize.label}>{item.louverSize} mm</JobFact>
        <JobFact term={WINDOW_FIELDS.colorSelection.label}>{item.colorSelection}</JobFact>
        {options.filter(({ option }) => option.large).map(optionFact)}
      </dl>
      <dl className={columns}>
        <JobFact term={WINDOW_FIELDS.shutterTypeId.label}>{item.shutterType}</JobFact>
        {options.filter(({ option }) => !option.large).map(optionFact)}
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

const optionFact = ({ option: { label }, text }: OptionFact) => (
  <JobFact key={label} term={label}>
    {text}
  </JobFact>
);

function JobFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-normal text-muted">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
