import { useEffect, useState } from "react";
import { type FieldErrors, useWatch } from "react-hook-form";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import type { PhotosAlong } from "#client/device/outbox/outbox-store.ts";
import { calls } from "#client/lib/api.ts";
import { useMedia } from "#client/lib/browser/browser.ts";
import { can, useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { describeOwner } from "#client/lib/unfinished.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { ReviewDialog } from "../correct/review-dialog.tsx";
import { mergeQuotes, type Winner } from "../form/merge-quotes.ts";
import { changesInWords } from "../form/ordered-windows.ts";
import { describeDifferences } from "../form/quote-differences.ts";
import { useStoredDraft } from "../form/quote-draft.ts";
import type { FilledForm } from "../form/quote-start.ts";
import { isOrderable, listFilledWindows, type QuoteValues, type WindowValues } from "../form/quote-values.ts";
import { useQuoteForm } from "../form/use-quote-form.ts";
import { useDefaultTemplate } from "../form/window-template.ts";
import { cameraOf, NewPhotos, useNewPhotos } from "../photos/new-photos.tsx";
import { type PhotosToSend, SendPhotosDialog } from "../photos/send-photos-dialog.tsx";
import { StoredPhotos } from "../photos/stored-photos.tsx";
import { CustomerField } from "./customer-field.tsx";
import type { Stored } from "./filled-quote.tsx";
import { JobFields } from "./job-fields.tsx";
import { QuoteConflict } from "./quote-conflict.tsx";
import {
  DeviceFull,
  Gone,
  NoNetwork,
  NoShutterTypes,
  OtherTab,
  PriceChange,
  Refused,
  ShutterTypesAway,
  TYPES_AWAY,
} from "./quote-form-notices.tsx";
import { QuoteTotals } from "./quote-totals.tsx";
import { leadTimeOf, useReadyDay, useShutterTypes } from "./shutter-types.ts";
import { useSaveQuote } from "./use-save-quote.ts";
import { useStoredPrices } from "./use-stored-prices.ts";
import { useWindowsForm, WindowsFormDialog } from "./windows-form-dialog.tsx";

type QuoteFormDialogProps = {
  values: QuoteValues;
  /** The quote or order from which the windows were copied. */
  from?: Stored;
  /** The values stored now, which may be newer than the form's. */
  stored?: FilledForm;
  /**
   * The stored draft from which the values started. Unfinished changes saved by older versions lack
   * it.
   */
  base?: QuoteValues | undefined;
  /** The time at which an unfinished quote's values were saved. */
  draftSavedAt?: number | null;
  /** The choices of those windows that are no longer sold. */
  discontinued?: readonly string[];
  onClose: () => void;
  onSaved: (quoteId: number) => void;
  /** A quote that waited on this device and that the server refused, with the reason. */
  waiting?: { readonly id: number; readonly refused: string; readonly photos: readonly PhotosAlong[] };
  /** The quote was saved again, so the waiting entry is deleted. */
  onSavedAgain?: () => void;
  /** Restarts the form from the stored quote. */
  onStartOver?: () => void;
};

/**
 * The quote form: the customer, the job, the list of windows with the fields of one of them, and
 * the totals.
 */
export function QuoteFormDialog(props: QuoteFormDialogProps) {
  const { values, from, stored, draftSavedAt = null, discontinued = [], waiting, onClose, onSaved, onSavedAgain, onStartOver } = props;
  const user = useUser();
  const [customerId, setCustomerId] = useState(values.userId);
  const { types, products } = useShutterTypes(customerId);
  useLoadFailure(types, TYPES_AWAY);
  const [asNew, setAsNew] = useState(false);
  const editing = from?.kind === "edit" && !asNew ? from.quoteId : null;
  const isPhone = useMedia("(width < 48rem)");
  const isNew = from === undefined && waiting === undefined && draftSavedAt === null;
  const quote = useQuoteForm(values, products, { needsCustomer: user.role === "admin", paged: isPhone, beginsAtJob: isNew });
  const { form, preview } = quote;
  const readyOn = useReadyDay(quote.filledWindows, preview);
  useDefaultTemplate(quote, isNew);
  // Each customer has their own prices.
  const chosenId = useWatch({ control: form.control, name: "userId" });
  if (chosenId !== customerId) setCustomerId(chosenId);
  const somethingGone = discontinued.length > 0;
  const toMend = somethingGone || waiting !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (toMend) quote.judge();
  }, [toMend]);

  const [base, setBase] = useState(props.base);
  const draftOf = from?.kind === "edit" ? from.quoteId : waiting ? (`kept-${waiting.id}` as const) : null;
  const draft = useStoredDraft(form, {
    userId: user.id,
    who: describeOwner(user),
    quoteId: draftOf,
    startedAt: draftSavedAt,
    base,
    onBase: setBase,
  });
  const [sending, setSending] = useState<{ quoteId: number; windows: readonly PhotosToSend[] } | null>(null);
  const storedPrices = useStoredPrices();
  const newPhotos = useNewPhotos(waiting?.photos ?? [], {
    mayKeep: async () => (await storedPrices.readDay()) !== null,
    keepForm: draft.keepNow,
  });
  const forget = () => {
    draft.forget();
    newPhotos.sweep();
  };
  const takeTheirs = () => {
    draft.takeTheirs();
    newPhotos.load();
  };
  const saved = (quote: { readonly id: number; readonly items: readonly { id: number; name: string }[] } | null, photosSent: boolean) => {
    forget();
    onSavedAgain?.();
    if (!quote) return onClose();
    const windows = photosSent ? [] : newPhotos.toSend(listFilledWindows(form.getValues("windows")), quote.items);
    if (windows.length > 0) setSending({ quoteId: quote.id, windows });
    else onSaved(quote.id);
  };
  // Prices or types may have changed since they loaded. The form shows the current ones before
  // anything is sent again.
  const onRefused = () => void types.refetch();
  const {
    save,
    saveAsNew,
    saving,
    changed,
    refusal,
    isDeleted: deleted,
    takeUpAgain,
    failure,
  } = useSaveQuote({ editing, products, onSaved: saved, storedPrices, photos: newPhotos.along, onRefused });
  const isNewer = stored !== undefined && stored.values.version !== form.getValues("version");
  /**
   * The differences of a placed quote that staff have changed, to be reviewed before they are
   * saved.
   */
  const [reviewed, setReviewed] = useState<readonly string[] | null>(null);
  const placedTotal = editing === null ? undefined : stored?.placedTotal;
  const windowsForm = useWindowsForm(quote, isPhone, (typed) => {
    const lines = placedTotal === undefined || !stored ? [] : changesInWords(stored.values.windows, typed.windows, products);
    if (lines.length > 0) setReviewed(lines);
    else save(typed);
  });
  const saveLabel = changed ? "Accept the new price" : editing === null ? "Create Quote" : "Save changes";

  const onInvalid = (errors: FieldErrors<QuoteValues>) => {
    windowsForm.onInvalid(errors);
    const goneNow = goneType(errors);
    if (goneNow) toast({ title: "Error", description: goneNow, variant: "destructive" });
  };
  const changeable = isNewer && !deleted && stored.changeable === true;
  /**
   * Combines the form's changes with the stored draft's, relative to their common starting values.
   */
  const mergeFor = (winner: Winner) => (changeable && base ? mergeQuotes(base, form.getValues(), stored.values, products, winner) : null);
  const saveBoth = (winner: Winner) => {
    const merged = mergeFor(winner);
    if (!merged) return;
    setBase(stored?.values);
    form.reset(merged.values, { keepDefaultValues: true });
    // The combined form no longer matches the refused request, so the refusal's notice goes even if
    // validation fails.
    takeUpAgain();
    // The combination may be invalid even if both versions were valid, so it is validated like
    // typed values.
    void form.handleSubmit(windowsForm.submit, onInvalid)();
  };

  return (
    <WindowsFormDialog
      windowsForm={windowsForm}
      isNew={editing === null}
      // A changed form confirms its closing, which deletes its draft. An unchanged form leaves the
      // stored draft as it is.
      onClose={() => {
        if (quote.isDirty) forget();
        onClose();
      }}
      title={editing === null ? "Create New Quote" : "Edit Quote"}
      number={editing === null ? undefined : quoteNumber(editing)}
      onInvalid={onInvalid}
      verb={editing === null ? "Create" : "Save"}
      submitLabel={saveLabel}
      submitDisabled={changed !== null && types.isFetching}
      pending={saving}
      error={failure}
      footer={
        <QuoteTotals
          preview={preview}
          filled={quote.filledWindows.length}
          leadTime={leadTimeOf(quote.filledWindows, products)}
          readyOn={readyOn}
        />
      }
      waiting={types.isPending}
      notices={
        <>
          {draft.elsewhere && <OtherTab onKeepMine={draft.keepMine} onTakeTheirs={takeTheirs} />}
          {(draft.full || newPhotos.full) && <DeviceFull lost={draft.full ? "what you type" : "the last photo"} />}
          {storedPrices.day !== null && <NoNetwork day={storedPrices.day} />}
          {waiting && <Refused sentence={waiting.refused} />}
          {changed && <PriceChange lines={changed.lines} total={preview.finalTotalPence} />}
          {refusal !== null && editing !== null && (
            <QuoteConflict
              reason={refusal}
              differences={isNewer ? describeDifferences(stored.values, form.getValues(), products) : []}
              merged={mergeFor("mine")}
              changeable={changeable}
              onSaveBoth={saveBoth}
              onTakeTheirs={() => {
                forget();
                if (deleted) onClose();
                else if (stored?.changeable) onStartOver?.();
                else onSaved(editing);
              }}
              onKeepAsNew={() => {
                setAsNew(true);
                saveAsNew(form.getValues());
              }}
            />
          )}
          {types.isError && <ShutterTypesAway retrying={types.isFetching} onRetry={() => void types.refetch()} />}
          {types.isSuccess && ![...products.values()].some(isOrderable) && <NoShutterTypes role={user.role} />}
          {somethingGone && <Gone sentences={discontinued} />}
        </>
      }
      job={
        <>
          {isStaff(user.role) && editing === null && <CustomerField control={form.control} mayKeep={user.role === "super_admin"} />}
          <JobFields quote={quote} />
        </>
      }
      camera={editing === null && can(user, calls.quotes.addPhotos) ? cameraOf({ quote, photos: newPhotos }) : undefined}
      photos={
        editing !== null && quote.window.itemId !== undefined ? (
          <StoredPhotos
            key={quote.window.itemId}
            quoteId={editing}
            window={{ id: quote.window.itemId, name: quote.window.name }}
            photos={stored?.photos?.get(quote.window.itemId) ?? []}
            isDraft={stored?.changeable === true}
          />
        ) : (
          can(user, calls.quotes.addPhotos) && <NewPhotos quote={quote} photos={newPhotos} />
        )
      }
    >
      {reviewed && editing !== null && placedTotal !== undefined && (
        <ReviewDialog
          title="Save this change?"
          number={quoteNumber(editing)}
          lines={reviewed}
          total={{ before: placedTotal, after: penceToPounds(preview.finalTotalPence) }}
          words={null}
          submitLabel="Save change"
          pending={false}
          error={null}
          onSubmit={() => {
            setReviewed(null);
            save(form.getValues());
          }}
          onBack={() => setReviewed(null)}
        >
          <li>The customer is emailed this change.</li>
        </ReviewDialog>
      )}
      {sending && <SendPhotosDialog {...sending} onDone={() => onSaved(sending.quoteId)} />}
    </WindowsFormDialog>
  );
}

/**
 * The error of a shutter type that is no longer sold. The specification requires it in a toast too
 * (rule S8).
 */
const goneType = ({ windows = [] }: FieldErrors<QuoteValues>): string | undefined =>
  Array.from(windows as readonly (FieldErrors<WindowValues> | undefined)[])
    .map((row) => row?.shutterTypeId?.message)
    .find((message) => message?.startsWith("Product not found"));
