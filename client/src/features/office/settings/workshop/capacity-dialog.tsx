import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { AmountField, orElse } from "#client/components/form/amount-field.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { api } from "#shared/contract/index.ts";
import { LEAD_DAYS } from "#shared/domain/trade/lead-time.ts";
import type { SavedTable } from "./table-problems.tsx";

const { leadDays, weeklyM2 } = api.settings.saveWorkshop.body.shape;
const typedCapacity = z.object({
  leadDays: orElse(leadDays.unwrap(), LEAD_DAYS.usual),
  weeklyM2: orElse(weeklyM2.unwrap(), null),
});

const FAILED = "Failed to save time and capacity";

type CapacityDialogProps = { leadDays: number; weeklyM2: number | null; onClose: () => void; onSaved: (saved: SavedTable) => void };

/** A workshop's lead time and weekly capacity (rule W72). */
export default function CapacityDialog({ leadDays: days, weeklyM2: area, onClose, onSaved }: CapacityDialogProps) {
  const form = useForm({
    resolver: zodResolver(typedCapacity),
    defaultValues: { leadDays: days.toString(), weeklyM2: area?.toString() ?? "" },
  });
  const save = useCall("settings", "saveWorkshop", { failure: FAILED, onSuccess: onSaved });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Time and capacity"
      size="sm"
      form={form}
      onSubmit={(body) => save.mutate({ body })}
      submitLabel="Save"
      pending={save.isPending}
      error={save.error && failureSentence(save.error, FAILED)}
      bodyClassName="flex flex-col gap-4"
    >
      <AmountField
        control={form.control}
        name="leadDays"
        label="Lead time"
        hint="From the first cut to the day an order leaves, Monday to Friday without bank holidays."
        suffix="working days"
        placeholder={LEAD_DAYS.usual.toString()}
      />
      <AmountField
        control={form.control}
        name="weeklyM2"
        label="In a week"
        hint="The office sees which weeks exceed it. Leave it empty to state no capacity."
        suffix="m²"
      />
    </FormDialog>
  );
}
