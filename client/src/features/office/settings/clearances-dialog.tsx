import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { AmountField, optionalMillimetres } from "#client/components/form/amount-field.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { api } from "#shared/contract/index.ts";
import { CLEARANCE_NAMES, CLEARANCES, type Clearances, completeClearances, eachClearance } from "#shared/domain/window/saw/clearances.ts";
import { type SavedTable, TableProblems, useTableSaving } from "./table-problems.tsx";

const { shape } = api.settings.saveWorkshop.body.shape.clearances.unwrap();
const typedClearances = z.object(eachClearance((name) => optionalMillimetres(shape[name].unwrap().nullable())));

const FAILED = "Failed to save the clearances";

type ClearancesDialogProps = { clearances: Clearances; onClose: () => void; onSaved: (saved: SavedTable) => void };

/** All of a workshop's clearances. An empty field restores the default. */
export default function ClearancesDialog({ clearances, onClose, onSaved }: ClearancesDialogProps) {
  const form = useForm({
    resolver: zodResolver(typedClearances),
    defaultValues: eachClearance((name) => clearances[name].toString()),
  });
  const saving = useTableSaving({ success: "Clearances saved", failure: FAILED, onSaved });
  const send = (typed: z.output<typeof typedClearances>) => {
    const said = Object.fromEntries(CLEARANCE_NAMES.flatMap((name) => (typed[name] === null ? [] : [[name, typed[name]]])));
    saving.send({ clearances: completeClearances(said) });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Clearances"
      description="Deducted from the nominal sizes in the cut lists, job cards and bar plans of your orders. An empty field uses the usual clearance."
      form={form}
      onSubmit={send}
      submitLabel={saving.submitLabel}
      danger={saving.found !== null}
      head={saving.found && <TableProblems {...saving.found} />}
      pending={saving.pending}
      error={saving.error}
      bodyClassName="grid gap-3 sm:grid-cols-2"
    >
      {CLEARANCE_NAMES.map((name) => (
        <AmountField
          key={name}
          control={form.control}
          name={name}
          label={CLEARANCES[name].label}
          hint={`${CLEARANCES[name].means[0]?.toUpperCase()}${CLEARANCES[name].means.slice(1)}`}
          suffix="mm"
          placeholder={CLEARANCES[name].usual.toString()}
        />
      ))}
    </FormDialog>
  );
}
