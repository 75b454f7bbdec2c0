import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { TextareaField } from "#client/components/form/fields.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError, failureSentence } from "#client/lib/api-error.ts";
import { api } from "#shared/contract/index.ts";

const FAILED = "Failed to send reply";
const sentenceOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 0 ? error.message : failureSentence(error, FAILED);

type ReplyFormProps = { remakeId: number; onWriting: (writing: boolean) => void };

export function ReplyForm({ remakeId, onWriting }: ReplyFormProps) {
  const form = useForm({ defaultValues: { message: "" }, resolver: zodResolver(api.remakes.reply.body) });
  const keyFor = useIdempotencyKey();
  const [sent, setSent] = useState(0);
  const reply = useCall("remakes", "reply", {
    success: "Reply sent successfully",
    failure: sentenceOf,
    onSuccess: () => {
      form.reset();
      setSent((count) => count + 1);
      onWriting(false);
    },
  });
  const send = form.handleSubmit((body) => {
    // The same words after a success are another reply; a retry is the same one.
    const idempotencyKey = keyFor([remakeId, body, sent]);
    if (!reply.isPending) reply.mutate({ params: { id: remakeId }, body, idempotencyKey });
  });
  return (
    <form noValidate onSubmit={send} onChange={() => onWriting(form.getValues("message").trim() !== "")} className="flex flex-col gap-3">
      <TextareaField control={form.control} name="message" label="Your reply" rows={3} readOnly={reply.isPending} />
      {reply.error && <FailureNote>{sentenceOf(reply.error)}</FailureNote>}
      <div className="flex justify-end">
        <Button type="submit" pending={reply.isPending}>
          Send Reply
        </Button>
      </div>
    </form>
  );
}
