import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ClipboardEvent, useState } from "react";
import type { FieldErrors } from "react-hook-form";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { query, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError, failureSentence, NO_REPLY } from "#client/lib/api-error.ts";
import { useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { TAX_PERCENT } from "#shared/domain/pricing.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { useKeptDraft } from "../form/quote-draft.ts";
import { type QuotePreview, toBody } from "../form/quote-price.ts";
import type { QuoteValues, WindowValues } from "../form/quote-values.ts";
import { useQuoteForm } from "../form/use-quote-form.ts";
import { isTable } from "../paste/paste-cells.ts";
import { PasteDialog } from "../paste/paste-dialog.tsx";
import { WindowEditor } from "../windows/window-editor.tsx";
import { WindowPicker } from "../windows/window-picker.tsx";
import { CustomerField } from "./customer-field.tsx";
import { PriceChange, priceChangeIn, ShutterTypesAway, TYPES_AWAY } from "./quote-form-notices.tsx";

const FAILED = "Failed to create quote";
/** No company sells more shutter types than this, so one page holds all of them. */
const ALL = "200";

/** The quote form: the customer, the list of windows with the fields of one of them, and the totals. */
export function QuoteFormDialog({ start, onClose }: { start: QuoteValues; onClose: () => void }) {
  const user = useUser();
  const shutterTypes = useQuery(query("products", "list", { query: { limit: ALL } }));
  useLoadFailure(shutterTypes, TYPES_AWAY);
  const products = new Map((shutterTypes.data ?? []).map((product) => [product.id, product]));
  const quote = useQuoteForm(start, products, { needsCustomer: user.role === "admin" });
  const { form, preview } = quote;

  /** The text of the paste dialog, null while it is closed. */
  const [pasting, setPasting] = useState<string | null>(null);
  /** Rows of a spreadsheet that are pasted into a field open the paste dialog. A single cell goes into the field. */
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData("text/plain");
    if (!(event.target instanceof HTMLInputElement) || !isTable(text)) return;
    event.preventDefault();
    setPasting(text);
  };

  const keyFor = useIdempotencyKey();
  const draft = useKeptDraft(form, user.id);
  const done = () => {
    draft.forget();
    onClose();
  };
  const create = useCall("quotes", "create", { success: "Quote created successfully", failure: FAILED, onSuccess: done });
  const changed = priceChangeIn(create.error);
  const submit = (values: QuoteValues) => {
    const body = toBody(values, products);
    const refused = (error: unknown) => {
      // Prices or types may have changed since they were loaded. The form shows the present ones before anything is sent again.
      if (error instanceof ApiError && (error.status === 400 || error.status === 409)) void shutterTypes.refetch();
    };
    create.mutate({ body, idempotencyKey: keyFor(body) }, { onError: refused });
  };

  return (
    <FormDialog
      open
      // A changed form asks before it closes, and then its draft is gone. An unchanged one leaves the kept draft as it is.
      onClose={quote.isDirty ? done : onClose}
      title="Create New Quote"
      size="xl"
      form={form}
      onSubmit={submit}
      onInvalid={(errors) => {
        quote.showFirstWrong(errors);
        const gone = goneType(errors);
        if (gone) toast({ title: "Error", description: gone, variant: "destructive" });
      }}
      submitLabel={changed ? "Accept the new price" : "Create Quote"}
      submitDisabled={changed !== null && shutterTypes.isFetching}
      pending={create.isPending}
      error={changed ? null : failureIn(create.error)}
      footer={<QuoteTotals preview={preview} />}
      bodyClassName="flex flex-col p-0! md:overflow-hidden!"
    >
      {changed && <PriceChange lines={changed.lines} total={preview.finalTotal} />}
      {shutterTypes.isError && <ShutterTypesAway retrying={shutterTypes.isFetching} onRetry={() => void shutterTypes.refetch()} />}
      {isStaff(user.role) && <CustomerField control={form.control} mayKeep={user.role === "super_admin"} />}
      <div className="flex min-h-0 flex-1 flex-col md:grid md:grid-cols-[17rem_minmax(0,1fr)] md:border-y">
        <WindowPicker quote={quote} onPasteRows={() => setPasting("")} />
        <WindowEditor quote={quote} waiting={shutterTypes.isPending} onPaste={onPaste} />
      </div>
      {pasting !== null && (
        <PasteDialog
          initial={pasting}
          present={form.getValues("windows")}
          room={quote.room}
          products={products}
          onAdd={(added) => {
            setPasting(null);
            quote.addAll(added);
          }}
          onClose={() => setPasting(null)}
        />
      )}
    </FormDialog>
  );
}

/** A shutter type that is no longer sold. The specification wants this error in a toast too (rule S8). */
const goneType = ({ windows = [] }: FieldErrors<QuoteValues>): string | undefined =>
  Array.from(windows as readonly (FieldErrors<WindowValues> | undefined)[])
    .map((row) => row?.shutterTypeId?.message)
    .find((message) => message?.startsWith("Product not found"));

/** Without a reply it is unknown whether the quote was made. The retry carries the same key, so there will be one quote. */
function failureIn(error: unknown): string | null {
  if (!error) return null;
  if (error instanceof ApiError && error.status === 0) return `${FAILED}. ${NO_REPLY} It will not be made twice.`;
  return failureSentence(error, `${FAILED}. What you entered is still here: please try again.`);
}

/** The totals at the form's foot, always in view. They say how many windows are not in them yet. */
function QuoteTotals({ preview }: { preview: QuotePreview }) {
  const missing = preview.lines.filter((line) => line === null).length;
  return (
    <div>
      <dl className="flex flex-wrap items-baseline gap-x-6 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)]">
        <Figure term="Subtotal" amount={preview.subtotal} />
        <Figure term={`VAT (${TAX_PERCENT}%)`} amount={preview.tax} className="max-sm:row-start-2" />
        <Figure term="Total" amount={preview.finalTotal} strong className="max-sm:row-span-2 max-sm:justify-end max-sm:self-center" />
      </dl>
      {missing > 0 && <p className="text-xs text-muted">{missing === 1 ? "1 window has" : `${missing} windows have`} no price yet</p>}
    </div>
  );
}

type FigureProps = { term: string; amount: Pence; strong?: boolean; className?: string };

const Figure = ({ term, amount, strong, className }: FigureProps) => (
  <div className={clsx("flex items-baseline justify-between gap-2", className)}>
    <dt className="text-xs text-muted">{term}</dt>
    <dd className={strong ? "text-lg font-semibold tabular-nums" : "tabular-nums"}>{formatPence(amount)}</dd>
  </div>
);
