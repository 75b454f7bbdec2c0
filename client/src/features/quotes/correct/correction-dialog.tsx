import { useState } from "react";
import { useForm } from "react-hook-form";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { useMedia } from "#client/lib/browser/browser.ts";
import { formatMoney } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { cutInWords, differencesInWords } from "#shared/domain/window/text/window-rows.ts";
import { QuoteTotals } from "../create/quote-totals.tsx";
import { useShutterTypes } from "../create/shutter-types.ts";
import { TypesLoaded } from "../create/types-loaded.tsx";
import { useWindowsForm, WindowsFormDialog } from "../create/windows-form-dialog.tsx";
import { changesInWords, withOrdered } from "../form/ordered-windows.ts";
import { toOrderedWindows, toRequest } from "../form/quote-price.ts";
import { createCorrectionForm } from "../form/quote-start.ts";
import type { Products, QuoteValues } from "../form/quote-values.ts";
import { type QuoteForm, useQuoteForm } from "../form/use-quote-form.ts";
import { ReviewDialog, type ReviewForm } from "./review-dialog.tsx";

type Order = Reply<"orders", "read">;
type Preview = Reply<"orders", "previewWindows">;

type CorrectionDialogProps = {
  order: Order;
  /** The customer's request in words that the correction answers. */
  request?: { readonly id: number; readonly text: string } | undefined;
  onClose: () => void;
};

/**
 * An order's windows in the editor of New Quote (rule O25): staff correct them (rule O21), and a
 * customer requests a change (rule O23).
 */
export default function CorrectionDialog(props: CorrectionDialogProps) {
  const { order, request, onClose } = props;
  const user = useUser();
  const isOffice = isStaff(user.role);
  const shutterTypes = useShutterTypes(isOffice ? order.user.id : null);
  const form = useForm({ defaultValues: { text: request?.text.slice(0, LONGEST.reason) ?? "" } });
  const Windows = isOffice ? Correction : ChangeRequest;
  return (
    <TypesLoaded title={isOffice ? "Change windows" : "Ask for a change"} {...shutterTypes} onClose={onClose}>
      {(types) => (
        <Windows {...props} products={withOrdered(order.quote.items, types)} waiting={shutterTypes.types.isPending} review={form} />
      )}
    </TypesLoaded>
  );
}

type WindowsProps = CorrectionDialogProps & { products: Products; waiting: boolean; review: ReviewForm };

function useOrderForm(order: Order, products: Products, mayAdd: boolean) {
  const isPhone = useMedia("(width < 48rem)");
  const [start] = useState(() => createCorrectionForm(order.quote.items, order.quote.version, products));
  const kind = { needsCustomer: false, paged: isPhone, beginsAtJob: false, isCorrection: true, mayAdd };
  return { start, isPhone, quote: useQuoteForm(start, products, kind) };
}

const REASON = { label: "Reason", hint: "The customer reads it in our email." };
const NOT_CHANGED = "Failed to change the windows";
const NOT_PREVIEWED = "Failed to preview the change";

/** Staff see a correction's differences and money, computed by the server, before they save it. */
function Correction({ order, request, products, waiting, review, onClose }: WindowsProps) {
  // A remake's order makes no other windows than its remake names.
  const { quote, isPhone } = useOrderForm(order, products, order.remakeId == null);
  const [previewed, setPreviewed] = useState<Preview | null>(null);
  const params = { id: order.id };
  const preview = useCall("orders", "previewWindows", { failure: NOT_PREVIEWED });
  const save = useCall("orders", "changeWindows", { failure: NOT_CHANGED, onSuccess: onClose, success: savedWords(previewed) });
  // The version at the start: the order may be loaded anew while the form is open.
  const bodyOf = (values: QuoteValues) => ({ version: values.version ?? 0, windows: toOrderedWindows(values, products) });
  const windowsForm = useWindowsForm(quote, isPhone, (values) =>
    preview.mutate({ params, body: bodyOf(values) }, { onSuccess: setPreviewed }),
  );
  const saveAs = (reason: string, { cut, overLimit, total }: Preview) => {
    const accepted = { confirmed: cut.length > 0, acceptOverLimit: overLimit !== null, requestId: request?.id };
    save.mutate({ params, body: { ...bodyOf(quote.form.getValues()), reason, ...accepted, finalTotal: total.after } });
  };
  return (
    <WindowsFormDialog
      windowsForm={windowsForm}
      onClose={onClose}
      title="Change windows"
      number={orderNumber(order.id)}
      verb="Continue"
      submitLabel="Preview change"
      pending={preview.isPending}
      error={preview.error ? failureSentence(preview.error, NOT_PREVIEWED) : null}
      footer={<Totals quote={quote} />}
      waiting={waiting}
      notices={
        request && (
          <Alert tone="info" title="The customer asks" className="mx-page mb-3 shrink-0">
            <p className="max-h-24 overflow-y-auto whitespace-pre-line break-words">{request.text}</p>
          </Alert>
        )
      }
      photos={null}
    >
      {previewed && (
        <ReviewDialog
          title="Save this change?"
          number={orderNumber(order.id)}
          lines={differencesInWords(previewed.differences)}
          total={previewed.total}
          isWarning={previewed.cut.length > 0 || previewed.overLimit !== null}
          form={review}
          words={REASON}
          submitLabel={previewed.cut.length > 0 ? "Change it anyway" : "Save change"}
          danger={previewed.cut.length > 0}
          pending={save.isPending}
          error={save.error ? failureSentence(save.error, NOT_CHANGED) : null}
          onSubmit={(reason) => saveAs(reason, previewed)}
          onBack={() => setPreviewed(null)}
        >
          <Consequences preview={previewed} />
        </ReviewDialog>
      )}
    </WindowsFormDialog>
  );
}

/** The message after saving, which says where a credit can be paid back. */
const savedWords = (preview: Preview | null): string =>
  preview !== null && preview.credit > 0
    ? `Windows changed. ${formatMoney(preview.credit)} is the company’s credit: pay it back under Payments, With credit left`
    : "Windows changed";

/** Lists a correction's documents, the credit that it leaves, and the work that it voids. */
function Consequences({ preview: { credited, invoiced, credit, owed, cut, overLimit } }: { preview: Preview }) {
  return (
    <>
      {credited.map(({ window, amount }) => (
        <li key={`credit ${window}`}>
          Credit note for {window}: {formatMoney(amount)}
        </li>
      ))}
      {invoiced > 0 && <li>Further invoice: {formatMoney(invoiced)}</li>}
      {credit > 0 && <li>{formatMoney(credit)} becomes the company’s credit, to pay back or to use</li>}
      {owed > 0 && <li>{formatMoney(owed)} is still to be paid</li>}
      {cut.length > 0 && <li>{cutInWords(cut)}: the work is lost</li>}
      {overLimit !== null && <li>{formatMoney(overLimit)} over the credit limit</li>}
    </>
  );
}

const ANSWERED = "The office reads it and answers by email.";
const WISH = { label: "What is to change?", hint: ANSWERED };
/** The differences already say what is to change. */
const WHY = { label: "Reason", hint: ANSWERED };
const NOT_SENT = "Failed to send the request";

/** A customer sees the price of the requested change, or describes the change in words alone. */
function ChangeRequest({ order, products, waiting, review, onClose }: WindowsProps) {
  const { start, quote, isPhone } = useOrderForm(order, products, false);
  const [reviewed, setReviewed] = useState<readonly string[] | null>(null);
  const ask = useCall("orders", "requestChange", { failure: NOT_SENT, onSuccess: onClose, success: "Change requested" });
  const windowsForm = useWindowsForm(quote, isPhone, ({ windows }) => setReviewed(changesInWords(start.windows, windows, products)));
  const send = (text: string) => {
    const windows = toRequest(start, quote.form.getValues(), products);
    ask.mutate({ params: { id: order.id }, body: { text, windows: windows.length > 0 ? windows : null } });
  };
  return (
    <WindowsFormDialog
      windowsForm={windowsForm}
      onClose={onClose}
      title="Ask for a change"
      number={orderNumber(order.id)}
      description="Change or remove windows, or continue and describe what you want."
      verb="Continue"
      submitLabel="Continue"
      pending={false}
      error={null}
      footer={<Totals quote={quote} />}
      waiting={waiting}
      photos={null}
    >
      {reviewed && (
        <ReviewDialog
          title="Send this request?"
          number={orderNumber(order.id)}
          lines={reviewed}
          total={{ before: order.finalTotal ?? 0, after: penceToPounds(quote.preview.finalTotalPence) }}
          form={review}
          words={reviewed.length > 0 ? WHY : WISH}
          submitLabel="Send request"
          pending={ask.isPending}
          error={ask.error ? failureSentence(ask.error, NOT_SENT) : null}
          onSubmit={send}
          onBack={() => setReviewed(null)}
        />
      )}
    </WindowsFormDialog>
  );
}

const Totals = ({ quote }: { quote: QuoteForm }) => (
  <QuoteTotals preview={quote.preview} filled={quote.filledWindows.length} leadTime={null} />
);
