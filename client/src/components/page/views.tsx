import { clsx } from "clsx";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useSearch } from "wouter";
import { TabStrip } from "#client/components/ui/control/tabs.tsx";
import { withStorage } from "#client/lib/browser/browser.ts";
import { formatCount } from "#client/lib/format.ts";
import { readStoredChoice } from "#client/lib/stored-choice.ts";

export interface View<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** The number of rows. It is absent where the view is not counted or the count has not loaded. */
  readonly count?: number | undefined;
  /** Highlights a count that requires action. */
  readonly loud?: boolean;
}

type ViewsProps<Value extends string> = {
  /** The list's name, which also identifies the stored tab. */
  label: string;
  views: readonly View<Value>[];
  value: Value;
  onChange: (view: Value) => void;
  /** A control at the right of the tabs. It is below them on a phone, and where both do not fit. */
  beside?: ReactNode;
  /** The list with its filters. It stays mounted while the view changes. */
  children: ReactNode;
};

/**
 * Displays parts of a list as tabs with counts. A tab of 0 is hidden unless it is chosen. The
 * address selects the tab; without it the last tab opens.
 */
export function Views<Value extends string>({ label, views, value, onChange, beside, children }: ViewsProps<Value>) {
  const id = useId();
  const keep = useLastView(label, views, onChange);
  const choose = (view: Value) => {
    keep(view);
    onChange(view);
  };
  return (
    <>
      <div
        className={clsx(
          beside && "flex flex-wrap items-end gap-2 *:first:min-w-0 *:first:grow max-sm:*:first:basis-full sm:*:first:min-w-fit",
        )}
      >
        <div>
          <TabStrip
            id={id}
            label={label}
            value={value}
            onChange={choose}
            tabs={views
              .filter(({ value: each, count }) => count !== 0 || each === value)
              .map((view) => ({ value: view.value, label: <ViewLabel {...view} /> }))}
          />
        </div>
        {beside}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pt-4">
        {children}
      </div>
    </>
  );
}

/**
 * Stores the last tab of a list on the device. The tab opens only where the address has no query: a
 * link with any parameter takes precedence.
 */
function useLastView<Value extends string>(list: string, views: readonly View<Value>[], onOpen: (view: Value) => void) {
  const key = `view-${list.toLowerCase()}`;
  const isNew = useRef(true);
  const search = useSearch();
  useEffect(() => {
    if (!isNew.current) return;
    isNew.current = false;
    const last = readStoredChoice(key, (kept): kept is Value => views.some(({ value }) => value === kept));
    if (last && search === "") onOpen(last);
  });
  return (view: Value) => withStorage((storage) => storage.setItem(key, view));
}

function ViewLabel({ label, count, loud }: Omit<View<string>, "value">) {
  if (count === undefined) return label;
  return (
    <>
      {label}{" "}
      <span className={clsx("ml-1 tabular-nums", loud && count > 0 ? "text-danger" : "font-normal text-muted")}>{formatCount(count)}</span>
    </>
  );
}
