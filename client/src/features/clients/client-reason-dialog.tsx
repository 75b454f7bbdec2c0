import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { declineReason, reason } from "#shared/contract/clients.ts";
import { DECISIONS, type DecisionDialogProps, useDecide } from "./client.ts";
import { ClientFacts } from "./client-details.tsx";

const RULES = { decline: z.object({ reason: declineReason }), suspend: z.object({ reason }) };

type ClientReasonDialogProps = DecisionDialogProps & { decision: keyof typeof RULES };

/** Declines or suspends an account. The customer receives the reason. */
export default function ClientReasonDialog({ client, decision, onClose, onDecided }: ClientReasonDialogProps) {
  const form = useForm({ resolver: zodResolver(RULES[decision]), defaultValues: { reason: "" } });
  const { decide, pending, error } = useDecide(client, decision, onDecided);
  const { label, consequence } = DECISIONS[decision];
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${label} ${client.companyName}?`}
      description={consequence}
      form={form}
      onSubmit={({ reason }) => decide(reason)}
      submitLabel={label}
      pending={pending}
      error={error}
      danger
    >
      <ClientFacts client={client} />
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        optional={decision === "suspend"}
        hint="The customer reads it in our email."
      />
    </FormDialog>
  );
}
