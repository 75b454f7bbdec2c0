import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { TextareaField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { clientProfileForm, clientWithAddressForm } from "#shared/contract/clients.ts";
import type { Client } from "./client.ts";

const FAILED = "Failed to update client";

/**
 * The office corrects a client's details. The email identifies the account and cannot change (rule
 * A8).
 */
export default function ClientProfileDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { id, companyName, contactName, email, people } = client;
  const form = useForm<z.input<typeof clientProfileForm>, unknown, z.output<typeof clientProfileForm>>({
    resolver: client.address === null ? zodResolver(clientProfileForm) : zodResolver(clientWithAddressForm),
    defaultValues: { companyName, contactName, address: client.address ?? "", phone: client.phone ?? "" },
  });
  const change = useCall("clients", "changeProfile", {
    success: (row) => `The details of ${row.companyName} are saved`,
    failure: FAILED,
    onSuccess: onClose,
  });
  const { control } = form;
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Edit details"
      description={companyName}
      form={form}
      onSubmit={(body) => change.mutate({ params: { id }, body })}
      submitLabel="Save details"
      pending={change.isPending}
      error={change.isError ? failureSentence(change.error, FAILED) : null}
    >
      <TextField control={control} name="companyName" label="Company name" autoComplete="off" />
      <TextField
        control={control}
        name="contactName"
        label="Contact name"
        autoComplete="off"
        hint={people > 1 ? `Of ${email}. Their colleagues change their own.` : `Of ${email}.`}
      />
      <TextField control={control} name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="off" optional />
      <TextareaField
        control={control}
        name="address"
        label="Address"
        hint="It is printed on their quotations and invoices. Issued ones do not change."
      />
    </FormDialog>
  );
}
