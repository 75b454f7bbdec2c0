import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Skeleton } from "#client/components/ui/display/waiting.tsx";
import { TAX_PERCENT } from "#shared/domain/trade/pricing.ts";
import { Money } from "./values.tsx";

/** A list skips a fact that is false or missing, so that a caller can write `canSee && { … }`. */
export type Fact =
  | { term: string; value: ReactNode /** The value uses the whole width, for example an address. */; whole?: boolean }
  | false
  | null
  | undefined;

/** Facts as term over value, in columns where there is room. */
export function DefinitionList({ facts, columns = 2 }: { facts: readonly Fact[]; columns?: 1 | 2 | 3 }) {
  return (
    <dl
      className={clsx(
        "grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-4 sm:gap-x-8",
        columns === 1 ? "sm:grid-cols-1" : "sm:grid-cols-2",
        columns === 3 && "md:grid-cols-3",
      )}
    >
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.term} className={clsx("min-w-0", fact.whole && "col-span-full")}>
              <dt className="text-xs text-muted">{fact.term}</dt>
              <dd className="mt-0.5 break-words whitespace-pre-line">{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

type TotalsListProps = {
  subtotal?: number;
  tax?: number;
  finalTotal?: number;
  /** The amount that is still to be paid, where the customer has paid a part of the total. */
  rest?: number | undefined;
};

/** Displays subtotal, VAT and total, or nothing if the reader receives no prices. */
export function TotalsList({ subtotal, tax, finalTotal, rest }: TotalsListProps) {
  if (finalTotal === undefined) return null;
  return (
    <dl className="ml-auto grid w-full max-w-80 grid-cols-[1fr_auto] gap-y-1 text-right">
      <dt className="text-left text-muted">Subtotal</dt>
      <dd>
        <Money amount={subtotal} />
      </dd>
      <dt className="text-left text-muted">VAT ({TAX_PERCENT}%)</dt>
      <dd>
        <Money amount={tax} />
      </dd>
      <dt className="mt-1 border-t pt-2 text-left text-base font-semibold">Total</dt>
      <dd className="mt-1 border-t pt-2 pl-6 text-base">
        <Money amount={finalTotal} strong />
      </dd>
      {rest !== undefined && (
        <>
          <dt className="text-left">Still to be paid</dt>
          <dd>
            <Money amount={rest} strong />
          </dd>
        </>
      )}
    </dl>
  );
}

/**
 * Displays as many cards in a row as fit. The cards of the last row share its width. From a tablet
 * up no card is alone in the last row: three share one row, four become two and two, five become
 * three and two.
 */
export function StatCards({ children }: { children: ReactNode }) {
  return (
    <dl className="@container flex flex-wrap gap-3 *:flex-[1_1_9.5rem] sm:gap-4 sm:*:flex-[1_1_11rem] sm:max-[68rem]:[&:has(>:nth-child(4):last-child)>*]:basis-[40%] sm:[&:has(>:nth-child(3):last-child)>*]:basis-[28%] sm:[&:has(>:nth-child(5):last-child)>*]:basis-[28%] @min-[51.5rem]:[&:has(>:nth-child(5):last-child)>*]:basis-[9.5rem]!">
      {children}
    </dl>
  );
}

type StatCardProps = {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  pending?: boolean;
  /** The path of the list that the figure counts. The whole card links there. */
  path?: string;
};

export function StatCard({ label, value, note, pending, path }: StatCardProps) {
  return (
    <div
      className={clsx(
        "@container relative min-w-0 rounded-lg border bg-surface p-3 sm:p-4",
        path && "transition-colors duration-150 hover:border-border-strong",
      )}
    >
      <dt className="text-sm text-muted">
        {path ? (
          <Link href={path} className="underline-offset-4 after:absolute after:inset-0 after:rounded-lg hover:underline">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd
        className={clsx(
          "mt-1 text-lg font-semibold break-words tabular-nums",
          isLong(value) ? "sm:@min-[14rem]:text-xl" : "sm:@min-[11rem]:text-xl",
        )}
      >
        {pending ? <Skeleton className="my-1.5 h-6 w-24" /> : value}
      </dd>
      {note && <dd className="mt-1 text-xs text-muted">{note}</dd>}
    </div>
  );
}

/** A long figure has a smaller font, so that it stays on one line. */
const isLong = (value: ReactNode): boolean => typeof value === "string" && value.length > 11;

interface MakingFacts {
  readonly makingCost?: number | null;
  readonly makingMargin?: number | null;
  readonly makingMarginPercent?: number | null;
}

/** `£118.80 (43.85 %)`, or `–` without a cost. A free window has no percentage. */
export const MarginText = ({ makingMargin, makingMarginPercent }: Omit<MakingFacts, "makingCost">) => (
  <>
    {makingMargin == null ? "–" : <Money amount={makingMargin} />}
    {makingMarginPercent != null && ` (${makingMarginPercent} %)`}
  </>
);

/** Displays the cost of making and the margin, which only the super admin receives. */
export function MakingList({ makingCost, makingMargin, makingMarginPercent }: MakingFacts) {
  if (makingCost === undefined) return null;
  return (
    <p className="mt-2 text-right text-sm text-muted tabular-nums">
      {makingCost === null ? (
        "Cost of making: not known for every window"
      ) : (
        <>
          Cost of making <Money amount={makingCost} />, margin{" "}
          <MarginText makingMargin={makingMargin} makingMarginPercent={makingMarginPercent} />
        </>
      )}
    </p>
  );
}
