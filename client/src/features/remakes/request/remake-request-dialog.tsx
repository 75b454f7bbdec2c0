import { zodResolver } from "@hookform/resolvers/zod";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useController, useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { useChosenPhotos } from "#client/components/photos/chosen-photos.ts";
import { identifyFiles, isStopped, UploadFooter, uploadSentence, useUpload } from "#client/components/photos/photo-upload.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { query, type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { api } from "#shared/contract/index.ts";
import { orderNumber, wasShipped } from "#shared/domain/trade/status.ts";
import { PhotoPicker } from "../photos/photo-picker.tsx";
import { FaultField } from "./fault-field.tsx";
import { OpenRequests } from "./open-requests.tsx";
import { OrderField } from "./order-field.tsx";
import { type AskedWindow, WindowsField } from "./windows-field.tsx";

const rules = api.remakes.create.body;
type RequestValues = z.input<typeof rules>;

const withoutBlanks = (values: RequestValues): RequestValues =>
  ({ ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")) }) as RequestValues;
const inForm = (wishes: readonly AskedWindow[]): string => (wishes.length > 0 ? JSON.stringify(wishes) : "");

type RemakeRequestDialogProps = {
  /** The order from which the person opened the form, which is chosen at first. */
  orderId: number | null;
  onClose: () => void;
};

export default function RemakeRequestDialog({ orderId, onClose }: RemakeRequestDialogProps) {
  const form = useForm<RequestValues>({
    defaultValues: { orderId: orderId === null ? "" : String(orderId), fault: "", reason: "" },
    resolver: zodResolver(rules, undefined, { raw: true }),
    shouldFocusError: false,
  });
  const chosenOrder = useWatch({ control: form.control, name: "orderId" });
  const order = useQuery({ ...query("orders", "read", { params: { id: chosenOrder } }), enabled: chosenOrder !== "" });
  const tooEarly = order.data !== undefined && !wasShipped(order.data.orderStatus);
  const fault = useController({ control: form.control, name: "fault" }).field;
  const [wishes, setWishes] = useState<readonly AskedWindow[]>([]);
  const { photos, faults, add, remove } = useChosenPhotos();
  const files = photos.map(({ file }) => file);
  const { request, pending, error, upload } = useRequestRemake(onClose);
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Request Remake"
      description="Say what is wrong, and show it if you can."
      form={form}
      onSubmit={(values) => request(withoutBlanks({ ...values, windows: inForm(wishes) }), files)}
      submitLabel="Request Remake"
      submitDisabled={tooEarly}
      pending={pending}
      error={error && !isStopped(error) ? uploadSentence(error, FAILED) : null}
      hasOtherWork={photos.length > 0 || wishes.length > 0}
      footer={<UploadFooter files={files} pending={pending} error={error} sent={upload.sent} onStop={upload.stop} />}
      bodyClassName="flex flex-col gap-5"
    >
      <OrderField control={form.control} disabled={pending} onChosen={() => setWishes([])} />
      {tooEarly ? (
        <Alert tone="warning">
          {orderNumber(order.data.id)} has not left the workshop yet. When it has arrived, a remake of it can be requested here.
        </Alert>
      ) : (
        chosenOrder && <OrderWindows key={chosenOrder} order={order} wishes={wishes} onChange={setWishes} disabled={pending} />
      )}
      {order.data && !tooEarly && <OpenRequests orderId={order.data.id} wishes={wishes} />}
      <FaultField value={fault.value ?? ""} onChange={fault.onChange} disabled={pending} />
      <PhotoPicker photos={photos} faults={faults} onAdd={add} onRemove={remove} disabled={pending} />
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        hint="Describe the fault and the part that has it."
        rows={4}
        readOnly={pending}
      />
    </FormDialog>
  );
}

type OrderWindowsProps = {
  order: UseQueryResult<Reply<"orders", "read">>;
  wishes: readonly AskedWindow[];
  onChange: (wishes: readonly AskedWindow[]) => void;
  disabled: boolean;
};

/** A failure to load the windows does not block a request. */
function OrderWindows({ order, ...field }: OrderWindowsProps) {
  useLoadFailure(order, "Failed to load order details");
  if (order.isError)
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
        The order's windows could not be loaded. Name the window in the reason, or
        <Button size="sm" onClick={() => void order.refetch()}>
          Try again
        </Button>
      </p>
    );
  return order.data ? <WindowsField items={order.data.quote.items} {...field} /> : null;
}

const FAILED = "Failed to submit remake request. Please try again.";

/**
 * Sends a request with its photos. The person can stop it, and the form retains its content until
 * it succeeds.
 */
function useRequestRemake(onDone: () => void) {
  const keyFor = useIdempotencyKey();
  const upload = useUpload();
  const create = useCall("remakes", "create", {
    success: "Remake request submitted successfully",
    // A person who stopped the upload needs no toast.
    failure: (error) => (isStopped(error) ? null : uploadSentence(error, FAILED)),
    onSuccess: onDone,
  });
  const request = (body: RequestValues, files: readonly File[]) =>
    create.mutate({ body, files, idempotencyKey: keyFor([body, identifyFiles(files)]), ...upload.begin() });
  return { request, pending: create.isPending, error: create.error, upload };
}
