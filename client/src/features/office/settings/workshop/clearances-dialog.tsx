import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { AmountField, optionalMillimetres } from "#client/components/form/amount-field.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { ClearanceDrawing } from "#client/components/window/clearance-drawing.tsx";
import { api } from "#shared/contract/index.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import {
  CLEARANCE_NAMES,
  CLEARANCES,
  type ClearanceName,
  type Clearances,
  completeClearances,
  eachClearance,
} from "#shared/domain/window/saw/clearances.ts";
import { type SavedTable, useTableSaving } from "./table-problems.tsx";

const { shape } = api.settings.saveWorkshop.body.shape.clearances.unwrap();
const typedClearances = z.object(eachClearance((name) => optionalMillimetres(shape[name].unwrap().nullable())));

/** A larger change of a clearance is more often a missed decimal point than a new fit. */
const MOST_CHANGED_MM = 3;

/** A clearance below half of the present one is more often a slip, too; the usual one is not. */
const isFarBelow = (name: ClearanceName, typedMm: number, nowMm: number): boolean =>
  typedMm < nowMm / 2 && typedMm !== CLEARANCES[name].usual;

/**
 * `Louvre end: 15 mm is 13.5 mm more than now.`, if the clearance is far from the present one.
 * `Hinge: 0 mm is 3 mm less than now: no clearance, the usual one is 3 mm.`
 */
function farFrom(name: ClearanceName, typedMm: number, nowMm: number): string[] {
  const change = Math.abs(typedMm - nowMm);
  if (change <= MOST_CHANGED_MM && !isFarBelow(name, typedMm, nowMm)) return [];
  const none = typedMm === 0 && CLEARANCES[name].usual > 0 ? `: no clearance, the usual one is ${mm(CLEARANCES[name].usual)} mm` : "";
  return [`${CLEARANCES[name].label}: ${mm(typedMm)} mm is ${mm(change)} mm ${typedMm > nowMm ? "more" : "less"} than now${none}.`];
}
const mm = (length: number): string => inMillimetres(Math.round(length * 10));

const FAILED = "Failed to save the clearances";

type ClearancesDialogProps = { clearances: Clearances; onClose: () => void; onSaved: (saved: SavedTable) => void };

/** All of a workshop's clearances. An empty field restores the default. */
export default function ClearancesDialog({ clearances, onClose, onSaved }: ClearancesDialogProps) {
  const form = useForm({
    resolver: zodResolver(typedClearances),
    defaultValues: eachClearance((name) => clearances[name].toString()),
  });
  const tableOf = (typed: z.output<typeof typedClearances>) => {
    const said = Object.fromEntries(CLEARANCE_NAMES.flatMap((name) => (typed[name] === null ? [] : [[name, typed[name]]])));
    const complete = completeClearances(said);
    return { table: { clearances: complete }, jumps: CLEARANCE_NAMES.flatMap((name) => farFrom(name, complete[name], clearances[name])) };
  };
  const { data } = typedClearances.safeParse(useWatch({ control: form.control }));
  const saving = useTableSaving({ failure: FAILED, typed: data ? tableOf(data) : null, onSaved });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Clearances"
      description="Taken off the nominal sizes in the cut lists, job cards and bar plans of your orders; a rebate and a rod end are added. An empty field uses the usual clearance."
      size="lg"
      form={form}
      onSubmit={(typed) => saving.send(tableOf(typed))}
      {...saving.dialog}
      bodyClassName="grid gap-x-5 gap-y-3 sm:grid-cols-2"
    >
      {CLEARANCE_NAMES.map((name) => (
        <div key={name} className="flex items-start gap-3">
          <ClearanceDrawing name={name} />
          <div className="min-w-0 flex-1">
            <AmountField
              control={form.control}
              name={name}
              label={CLEARANCES[name].label}
              hint={`${CLEARANCES[name].means[0]?.toUpperCase()}${CLEARANCES[name].means.slice(1)}`}
              suffix="mm"
              placeholder={CLEARANCES[name].usual.toString()}
            />
          </div>
        </div>
      ))}
    </FormDialog>
  );
}
