import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { CheckboxField, parseNumber, TextareaField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { type Input, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { joinInWords } from "#shared/domain/window/text/making-text.ts";
import { differencesInWords } from "#shared/domain/window/text/window-rows.ts";

type Order = Reply<"orders", "read">;
type RequestedWindow = NonNullable<Input<"orders", "requestChange">["body"]["windows"]>[number];
type Preview = Reply<"orders", "previewWindows">;

/** Metres as whole or tenth millimetres. */
const inMm = (metres: number): string => String(Number((metres * 1000).toFixed(1)));
const valuesOf = ({ quote }: Order) => ({
  reason: "",
  windows: quote.items.map(({ id, name, widthM, heightM, quantity }) => ({
    ...{ itemId: id, name, removed: false },
    ...{ width: inMm(widthM), height: inMm(heightM), quantity: String(quantity) },
  })),
});
type Values = ReturnType<typeof valuesOf>;

/** The fields of a window that the person has changed, as the contract names them. */
function changedFields(item: Order["quote"]["items"][number], typed: Values["windows"][number]) {
  const width = parseNumber(typed.width) / 1000;
  const height = parseNumber(typed.height) / 1000;
  const quantity = parseNumber(typed.quantity);
  return {
    ...(inMm(item.widthM) !== typed.width.trim() && { widthM: width }),
    ...(inMm(item.heightM) !== typed.height.trim() && { heightM: height }),
    ...(String(item.quantity) !== typed.quantity.trim() && { quantity }),
  };
}

const REASON = {
  staff: { label: "Reason", hint: "The customer reads it in our email." },
  customer: { label: "What is to change?", hint: "The office reads it and answers by email." },
} as const;

type OrderWindowsDialogProps = {
  order: Order;
  /** The customer's request in words that this correction answers. */
  requestId?: number | undefined;
  onClose: () => void;
};

/**
 * Staff change sizes and quantities of an order's windows and see the differences and the money
 * before they save (rule O21). A customer requests the same change (rule O23).
 */
export default function OrderWindowsDialog({ order, requestId, onClose }: OrderWindowsDialogProps) {
  const isCustomer = useUser().role === "customer";
  const form = useForm<Values>({ defaultValues: valuesOf(order) });
  const typed = useWatch({ control: form.control, name: "windows" });
  const [previewed, setPreviewed] = useState<{ of: string; preview: Preview } | null>(null);
  const params = { id: order.id };
  const failure = isCustomer ? "Failed to send the request" : "Failed to change the windows";
  const done = { failure, onSuccess: onClose };
  const preview = useCall("orders", "previewWindows", { failure: "Failed to preview the change" });
  const save = useCall("orders", "changeWindows", { ...done, success: "Windows changed" });
  const ask = useCall("orders", "requestChange", { ...done, success: "Change requested" });
  const content = JSON.stringify(typed);
  const shown = previewed?.of === content ? previewed.preview : null;
  const itemOf = (itemId: number) => order.quote.items.find(({ id }) => id === itemId);

  const submit = ({ windows, reason }: Values) => {
    if (isCustomer) {
      const wanted = windows.flatMap(({ itemId, removed, ...rest }): RequestedWindow[] => {
        const item = itemOf(itemId);
        const fields = item ? changedFields(item, { itemId, removed, ...rest }) : {};
        if (removed) return [{ itemId, remove: true }];
        return Object.keys(fields).length > 0 ? [{ itemId, fields }] : [];
      });
      ask.mutate({ params, body: { text: reason, windows: wanted.length > 0 ? wanted : null } });
      return;
    }
    const kept = windows.flatMap((window) => {
      const item = itemOf(window.itemId);
      if (!item || window.removed) return [];
      const fields = changedFields(item, window);
      const isResized = "widthM" in fields || "heightM" in fields;
      return [{ ...item, ...(isResized && { measuredMm: null }), ...fields }];
    });
    const body = { version: order.quote.version ?? 0, windows: kept };
    if (!shown) {
      preview.mutate({ params, body }, { onSuccess: (reply) => setPreviewed({ of: content, preview: reply }) });
      return;
    }
    const accepted = { confirmed: shown.cut.length > 0, acceptOverLimit: shown.overLimit !== null, requestId };
    save.mutate({ params, body: { ...body, reason, ...accepted, finalTotal: shown.total.after } });
  };
  const error = [preview, save, ask].find((each) => each.error)?.error;
  const { label, hint } = isCustomer ? REASON.customer : REASON.staff;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={isCustomer ? "Ask for a change" : "Change windows"}
      number={orderNumber(order.id)}
      size="lg"
      form={form}
      onSubmit={submit}
      submitLabel={isCustomer ? "Send request" : shown ? (shown.cut.length > 0 ? "Change it anyway" : "Save change") : "Preview change"}
      pending={preview.isPending || save.isPending || ask.isPending}
      error={error ? failureSentence(error, failure) : null}
      danger={shown !== null && shown.cut.length > 0}
    >
      <div className="flex flex-col gap-4">
        {typed.map(({ itemId, name, removed }, index) => (
          <fieldset
            key={itemId}
            className="grid grid-cols-3 items-end gap-x-4 gap-y-2 border-b border-border pb-4 sm:grid-cols-[1fr_1fr_1fr_auto]"
          >
            <legend className="mb-2 font-semibold">{name}</legend>
            <TextField control={form.control} name={`windows.${index}.width`} label="Width, mm" inputMode="decimal" disabled={removed} />
            <TextField control={form.control} name={`windows.${index}.height`} label="Height, mm" inputMode="decimal" disabled={removed} />
            <TextField control={form.control} name={`windows.${index}.quantity`} label="Quantity" inputMode="numeric" disabled={removed} />
            <CheckboxField control={form.control} name={`windows.${index}.removed`} label="Remove" />
          </fieldset>
        ))}
        <TextareaField control={form.control} name="reason" label={label} hint={hint} />
        {shown && <CorrectionPreview preview={shown} />}
      </div>
    </FormDialog>
  );
}

/** The differences of a correction and what it does to the money. */
function CorrectionPreview({ preview }: { preview: Preview }) {
  const { differences, total, credited, invoiced, credit, owed, cut, overLimit } = preview;
  return (
    <Alert
      tone={cut.length > 0 || overLimit !== null ? "warning" : "info"}
      title={`Total ${formatMoney(total.before)} → ${formatMoney(total.after)}`}
    >
      <ul className="flex flex-col gap-1">
        {differencesInWords(differences).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {credited.map(({ window, amount }) => (
          <li key={`credit ${window}`}>
            Credit note for {window}: {formatMoney(amount)}
          </li>
        ))}
        {invoiced > 0 && <li>Further invoice: {formatMoney(invoiced)}</li>}
        {credit > 0 && <li>{formatMoney(credit)} becomes the company’s credit, to pay back or to use</li>}
        {owed > 0 && <li>{formatMoney(owed)} is still to be paid</li>}
        {cut.length > 0 && <li>{joinInWords(cut)} already cut: their work is lost</li>}
        {overLimit !== null && <li>{formatMoney(overLimit)} over the credit limit</li>}
      </ul>
    </Alert>
  );
}
