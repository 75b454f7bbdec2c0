import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { api } from "#shared/contract/index.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

const FAILED = "Failed to send the question";

type AskDialogProps = { orderId: number; jobName: string | null; question: string; onClose: () => void };

/** Asks the office about an order: a message that the customer does not see (rule W105). */
export default function AskDialog({ orderId, jobName, question, onClose }: AskDialogProps) {
  const form = useForm({ defaultValues: { message: question }, resolver: zodResolver(api.orders.sendMessage.body) });
  const keyFor = useIdempotencyKey();
  const send = useCall("orders", "sendMessage", { success: "The office has your question", failure: FAILED, onSuccess: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title="Ask the office"
      number={orderNumber(orderId)}
      description={[jobName && `${jobName}.`, "The customer does not see it."].filter(Boolean).join(" ")}
      form={form}
      onSubmit={({ message }) => {
        const body = { message, to: "office" as const };
        send.mutate({ params: { id: orderId }, body, idempotencyKey: keyFor([orderId, body]) });
      }}
      needsNetwork
      submitLabel="Ask"
      pending={send.isPending}
      error={send.error && failureSentence(send.error, FAILED)}
    >
      <TextareaField control={form.control} name="message" label="Your question" rows={4} />
    </FormDialog>
  );
}
