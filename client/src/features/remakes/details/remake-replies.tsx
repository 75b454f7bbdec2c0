import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { Thread } from "#client/components/facts/thread.tsx";
import { TextareaField } from "#client/components/form/fields.tsx";
import { useChosenPhotos } from "#client/components/photos/chosen-photos.ts";
import { identifyFiles, isStopped, UploadFooter, uploadSentence, useUpload } from "#client/components/photos/photo-upload.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { api } from "#shared/contract/index.ts";
import { PhotoPicker } from "../photos/photo-picker.tsx";
import { RemakePhotos } from "./remake-photos.tsx";

type RemakeRepliesProps = { remakeId: number } & Pick<Reply<"remakes", "read">, "replies">;

export function RemakeReplies({ remakeId, replies }: RemakeRepliesProps) {
  if (replies.length === 0) return <p className="mb-4 text-muted">No replies yet.</p>;
  return (
    <Thread
      messages={replies}
      below={({ photos }) =>
        photos.length > 0 && (
          <div className="mt-3">
            <RemakePhotos remakeId={remakeId} photos={photos} />
          </div>
        )
      }
    />
  );
}

const FAILED = "Failed to send reply";

type ReplyFormProps = {
  remakeId: number;
  /** Reports whether the reply has text or photos. */
  onWriting: (writing: boolean) => void;
};

export function ReplyForm({ remakeId, onWriting }: ReplyFormProps) {
  const form = useForm({ defaultValues: { message: "" }, resolver: zodResolver(api.remakes.reply.body) });
  const { photos, faults, add, remove, clear } = useChosenPhotos();
  const files = photos.map(({ file }) => file);
  const keyFor = useIdempotencyKey();
  const [sent, setSent] = useState(0);
  const upload = useUpload();
  const reply = useCall("remakes", "reply", {
    success: "Reply sent successfully",
    // A person who stopped the upload needs no toast.
    failure: (error) => (isStopped(error) ? null : uploadSentence(error, FAILED)),
    onSuccess: () => {
      form.reset();
      clear();
      setSent((count) => count + 1);
      onWriting(false);
    },
  });
  const send = form.handleSubmit((body) => {
    // A retry uses the same key. Repeating the same text after a success sends a new reply, so it
    // needs a new key.
    const idempotencyKey = keyFor([remakeId, body, identifyFiles(files), sent]);
    if (!reply.isPending) reply.mutate({ params: { id: remakeId }, body, files, idempotencyKey, ...upload.begin() });
  });
  const reportWriting = (count: number) => onWriting(form.getValues("message").trim() !== "" || count > 0);
  // The photo picker's input fires the same event, but reports its changes itself.
  const typed = (event: FormEvent) => event.target instanceof HTMLTextAreaElement && reportWriting(photos.length);
  return (
    <form noValidate onSubmit={send} onChange={typed} className="flex flex-col gap-3">
      <TextareaField control={form.control} name="message" label="Your reply" rows={3} readOnly={reply.isPending} />
      <PhotoPicker
        photos={photos}
        faults={faults}
        onAdd={(chosen) => {
          add(chosen);
          reportWriting(photos.length + chosen.length);
        }}
        onRemove={(photo) => {
          remove(photo);
          reportWriting(photos.length - 1);
        }}
        disabled={reply.isPending}
      />
      {reply.error && !isStopped(reply.error) && <FailureNote>{uploadSentence(reply.error, FAILED)}</FailureNote>}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <UploadFooter files={files} pending={reply.isPending} error={reply.error} sent={upload.sent} onStop={upload.stop} />
        <Button type="submit" needsNetwork pending={reply.isPending}>
          Send Reply
        </Button>
      </div>
    </form>
  );
}
