import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { ProgressBar } from "#client/components/ui/display/waiting.tsx";
import { UPLOAD_STOPPED } from "#client/lib/api-error.ts";
import { api } from "#shared/contract/index.ts";
import { OrderField } from "./order-field.tsx";
import { PhotoPicker } from "./photo-picker.tsx";
import { fileSize } from "./photo-rules.ts";
import { useChosenPhotos } from "./use-chosen-photos.ts";
import { useRequestRemake } from "./use-request-remake.ts";
import { NO_WINDOW, pointAt, WindowAndPlace } from "./window-and-place.tsx";

const rules = api.remakes.create.body;
export type RequestValues = z.input<typeof rules>;

/** What was not said is not sent. */
const withoutBlanks = (values: RequestValues): RequestValues =>
  ({ ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")) }) as RequestValues;

type RemakeRequestDialogProps = {
  /** Chosen already, where the person comes from an order. */
  orderId: number | null;
  onClose: () => void;
};

export default function RemakeRequestDialog({ orderId, onClose }: RemakeRequestDialogProps) {
  const form = useForm<RequestValues>({
    defaultValues: { orderId: orderId === null ? "" : String(orderId), ...NO_WINDOW, reason: "" },
    resolver: zodResolver(rules, undefined, { raw: true }),
    shouldFocusError: false,
  });
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
      <OrderField control={form.control} disabled={pending} onChosen={() => pointAt(form, NO_WINDOW)} />
      <WindowAndPlace form={form} disabled={pending} />
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

type UploadProgressProps = { files: readonly File[] /** From 0 to 1. */; sent: number; onStop: () => void };

/** How far the photos are, with figures; then that they are being looked at. */
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
      {/* Once everything is there, stopping would leave it open whether the request was made. */}
      {!there && (
        <Button size="sm" variant="ghost" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}
