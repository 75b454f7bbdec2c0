import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { declineReason, reason } from "#shared/contract/clients.ts";
import type { ApprovalStatus } from "#shared/domain/status.ts";
import type { DecisionDialogProps } from "./client.ts";
import { ClientFacts } from "./client-facts.tsx";
import { useDecide } from "./use-decide.ts";

const suspendForm = z.object({ reason });
const declineForm = z.object({ reason: declineReason });

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
  const isNeeded = to === "rejected";
  const form = useForm({
    resolver: zodResolver(isNeeded ? declineForm : suspendForm),
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
      <TextareaField control={form.control} name="reason" label="Reason" optional={!isNeeded} hint="The customer reads it in our mail." />
    </FormDialog>
  );
}
