import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { TabStrip } from "#client/components/ui/control/tabs.tsx";
import { formatCount } from "#client/lib/format.ts";

export interface View<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** How many there are. Absent where it is not counted, or not known yet. */
  readonly count?: number | undefined;
  /** Something to do something about, where there is any. */
  readonly loud?: boolean;
}

type ViewsProps<Value extends string> = {
  label: string;
  views: readonly View<Value>[];
  value: Value;
  onChange: (view: Value) => void;
  /** The list with its filters. It stays while the view changes. */
  children: ReactNode;
};

/** Parts of a list as tabs, each with its count. The address says which one is shown. */
export function Views<Value extends string>({ label, views, value, onChange, children }: ViewsProps<Value>) {
  const id = useId();
  return (
    <>
      <TabStrip
        id={id}
        label={label}
        value={value}
        onChange={onChange}
        tabs={views.map((view) => ({ value: view.value, label: <ViewLabel {...view} /> }))}
      />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pt-4">
        {children}
      </div>
    </>
  );
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
