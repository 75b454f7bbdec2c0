import { clsx } from "clsx";
import { LoaderCircle } from "lucide-react";
import { useEffect, useId, useState } from "react";

/** Content that arrives sooner needs no skeleton. */
export const NOTHING_SHOWN_MS = 150;

/** A person who sees no reaction for this long presses again. */
export const SLOW_MS = 1000;
export const STILL_SAVING = "Still saving…";

/** Returns true once `active` has lasted for the delay, and false as soon as it ends. */
export function useDelayed(active: boolean, delayMs: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [active, delayMs]);
  return active && passed;
}

type SpinnerProps = {
  /** The accessible name. Visible text beside the spinner replaces it. */
  label?: string;
  className?: string;
};

export function Spinner({ label, className }: SpinnerProps) {
  const icon = <LoaderCircle aria-hidden className={clsx("size-4 shrink-0 animate-spin", className)} />;
  if (!label) return icon;
  return (
    <span role="status" className="inline-flex">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  );
}

type ProgressBarProps = {
  label: string;
  value: number;
  max?: number /** The progress in words, for example "3 of 8 photos". The default is a percentage. */;
  figures?: string;
};

export function ProgressBar({ label, value, max = 100, figures }: ProgressBarProps) {
  const id = useId();
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const text = figures ?? `${Math.round(share * 100)}%`;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex justify-between gap-4 text-xs">
        <span id={id} className="font-medium">
          {label}
        </span>
        <span className="text-muted">{text}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-raised"
      >
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform duration-150"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}

/** A grey bar that replaces loading content. Several bars make up its shape. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx("block animate-pulse rounded-sm bg-raised", className ?? "h-4 w-full")} />;
}

const WIDTHS = ["w-16", "w-40", "w-24", "w-20", "w-28"];

/** Replaces the rows of a loading table: columns, or blocks of a few lines in a narrow place. */
export function TableSkeleton({ rows = 8, columns = 5 }: { rows?: number; columns?: number }) {
  return (
    <div className="@container overflow-hidden rounded-lg border bg-surface">
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
          key={row}
          className="flex min-h-row items-center gap-6 border-b px-4 last:border-b-0 @max-[46rem]:h-28 @max-[46rem]:flex-wrap @max-[46rem]:content-center @max-[46rem]:gap-x-4 @max-[46rem]:gap-y-3"
        >
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
            <span key={column} className="block @min-[46rem]:flex-1">
              <Skeleton className={clsx("h-3.5", WIDTHS[(row + column) % WIDTHS.length])} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Replaces the fields and the button of a loading form. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-6 w-56 max-w-full" />
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <span key={field} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-control w-full rounded" />
        </span>
      ))}
      <Skeleton className="h-control w-32 rounded" />
    </div>
  );
}

/** Replaces loading facts, in the columns and with the heights of a `DefinitionList`. */
export function FactsSkeleton({ facts = 6, columns = 2 }: { facts?: number; columns?: 2 | 3 }) {
  return (
    <div
      className={clsx(
        "grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-4 sm:grid-cols-2 sm:gap-x-8",
        columns === 3 && "md:grid-cols-3",
      )}
    >
      {Array.from({ length: facts }, (_, fact) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <div key={fact} className="flex h-10.5 min-w-0 flex-col justify-between py-1">
          <Skeleton className="h-3 w-20 max-w-full" />
          <Skeleton className={clsx("h-4 max-w-full", WIDTHS[fact % WIDTHS.length])} />
        </div>
      ))}
    </div>
  );
}
