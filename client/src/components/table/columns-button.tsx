import { Columns3 } from "lucide-react";
import { useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import { Popover } from "#client/components/ui/overlay/popover.tsx";
import { useStoredChoice } from "#client/lib/stored-choice.ts";
import type { Column } from "./data-table.tsx";

const isText = (storedIds: string): storedIds is string => storedIds.length < 500;

/**
 * Stores which columns of a list this device displays, by the list's name, and renders the button
 * that selects them. The first column and names cannot be hidden, because they identify a row.
 */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const [storedIds, storeIds] = useStoredChoice(`columns-${list}`, isText);
  const hidden = new Set((storedIds ?? "").split(",").filter(Boolean));
  const isFixed = (column: Column<Row>, index: number) => index === 0 || column.name === true;
  const visibleColumns = columns.filter((column, index) => isFixed(column, index) || !hidden.has(column.id));
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    storeIds([...next].join(","));
  };
  const choices = columns
    .filter((column, index) => !isFixed(column, index))
    .map(({ id, header }) => ({ id, header, isShown: !hidden.has(id) }));
  return { shown: visibleColumns, button: <ColumnsButton choices={choices} onToggle={toggle} onShowAll={() => storeIds("")} /> };
}

type ColumnsButtonProps = {
  choices: readonly { readonly id: string; readonly header: string; readonly isShown: boolean }[];
  onToggle: (id: string) => void;
  onShowAll: () => void;
};

function ColumnsButton({ choices, onToggle, onShowAll }: ColumnsButtonProps) {
  const [open, setOpen] = useState(false);
  const trigger = <Button icon={<Columns3 />}>Columns</Button>;
  return (
    <Popover trigger={trigger} label="Columns" open={open} onOpenChange={setOpen} className="w-60">
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Shown columns</legend>
        {choices.map(({ id, header, isShown }) => (
          <Checkbox key={id} label={header} checked={isShown} onChange={() => onToggle(id)} />
        ))}
      </fieldset>
      <Button size="sm" className="mt-3" disabled={choices.every(({ isShown }) => isShown)} onClick={onShowAll}>
        Show all
      </Button>
    </Popover>
  );
}
