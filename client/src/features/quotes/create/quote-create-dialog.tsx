import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type FieldErrors, useForm, useFormState } from "react-hook-form";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { query, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError, failureSentence, NO_REPLY } from "#client/lib/api-error.ts";
import { useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { PasteDialog } from "../paste/paste-dialog.tsx";
import { usePaste } from "../paste/use-paste.ts";
import { useWarnings } from "../windows/use-warnings.ts";
import { useWindows } from "../windows/use-windows.ts";
import { WindowFields } from "../windows/window-fields.tsx";
import { firstWindow, type QuoteValues, toBody, type WindowValues } from "../windows/window-form.ts";
import { WindowPicker } from "../windows/window-picker.tsx";
import { CustomerField } from "./customer-field.tsx";
import { PriceChange, priceChangeIn } from "./price-change.tsx";
import { clearDraft, type QuoteDraft, readDraft } from "./quote-draft.ts";
import { QuoteDraftDialog } from "./quote-draft-dialog.tsx";
import { quoteResolver } from "./quote-resolver.ts";
import { QuoteTotals } from "./quote-totals.tsx";
import { ShutterTypesAway, TYPES_AWAY } from "./shutter-types-away.tsx";
import { useKeptDraft } from "./use-kept-draft.ts";

const FAILED = "Failed to create quote";
/** More shutter types than any company sells: all of them are in the one list. */
const ALL = "200";

/** The form, once it is settled whether it starts empty or with what was left unfinished on this device. */
export default function QuoteCreateDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const [now] = useState(() => Date.now());
  const [kept] = useState(() => readDraft(user.id, now));
  const [start, setStart] = useState<QuoteDraft["values"] | null>(kept ? null : { userId: null, windows: [firstWindow()] });
  if (start) return <QuoteForm start={start} onClose={onClose} />;
  if (!kept) return null;
  const discard = () => {
    clearDraft(user.id);
    setStart({ userId: null, windows: [firstWindow()] });
  };
  return <QuoteDraftDialog draft={kept} now={now} onContinue={() => setStart(kept.values)} onDiscard={discard} onClose={onClose} />;
}

function QuoteForm({ start, onClose }: { start: QuoteValues; onClose: () => void }) {
  const user = useUser();
  const shutterTypes = useQuery(query("products", "list", { query: { limit: ALL } }));
  useLoadFailure(shutterTypes, TYPES_AWAY);
  const products = new Map((shutterTypes.data ?? []).map((product) => [product.id, product]));
  const form = useForm<QuoteValues>({
    defaultValues: start,
    resolver: quoteResolver(products, user.role === "admin"),
    shouldFocusError: false,
  });
  const windows = useWindows(form, products);
  const warnings = useWarnings(form, windows, products);
  const paste = usePaste();
  const keyFor = useIdempotencyKey();
  const { isDirty } = useFormState({ control: form.control });
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
      // Prices or types are not what this form believes: it learns the present ones and shows them before anything is sent again.
      if (error instanceof ApiError && (error.status === 400 || error.status === 409)) void shutterTypes.refetch();
    };
    create.mutate({ body, idempotencyKey: keyFor(body) }, { onError: refused });
  };

  return (
    <FormDialog
      open
      // Changed work asks before it closes, and says that it can't be brought back; what was only looked at stays kept.
      onClose={isDirty ? done : onClose}
      title="Create New Quote"
      size="xl"
      form={form}
      onSubmit={submit}
      onInvalid={(errors) => {
        windows.showFirstWrong(errors);
        const gone = goneType(errors);
        if (gone) toast({ title: "Error", description: gone, variant: "destructive" });
      }}
      submitLabel={changed ? "Accept the new price" : "Create Quote"}
      submitDisabled={changed !== null && shutterTypes.isFetching}
      pending={create.isPending}
      error={changed ? null : failureIn(create.error)}
      footer={<QuoteTotals preview={windows.preview} />}
      bodyClassName="flex flex-col p-0! md:overflow-hidden!"
    >
      {changed && <PriceChange lines={changed.lines} total={windows.preview.finalTotal} />}
      {shutterTypes.isError && <ShutterTypesAway retrying={shutterTypes.isFetching} onRetry={() => void shutterTypes.refetch()} />}
      {isStaff(user.role) && <CustomerField control={form.control} mayKeep={user.role === "super_admin"} />}
      <div className="flex min-h-0 flex-1 flex-col md:grid md:grid-cols-[17rem_minmax(0,1fr)] md:border-y">
        <WindowPicker windows={windows} warnings={warnings} onPasteRows={paste.open} />
        <WindowFields
          form={form}
          windows={windows}
          products={products}
          warnings={warnings}
          waiting={shutterTypes.isPending}
          onPaste={paste.onPaste}
        />
      </div>
      {paste.text !== null && (
        <PasteDialog
          initial={paste.text}
          present={form.getValues("windows")}
          room={windows.room}
          products={products}
          onAdd={(added) => {
            paste.close();
            windows.addAll(added);
          }}
          onClose={paste.close}
        />
      )}
    </FormDialog>
  );
}

/** The one rule of a window that the specification's catalogue of failures names (rule S8): it is told in a toast as well as in its place. */
const goneType = ({ windows = [] }: FieldErrors<QuoteValues>): string | undefined =>
  Array.from(windows as readonly (FieldErrors<WindowValues> | undefined)[])
    .map((row) => row?.shutterTypeId?.message)
    .find((message) => message?.startsWith("Product not found"));

/** After silence nobody knows whether the quote was made; the key of the retry sees to it that there is one. */
function failureIn(error: unknown): string | null {
  if (!error) return null;
  if (error instanceof ApiError && error.status === 0) return `${FAILED}. ${NO_REPLY} It will not be made twice.`;
  return failureSentence(error, `${FAILED}. What you entered is still here: please try again.`);
}
