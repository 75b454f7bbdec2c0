import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type Control, type FieldNamesMarkedBoolean, type Resolver, useFieldArray, useForm, useFormState, useWatch } from "react-hook-form";
import { AmountField } from "#client/components/form/amount-field.tsx";
import { CheckboxField, parseNumber, TextareaField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { UndoNote } from "#client/components/page/undo-note.tsx";
import { Button, IconButton } from "#client/components/ui/control/button.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { type Input, query, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { offerUndo } from "#client/lib/undo.ts";
import { quotationBody } from "#shared/contract/retail.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { type Pence, pence, penceToPounds, poundsToPence } from "#shared/domain/money.ts";
import { MOST_EXTRAS, priceRetail, retailPrice } from "#shared/domain/trade/retail.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import type { Quote } from "../quote-actions.ts";
import type { Quotation } from "./link-standing.tsx";

const EXTRAS_PLACE = "extras";
const FAILED = "Failed to save the quotation";

interface Values {
  name: string;
  email: string;
  address: string;
  markupPercent: string;
  depositPercent: string;
  fitting: string;
  windows: { itemId: number; price: string }[];
  extras: { text: string; price: string; optional: boolean }[];
}
type Items = Reply<"quotes", "items">;

const plain = (typed: string): string => typed.replace(/^\s*[£]|%\s*$/g, "").trim();
/** NaN if the text is unreadable; null if it is blank. */
const typedAmount = (typed: string): number | null => (plain(typed) === "" ? null : parseNumber(plain(typed)));

const valuesOf = ({ customer, markupPercent, depositPercent, fitting, windows, extras }: Quotation): Values => ({
  ...customer,
  markupPercent: String(markupPercent),
  depositPercent: String(depositPercent),
  fitting: fitting.typedOver ? fitting.price.toFixed(2) : "",
  windows: windows.map(({ itemId, price, typedOver }) => ({ itemId, price: typedOver ? price.toFixed(2) : "" })),
  extras: extras.map(({ text, price, optional }) => ({ text, price: price.toFixed(2), optional })),
});

const CUSTOMER_FIELDS = ["name", "email", "address"] as const;
type Changed = Partial<Readonly<FieldNamesMarkedBoolean<Values>>>;

/**
 * Sends only the customer's changed fields, because the quote's own form changes them too (rule
 * Q19).
 */
const bodyOf = (values: Values, version: number, changed: Changed): Input<"retail", "save">["body"] => ({
  version,
  customer: Object.fromEntries(CUSTOMER_FIELDS.flatMap((name) => (changed[name] ? [[name, values[name]]] : []))),
  windows: values.windows.map(({ itemId, price }) => ({ itemId, price: typedAmount(price) })),
  fitting: { price: typedAmount(values.fitting) },
  extras: values.extras.map(({ text, price, optional }) => ({ text, price: typedAmount(price) ?? Number.NaN, optional })),
  markupPercent: typedAmount(values.markupPercent) ?? 0,
  depositPercent: typedAmount(values.depositPercent) ?? 0,
});

/** The form's field for the path of a contract error. */
const fieldOf = (path: readonly PropertyKey[]): string => {
  const [first, second, third] = path.map(String);
  if (first === "customer") return second ?? "name";
  if (first === "fitting") return "fitting";
  return [first, second, third].filter((part) => part !== undefined).join(".");
};

const ALL_CHANGED: Changed = { name: true, email: true, address: true };
const resolver =
  (version: number): Resolver<Values> =>
  (values) => {
    const { error } = quotationBody.safeParse(bodyOf(values, version, ALL_CHANGED));
    if (!error) return { values, errors: {} };
    const errors: Record<string, unknown> = {};
    for (const { path, message } of error.issues) {
      const parts = fieldOf(path).split(".");
      let node = errors;
      for (const part of parts.slice(0, -1)) {
        node[part] ??= {};
        node = node[part] as Record<string, unknown>;
      }
      node[parts.at(-1) ?? ""] ??= { type: "rule", message };
    }
    return { values: {}, errors: errors as never };
  };

/** The fitter's prices beside the windows. His margin is updated as he types (rule T4). */
export default function RetailPricesDialog(props: Omit<PricesFormProps, "items">) {
  const items = useQuery(query("quotes", "items", { params: { id: props.quote.id } }));
  return (
    <QueryView query={items} failure="Failed to fetch quote items" skeleton={<TableSkeleton rows={3} />}>
      {(windows) => <PricesForm {...props} items={windows} />}
    </QueryView>
  );
}

type PricesFormProps = {
  quote: Quote;
  quotation: Quotation;
  items: Items;
  onClose: () => void;
  /** The step after saving, if there is one. */
  onSaved?: (() => void) | undefined;
};

function PricesForm({ quote, quotation, items, onClose, onSaved = onClose }: PricesFormProps) {
  const form = useForm<Values>({ resolver: resolver(quotation.version), defaultValues: valuesOf(quotation) });
  const { control } = form;
  const { dirtyFields } = useFormState({ control });
  const extras = useFieldArray({ control, name: "extras" });
  const removeExtra = (place: number) => {
    const removed = form.getValues(`extras.${place}`);
    extras.remove(place);
    offerUndo({ place: EXTRAS_PLACE, words: `${removed.text || "The extra"} removed`, undo: () => extras.insert(place, removed) });
  };
  const save = useCall("retail", "save", { success: "Quotation saved", failure: FAILED, onSuccess: () => onSaved() });
  const figures = useFigures(control, { quote, quotation, items });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Prices and margin"
      number={quoteNumber(quote.id)}
      description="The prices that your customer pays. Neither we nor the workshop can see them."
      size="lg"
      tall
      form={form}
      onSubmit={(values) => save.mutate({ params: { id: quote.id }, body: bodyOf(values, quotation.version, dirtyFields) })}
      submitLabel="Save quotation"
      pending={save.isPending}
      error={save.error && failureSentence(save.error, FAILED)}
      footer={<Figures figures={figures} vatRegistered={quotation.vatRegistered} />}
    >
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <AmountField control={control} name="markupPercent" label="Markup" suffix="%" />
        <AmountField
          control={control}
          name="fitting"
          label="Fitting"
          prefix="£"
          optional
          placeholder={quotation.fitting.computed.toFixed(2)}
        />
        <AmountField control={control} name="depositPercent" label="Deposit" suffix="%" />
      </div>
      <div className="-mb-2 grid grid-cols-[1fr_9rem] gap-x-4 text-muted text-xs sm:grid-cols-[1fr_7rem_9rem]">
        <span>Window</span>
        <span className="text-right max-sm:hidden">Costs you</span>
        <span>Your price</span>
      </div>
      <ul aria-label="Windows" className="flex flex-col divide-y divide-border border-border border-y">
        {items.map((item, place) => (
          <li key={item.id} className="grid grid-cols-[1fr_9rem] items-center gap-x-4 gap-y-1 py-3 sm:grid-cols-[1fr_7rem_9rem]">
            <span className="min-w-0">
              <span className="block truncate font-medium">{item.name}</span>
              <span className="text-muted text-sm sm:hidden">costs you {formatMoney(costOf(item, quotation.vatRegistered))}</span>
            </span>
            <span className="text-right text-muted tabular-nums max-sm:hidden">{formatMoney(costOf(item, quotation.vatRegistered))}</span>
            <AmountField
              control={control}
              name={`windows.${place}.price`}
              label={`Price of ${item.name}`}
              hideLabel
              prefix="£"
              placeholder={figures?.computed[place] ?? ""}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-3">
        <h3 className="font-semibold">Extras</h3>
        {extras.fields.map((field, place) => (
          <div key={field.id} className="grid grid-cols-[1fr_8rem_auto] items-start gap-3">
            <TextField
              control={control}
              name={`extras.${place}.text`}
              label="What"
              hideLabel
              placeholder="What it is"
              maxLength={LONGEST.extra}
            />
            <AmountField control={control} name={`extras.${place}.price`} label="Price of the extra" hideLabel prefix="£" />
            {/* The Tab key reaches the checkbox before Remove, which is to the right of the price. */}
            <CheckboxField
              control={control}
              name={`extras.${place}.optional`}
              label="Your customer may choose it"
              className="col-span-3 row-start-2"
            />
            <IconButton label="Remove the extra" icon={<X />} className="col-start-3 row-start-1" onClick={() => removeExtra(place)} />
          </div>
        ))}
        <UndoNote place={EXTRAS_PLACE} />
        {extras.fields.length < MOST_EXTRAS && (
          <Button
            variant="ghost"
            icon={<Plus />}
            className="-ml-2 self-start"
            onClick={() => extras.append({ text: "", price: "", optional: false })}
          >
            Add an extra
          </Button>
        )}
      </div>
      <div className="flex flex-col gap-4 border-border border-t pt-4">
        <h3 className="font-semibold">For whom</h3>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="name" label="Customer's name" optional maxLength={LONGEST.customerName} />
          <TextField control={control} name="email" label="Email" optional inputMode="email" maxLength={LONGEST.email} />
        </div>
        <TextareaField control={control} name="address" label="Address" optional rows={2} maxLength={LONGEST.address} />
      </div>
    </FormDialog>
  );
}

/**
 * A window's cost for the fitter, in pounds. A fitter who is not registered for VAT can't reclaim
 * it, so it is included.
 */
const costOf = ({ itemTotalPrice }: Items[number], vatRegistered: boolean): number =>
  vatRegistered ? (itemTotalPrice ?? 0) : Math.round((itemTotalPrice ?? 0) * 120) / 100;

/** Recalculates with the server's own functions during typing; null while a value is unreadable. */
function useFigures(control: Control<Values>, { quote, quotation, items }: Omit<PricesFormProps, "onClose" | "onSaved">) {
  const typed = useWatch({ control }) as Values;
  const { vatRegistered } = quotation;
  const markup = typedAmount(typed.markupPercent) ?? 0;
  const amounts = [
    ...typed.windows.map(({ price }) => price),
    typed.fitting,
    typed.depositPercent,
    ...typed.extras.map(({ price }) => price),
  ].map(typedAmount);
  if (Number.isNaN(markup) || amounts.some((amount) => Number.isNaN(amount))) return null;
  const inPence = (text: string): Pence | null => {
    const amount = typedAmount(text);
    return amount === null ? null : poundsToPence(amount);
  };
  const nets = items.map(({ itemTotalPrice }) => poundsToPence(itemTotalPrice ?? 0));
  const markupHundredths = Math.round(markup * 100);
  const terms = { vatRegistered, markupHundredths, depositHundredths: Math.round((typedAmount(typed.depositPercent) ?? 0) * 100) };
  const priced = priceRetail({
    ...terms,
    fittingPricePence: pence(0),
    fittingPer: "job",
    windows: items.map(({ quantity }, place) => ({
      net: nets[place] as Pence,
      quantity,
      typed: inPence(typed.windows[place]?.price ?? ""),
    })),
    fittingTyped: inPence(typed.fitting) ?? poundsToPence(quotation.fitting.computed),
    extras: typed.extras.map(({ text, price, optional }) => ({ text, pence: inPence(price) ?? pence(0), optional })),
    trade: { subtotalPence: poundsToPence(quote.subtotal ?? 0), finalTotalPence: poundsToPence(quote.finalTotal ?? 0) },
  });
  return { ...priced, computed: nets.map((net) => penceToPounds(retailPrice(net, terms)).toFixed(2)) };
}

function Figures({ figures, vatRegistered }: { figures: ReturnType<typeof useFigures>; vatRegistered: boolean }) {
  if (!figures) return null;
  const { totalPence, marginPence, marginTenths } = figures;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums" aria-live="polite">
      <div>
        <dt className="text-muted text-xs">Total{vatRegistered ? " with VAT" : ""}</dt>
        <dd className="font-semibold">{formatMoney(penceToPounds(totalPence))}</dd>
      </div>
      <div>
        <dt className="text-muted text-xs">Your margin</dt>
        <dd className={marginPence < 0 ? "font-semibold text-danger" : "font-semibold"}>
          {formatMoney(penceToPounds(marginPence))}
          {marginTenths !== null && ` · ${marginTenths / 10} %`}
        </dd>
      </div>
    </dl>
  );
}
