import { type ClipboardEvent, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldErrors } from "react-hook-form";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { quoteNumber } from "#shared/domain/status.ts";
import { differencesOf } from "../form/quote-differences.ts";
import { useKeptDraft } from "../form/quote-draft.ts";
import type { FilledForm } from "../form/quote-start.ts";
import { filledOf, type QuoteValues, type WindowValues } from "../form/quote-values.ts";
import { useQuoteForm } from "../form/use-quote-form.ts";
import { type OpenCheck, openChecksOf } from "../form/window-checks.ts";
import { isTable } from "../paste/paste-cells.ts";
import { PasteDialog } from "../paste/paste-dialog.tsx";
import { HouseGrid } from "../windows/house-grid.tsx";
import { WindowEditor } from "../windows/window-editor.tsx";
import { WindowPicker } from "../windows/window-picker.tsx";
import { ChecksDialog } from "./checks-dialog.tsx";
import { CustomerField } from "./customer-field.tsx";
import type { Stored } from "./filled-quote.tsx";
import { JobFields } from "./job-fields.tsx";
import { QuoteConflict } from "./quote-conflict.tsx";
import { Gone, PriceChange, ShutterTypesAway, TYPES_AWAY } from "./quote-form-notices.tsx";
import { QuoteTotals } from "./quote-totals.tsx";
import { useShutterTypes } from "./shutter-types.ts";
import { useSaveQuote } from "./use-save-quote.ts";

type QuoteFormDialogProps = {
  values: QuoteValues;
  /** The quote or order whose windows these are. */
  from?: Stored;
  /** What is stored of it now, which may be newer than the form's values. */
  stored?: FilledForm;
  /** What those windows were made with and is no longer sold. */
  gone?: readonly string[];
  onClose: () => void;
  onSaved: (quoteId: number) => void;
  /** Begin again with what is stored. */
  onStartOver?: () => void;
};

/** The quote form: the customer, the job, the list of windows with the fields of one of them, and the totals. */
export function QuoteFormDialog({ values, from, stored, gone = [], onClose, onSaved, onStartOver }: QuoteFormDialogProps) {
  const user = useUser();
  const { types, products } = useShutterTypes();
  useLoadFailure(types, TYPES_AWAY);
  const [asNew, setAsNew] = useState(false);
  const editing = from?.kind === "edit" && !asNew ? from.quoteId : null;
  const quote = useQuoteForm(values, products, { needsCustomer: user.role === "admin" });
  const { form, preview } = quote;
  const somethingGone = gone.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (somethingGone) quote.judge();
  }, [somethingGone]);

  const [wholeHouse, setWholeHouse] = useState(false);
  const leaveHouse = (place: number) => quote.go(place, () => setWholeHouse(false));

  /** The text of the paste dialog, null while it is closed. */
  const [pasting, setPasting] = useState<string | null>(null);
  /** Rows of a spreadsheet that are pasted into a field open the paste dialog. A single cell goes into the field. */
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData("text/plain");
    if (!(event.target instanceof HTMLInputElement) || !isTable(text)) return;
    event.preventDefault();
    setPasting(text);
  };

  const draft = useKeptDraft(form, user.id, from?.kind === "edit" ? from.quoteId : null);
  const saved = (id: number) => {
    draft.forget();
    onSaved(id);
  };
  // Prices or types may have changed since they were loaded. The form shows the present ones before anything is sent again.
  const onRefused = () => void types.refetch();
  const { save, saveAsNew, saving, changed, refusal, failure } = useSaveQuote({ editing, products, onSaved: saved, onRefused });
  const isNewer = stored !== undefined && stored.values.version !== form.getValues("version");
  /** The measures that were asked about and not answered. They stop the form until they are mended or kept. */
  const [unanswered, setUnanswered] = useState<readonly OpenCheck[]>([]);
  const submit = (typed: QuoteValues) => {
    const open = openChecksOf(filledOf(typed.windows), products);
    setUnanswered(open);
    if (open.length === 0) save(typed);
  };

  return (
    <FormDialog
      open
      // A changed form asks before it closes, and then its draft is gone. An unchanged one leaves the kept draft as it is.
      onClose={() => {
        if (quote.isDirty) draft.forget();
        onClose();
      }}
      title={editing === null ? "Create New Quote" : "Edit Quote"}
      number={editing === null ? undefined : quoteNumber(editing)}
      size="xl"
      form={form}
      onSubmit={submit}
      onInvalid={(errors) => {
        setWholeHouse(false);
        quote.showFirstWrong(errors);
        const goneNow = goneType(errors);
        if (goneNow) toast({ title: "Error", description: goneNow, variant: "destructive" });
      }}
      submitLabel={changed ? "Accept the new price" : editing === null ? "Create Quote" : "Save changes"}
      submitDisabled={changed !== null && types.isFetching}
      pending={saving}
      error={failure}
      footer={<QuoteTotals preview={preview} filled={quote.filled} />}
      bodyClassName="flex flex-col p-0! max-md:scroll-pt-20 md:overflow-hidden!"
    >
      {changed && <PriceChange lines={changed.lines} total={preview.finalTotal} />}
      {refusal !== null && editing !== null && (
        <QuoteConflict
          reason={refusal}
          differences={isNewer ? differencesOf(stored.values, form.getValues(), products) : []}
          changeable={isNewer && stored.changeable === true}
          onSaveMine={() => {
            form.setValue("version", stored?.values.version);
            save(form.getValues());
          }}
          onTakeTheirs={() => {
            draft.forget();
            if (stored?.changeable) onStartOver?.();
            else onSaved(editing);
          }}
          onKeepAsNew={() => {
            setAsNew(true);
            saveAsNew(form.getValues());
          }}
        />
      )}
      {types.isError && <ShutterTypesAway retrying={types.isFetching} onRetry={() => void types.refetch()} />}
      {somethingGone && <Gone sentences={gone} />}
      <div className="shrink-0 md:flex">
        {isStaff(user.role) && editing === null && <CustomerField control={form.control} mayKeep={user.role === "super_admin"} />}
        <JobFields quote={quote} />
      </div>
      {wholeHouse ? (
        <HouseGrid quote={quote} onOpen={leaveHouse} />
      ) : (
        <div className="flex shrink-0 flex-col md:grid md:min-h-0 md:flex-1 md:grid-cols-[17rem_minmax(0,1fr)] md:border-y">
          <WindowPicker quote={quote} onPasteRows={() => setPasting("")} onHouse={() => setWholeHouse(true)} />
          <WindowEditor quote={quote} waiting={types.isPending} onPaste={onPaste} />
        </div>
      )}
      {pasting !== null && (
        <PasteDialog
          initial={pasting}
          present={form.getValues("windows")}
          room={quote.room}
          products={products}
          onAdd={(added) => {
            // First the dialog closes and gives the focus back.
            flushSync(() => setPasting(null));
            setTimeout(() => quote.addAll(added));
          }}
          onClose={() => setPasting(null)}
        />
      )}
      {unanswered.length > 0 && (
        <ChecksDialog
          open={unanswered}
          verb={editing === null ? "Create" : "Save"}
          onBack={() => {
            // First the dialog closes and gives the focus back.
            flushSync(() => {
              setUnanswered([]);
              setWholeHouse(false);
            });
            setTimeout(() => quote.showCheck(unanswered));
          }}
          onKeepAll={() => {
            setUnanswered([]);
            quote.keepAll(unanswered);
            save(form.getValues());
          }}
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
