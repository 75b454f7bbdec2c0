import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { FormDialog } from "#client/components/form-dialog.tsx";
import { TextareaField } from "#client/components/textarea-field.tsx";
import { api } from "#shared/contract/index.ts";
import { OrderField } from "./order-field.tsx";
import { PhotoPicker } from "./photo-picker.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { useChosenPhotos } from "./use-chosen-photos.ts";
import { useRequestRemake } from "./use-request-remake.ts";

const rules = api.remakes.create.body;
export type RequestValues = z.input<typeof rules>;

type RemakeRequestDialogProps = {
  /** Chosen already, where the person comes from an order. */
  orderId: number | null;
  onClose: () => void;
};

export function RemakeRequestDialog({ orderId, onClose }: RemakeRequestDialogProps) {
  const form = useForm<RequestValues>({
    defaultValues: { orderId: orderId === null ? "" : String(orderId), reason: "" },
    resolver: zodResolver(rules, undefined, { raw: true }),
    shouldFocusError: false,
  });
  const { photos, faults, add, remove } = useChosenPhotos();
  const files = photos.map(({ file }) => file);
  const { request, stop, pending, error, sent } = useRequestRemake(onClose);
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Request Remake"
      description="Tell us what is wrong, and show it if you can: the workshop decides by it."
      form={form}
      onSubmit={(values) => request(values, files)}
      submitLabel="Request Remake"
      pending={pending}
      error={error}
      hasOtherWork={photos.length > 0}
      footer={pending && files.length > 0 && <UploadProgress files={files} sent={sent} onStop={stop} />}
      bodyClassName="flex flex-col gap-5"
    >
      <OrderField control={form.control} disabled={pending} />
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        hint="Which window, what is wrong, and where on it."
        rows={4}
        readOnly={pending}
      />
      <PhotoPicker photos={photos} faults={faults} onAdd={add} onRemove={remove} disabled={pending} />
    </FormDialog>
  );
}
