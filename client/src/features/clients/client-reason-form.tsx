import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { FormDialog } from "#client/components/form-dialog.tsx";
import { TextareaField } from "#client/components/textarea-field.tsx";
import { api } from "#shared/contract/index.ts";
import type { ApprovalStatus } from "#shared/domain/status.ts";
import type { DecisionDialogProps } from "./client.ts";
import { ClientFacts } from "./client-facts.tsx";
import { useDecide } from "./use-decide.ts";

const reasonBody = api.clients.decide.body.pick({ reason: true });

type ClientReasonFormProps = DecisionDialogProps & {
  to: ApprovalStatus;
  title: string;
  /** What happens then. */
  consequence: string;
  submitLabel: string;
  /** The toast. */
  success: string;
};

/** What declining and suspending have in common: it goes against the customer, who is told why. */
export function ClientReasonForm({ client, to, title, consequence, submitLabel, success, onClose, onDecided }: ClientReasonFormProps) {
  const form = useForm<z.input<typeof reasonBody>, unknown, z.output<typeof reasonBody>>({
    resolver: zodResolver(reasonBody),
    defaultValues: { reason: "" },
  });
  const { decide, pending, error } = useDecide(client, success, onDecided);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      description={consequence}
      form={form}
      onSubmit={({ reason }) => decide(to, reason)}
      submitLabel={submitLabel}
      pending={pending}
      error={error}
      danger
    >
      <ClientFacts client={client} />
      <TextareaField control={form.control} name="reason" label="Reason" optional hint="The customer reads it in our mail." />
    </FormDialog>
  );
}
