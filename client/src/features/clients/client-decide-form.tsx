import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { FormDialog } from "#client/components/form-dialog.tsx";
import { TextareaField } from "#client/components/textarea-field.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { api } from "#shared/contract/index.ts";
import type { ApprovalStatus } from "#shared/domain/status.ts";
import type { Client } from "./client.ts";
import { ClientFacts } from "./client-facts.tsx";

const FAILED = "Failed to update client";
const decideBody = api.clients.decide.body;

type ClientDecideFormProps = {
  client: Client;
  to: ApprovalStatus;
  title: string;
  /** What happens then. */
  consequence: ReactNode;
  submitLabel: string;
  /** The toast. */
  success: string;
  danger?: boolean;
  onClose: () => void;
};

/** What the four decisions have in common: who it is, why, and that the customer is told. */
export function ClientDecideForm(props: ClientDecideFormProps) {
  const { client, to, title, consequence, submitLabel, success, danger, onClose } = props;
  const form = useForm<z.input<typeof decideBody>, unknown, z.output<typeof decideBody>>({
    resolver: zodResolver(decideBody),
    defaultValues: { approvalStatus: to, reason: "" },
  });
  const decide = useCall("clients", "decide", { success, failure: FAILED, onSuccess: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      description={consequence}
      form={form}
      onSubmit={(body) => decide.mutate({ params: { id: client.id }, body })}
      submitLabel={submitLabel}
      pending={decide.isPending}
      error={decide.isError ? failureSentence(decide.error, FAILED) : null}
      danger={danger}
    >
      <ClientFacts client={client} />
      <TextareaField control={form.control} name="reason" label="Reason" optional hint="The customer reads it in our mail." />
    </FormDialog>
  );
}
