import { useState } from "react";
import { usePageMenuItem } from "#client/components/page/exports.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { useStoredChoice } from "#client/lib/stored-choice.ts";
import type { Column } from "./data-table.tsx";

const isText = (storedIds: string): storedIds is string => storedIds.length < 500;

/**
 * Stores which columns of a list this device displays, by the list's name, and adds
 * Columns to the screen's menu, whose dialog selects them. The first column and names cannot be hidden, because they identify a row.
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
  return { shown: visibleColumns, dialog: <ColumnsDialog choices={choices} onToggle={toggle} onShowAll={() => storeIds("")} /> };
}

type ColumnsDialogProps = {
  choices: readonly { readonly id: string; readonly header: string; readonly isShown: boolean }[];
  onToggle: (id: string) => void;
  onShowAll: () => void;
};

function ColumnsDialog({ choices, onToggle, onShowAll }: ColumnsDialogProps) {
  const [open, setOpen] = useState(false);
  usePageMenuItem({ label: "Columns", onSelect: () => setOpen(true) });
  return (
    <Dialog open={open} onCloseRequest={() => setOpen(false)} title="Columns" size="sm">
      <DialogBody>
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">Shown columns</legend>
          {choices.map(({ id, header, isShown }) => (
            <Checkbox key={id} label={header} checked={isShown} onChange={() => onToggle(id)} />
          ))}
        </fieldset>
      </DialogBody>
      <DialogFooter>
        <Button disabled={choices.every(({ isShown }) => isShown)} onClick={onShowAll}>
          Show all
        </Button>
        <Button variant="primary" onClick={() => setOpen(false)}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
