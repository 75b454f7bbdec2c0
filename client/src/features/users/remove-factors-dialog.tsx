import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { removeFactorsBody } from "#shared/contract/users.ts";
import type { UserRow } from "./user.ts";

const FAILED = "Failed to remove the second factors";

/** Removes the factors of a person who lost the phone, with the reason (rule A39). */
export default function RemoveFactorsDialog({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const form = useForm<z.infer<typeof removeFactorsBody>>({ resolver: zodResolver(removeFactorsBody), defaultValues: { reason: "" } });
  const remove = useCall("users", "removeFactors", {
    success: `${row.contactName} signs in with the password alone now`,
    failure: FAILED,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title={`Remove ${row.contactName}'s second factors?`}
      description="First make sure, by telephone or in person, that it is really them who ask. Their sessions and API tokens end, and they get an email with the reason."
      form={form}
      onSubmit={(body) => remove.mutate({ params: { id: row.id }, body })}
      submitLabel="Remove the factors"
      danger
      pending={remove.isPending}
      error={remove.isError ? failureSentence(remove.error, FAILED) : null}
    >
      <TextareaField control={form.control} name="reason" label="Reason" rows={2} />
    </FormDialog>
  );
}
