import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { ProgressBar } from "#client/components/ui/display/waiting.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError, failureSentence, UPLOAD_STOPPED } from "#client/lib/api-error.ts";
import { api } from "#shared/contract/index.ts";
import { fileSize, useChosenPhotos } from "./chosen-photos.ts";
import { OrderField } from "./order-field.tsx";
import { PhotoPicker } from "./photo-picker.tsx";
import { NO_WINDOW, WindowAndPlace, type WindowPlace } from "./window-field.tsx";

const rules = api.remakes.create.body;
type RequestValues = z.input<typeof rules>;

/** Blank fields are not sent. */
const withoutBlanks = (values: RequestValues): RequestValues =>
  ({ ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")) }) as RequestValues;

type RemakeRequestDialogProps = {
  /** Chosen already if the person comes from an order. */
  orderId: number | null;
  onClose: () => void;
};

export default function RemakeRequestDialog({ orderId, onClose }: RemakeRequestDialogProps) {
  const form = useForm<RequestValues>({
    defaultValues: { orderId: orderId === null ? "" : String(orderId), ...NO_WINDOW, reason: "" },
    resolver: zodResolver(rules, undefined, { raw: true }),
    shouldFocusError: false,
  });
  const [chosenOrder, quoteItemId = "", markXMm = "", markYMm = ""] = useWatch({
    control: form.control,
    name: ["orderId", "quoteItemId", "markXMm", "markYMm"],
  });
  const setPlace = (place: WindowPlace) => {
    for (const field of ["quoteItemId", "markXMm", "markYMm"] as const) form.setValue(field, place[field], { shouldDirty: true });
  };
  const { photos, faults, add, remove } = useChosenPhotos();
  const files = photos.map(({ file }) => file);
  const { request, stop, stopped, pending, error, sent } = useRequestRemake(onClose);
  const sending = pending && files.length > 0 && <UploadProgress files={files} sent={sent} onStop={stop} />;
  const footer =
    sending ||
    (stopped && (
      <p role="status" className="text-xs text-muted">
        {UPLOAD_STOPPED}
      </p>
    ));
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Request Remake"
      description="Say what is wrong, and show it if you can."
      form={form}
      onSubmit={(values) => request(withoutBlanks(values), files)}
      submitLabel="Request Remake"
      pending={pending}
      error={error}
      hasOtherWork={photos.length > 0}
      footer={footer}
      bodyClassName="flex flex-col gap-5"
    >
      <OrderField control={form.control} disabled={pending} onChosen={() => setPlace(NO_WINDOW)} />
      {chosenOrder && (
        <WindowAndPlace orderId={chosenOrder} place={{ quoteItemId, markXMm, markYMm }} onChange={setPlace} disabled={pending} />
      )}
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        hint="What is wrong, and with which part of it."
        rows={4}
        readOnly={pending}
      />
      <PhotoPicker photos={photos} faults={faults} onAdd={add} onRemove={remove} disabled={pending} />
    </FormDialog>
  );
}

type UploadProgressProps = {
  files: readonly File[];
  /** From 0 to 1. */
  sent: number;
  onStop: () => void;
};

/** How much of the photos is sent; then that the server checks them. */
function UploadProgress({ files, sent, onStop }: UploadProgressProps) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const there = sent >= 1;
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1 md:w-48">
        <ProgressBar
          label={there ? "Checking the photos" : "Sending"}
          value={Math.round(sent * 100)}
          figures={there ? "" : `${fileSize(sent * total)} of ${fileSize(total)}`}
        />
      </div>
      {/* Once all is sent, a stop would leave it open whether the request was stored. */}
      {!there && (
        <Button size="sm" variant="ghost" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}

const FAILED = "Failed to submit remake request. Please try again.";

/** Says that no reply came, or what the server refused; for a fault of the server our own sentence. */
const sentenceOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 0 ? error.message : failureSentence(error, FAILED);

const isStopped = (error: unknown): boolean => error instanceof ApiError && error.message === UPLOAD_STOPPED;

/** Sends a request with its photos. It can be stopped, and the form keeps everything until it succeeds. */
function useRequestRemake(onDone: () => void) {
  const keyFor = useIdempotencyKey();
  const [sent, setSent] = useState(0);
  const stopper = useRef<AbortController>(undefined);
  const create = useCall("remakes", "create", {
    success: "Remake request submitted successfully",
    // The person who stopped it needs no toast.
    failure: (error) => (isStopped(error) ? null : sentenceOf(error)),
    onSuccess: onDone,
  });

  const request = (body: RequestValues, files: readonly File[]) => {
    const content = [body, files.map(({ name, size, lastModified }) => [name, size, lastModified])];
    stopper.current = new AbortController();
    setSent(0);
    create.mutate({ body, files, idempotencyKey: keyFor(content), onProgress: setSent, signal: stopper.current.signal });
  };
  return {
    request,
    stop: () => stopper.current?.abort(),
    pending: create.isPending,
    stopped: isStopped(create.error),
    error: create.error && !isStopped(create.error) ? sentenceOf(create.error) : null,
    /** From 0 to 1. */
    sent,
  };
}
