import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { changeEmailBody } from "#shared/contract/identity/email-change.ts";

const FAILED = "Failed to request the change";

/** Requests the links that change a person's own email address (rule A45). */
export default function EmailDialog({ onRequested, onClose }: { onRequested: () => void; onClose: () => void }) {
  const form = useForm<z.input<typeof changeEmailBody>, unknown, z.output<typeof changeEmailBody>>({
    resolver: zodResolver(changeEmailBody),
    defaultValues: { email: "" },
  });
  const request = useCall("emailChange", "request", { failure: FAILED });
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title="Change your email address"
      description="We email a link to the new address. The change happens when you confirm it there."
      form={form}
      onSubmit={({ email }) => request.mutate({ body: { email } }, { onSuccess: onRequested })}
      submitLabel="Send the link"
      pending={request.isPending}
      error={request.isError ? failureSentence(request.error, FAILED) : null}
    >
      <TextField
        control={form.control}
        name="email"
        label="New email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  );
}
