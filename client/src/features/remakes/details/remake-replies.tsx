import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { DateText } from "#client/components/facts/values.tsx";
import { TextareaField } from "#client/components/form/fields.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError, failureSentence } from "#client/lib/api-error.ts";
import { api } from "#shared/contract/index.ts";
import { ROLE_LABEL } from "#shared/domain/roles.ts";
/** The thread, oldest first. Messages are plain text: markup in one is shown, not obeyed. */
export function RemakeReplies({ replies }: Pick<Reply<"remakes", "read">, "replies">) {
  if (replies.length === 0) return <p className="mb-4 text-muted">No replies yet.</p>;
  return (
    <ol className="mb-4 flex flex-col divide-y border-y">
      {replies.map(({ id, message, createdAt, user }) => (
        <li key={id} className="py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 break-words">
              <span className="font-medium">{user.contactName}</span>
              {/* To a customer both are `Workshop`, which is shown once. */}
              {user.companyName !== user.contactName && (
                <span className="text-muted">
                  , {user.companyName}
                  {user.role !== "customer" && ` (${ROLE_LABEL[user.role].toLowerCase()})`}
                </span>
              )}
            </span>
            <span className="text-xs text-muted">
              <DateText value={createdAt} time />
            </span>
          </p>
          <p className="mt-1 max-w-prose break-words whitespace-pre-wrap">{message}</p>
        </li>
      ))}
    </ol>
  );
}

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
    // A retry has the same key. The same text after a success is a new reply, so it needs a new key.
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
