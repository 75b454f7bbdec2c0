import { useState } from "react";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { Money } from "#client/components/facts/values.tsx";
import { AmountField } from "#client/components/form/amount-field.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { DayField } from "#client/components/form/day-field.tsx";
import { parseNumber } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatDate, formatMoney } from "#client/lib/format.ts";
import { hasAtMostDecimals, toUnits } from "#shared/domain/decimal.ts";
import { type Pence, penceToPounds, poundsToPence } from "#shared/domain/money.ts";
import { addDays, type Day, londonDay } from "#shared/domain/period.ts";
import { applyPercent, HIGHEST_PRICE_PER_M2 } from "#shared/domain/trade/pricing.ts";
import { priceQuestion } from "./price-move.ts";
import type { Product } from "./product-form.ts";

const FAILED = "Failed to save the prices";

export type Plan = Reply<"products", "plannedPrices">[number];

interface Values {
  from: Day | null;
  percent: string;
  /** The typed prices, by the type's id as `t12`. A blank price does not change. */
  prices: Record<string, string>;
  /** The typed costs, in the same form. */
  costs: Record<string, string>;
}
const keyOf = ({ id }: Pick<Product, "id">) => `t${id}` as const;

/** The price on a day: today's price, or the latest planned price that holds by then. */
const priceOn = (product: Product, day: Day | null, plans: readonly Plan[]): Pence => {
  const ahead = plans.flatMap(({ from, changes }) =>
    changes.flatMap(({ productId, after }) =>
      productId === product.id && after !== undefined && day !== null && from <= day ? [{ from, after }] : [],
    ),
  );
  const last = ahead.toSorted((one, other) => one.from.localeCompare(other.from)).at(-1);
  return poundsToPence(last?.after ?? product.basePricePerM2 ?? 0);
};

/** The cost on a day, as the price; `no cost` if the type has none. */
const costInWords = (product: Product, day: Day | null, plans: readonly Plan[]): string => {
  const ahead = plans.flatMap(({ from, changes }) =>
    changes.flatMap(({ productId, costAfter }) =>
      productId === product.id && costAfter !== undefined && day !== null && from <= day ? [{ from, costAfter }] : [],
    ),
  );
  const last = ahead.toSorted((one, other) => one.from.localeCompare(other.from)).at(-1);
  const cost = last?.costAfter ?? product.costPerM2;
  return cost == null ? "no cost" : `cost ${formatMoney(cost)}`;
};

const blankFor = (products: readonly Product[]) => Object.fromEntries(products.map((product) => [keyOf(product), ""]));
const readPrice = (typed: string): number => parseNumber(typed.replace("£", ""));
const readPercent = (typed: string): number => parseNumber(typed.replace(/%\s*$/, "").replace("−", "-"));

type PricePlanDialogProps = { plans: readonly Plan[]; types: readonly Product[]; onClose: () => void };

/**
 * Plans new prices from a day on, each typed, or filled in by a percentage. The old and new prices
 * are side by side.
 */
export default function PricePlanDialog({ plans, types, onClose }: PricePlanDialogProps) {
  const products = types.toSorted((one, other) => one.name.localeCompare(other.name));
  const tomorrow = addDays(londonDay(new Date()), 1);
  const form = useForm<Values>({
    defaultValues: { from: null, percent: "", prices: blankFor(products), costs: blankFor(products) },
    resolver: resolver(tomorrow),
  });
  const from = useWatch({ control: form.control, name: "from" });
  const keyFor = useIdempotencyKey();
  const plan = useCall("products", "planPrices", {
    success: (stored) => `The prices apply from ${formatDate(stored.from)}`,
    failure: FAILED,
    onSuccess: onClose,
  });
  const [asking, setAsking] = useState<{ questions: readonly string[]; go: () => void } | null>(null);

  /** A valid percentage fills in every price; each price can be edited afterwards. */
  const fillIn = () => {
    const percent = readPercent(form.getValues("percent"));
    const fault = percentFault(percent);
    if (fault !== null) return form.setError("percent", { type: "rule", message: fault });
    form.clearErrors();
    for (const product of products) {
      const after = applyPercent(priceOn(product, form.getValues("from"), plans), toUnits(percent, 2));
      form.setValue(`prices.${keyOf(product)}`, penceToPounds(after).toFixed(2), { shouldDirty: true });
    }
  };

  const submit = ({ from: day, prices, costs }: Values) => {
    const typedIn = (amounts: Record<string, string>, product: Product) => {
      const typed = amounts[keyOf(product)]?.trim();
      return typed ? readPrice(typed) : undefined;
    };
    const changes = products.flatMap((product) => {
      const typed = prices[keyOf(product)]?.trim();
      return typed && day ? [{ product, before: priceOn(product, day, plans), after: poundsToPence(readPrice(typed)) }] : [];
    });
    const body = {
      from: day ?? "",
      changes: products.flatMap((product) => {
        const [price, cost] = [typedIn(prices, product), typedIn(costs, product)];
        if (price === undefined && cost === undefined) return [];
        return [
          { productId: product.id, ...(price !== undefined && { basePricePerM2: price }), ...(cost !== undefined && { costPerM2: cost }) },
        ];
      }),
    };
    const go = () => plan.mutate({ body, idempotencyKey: keyFor(body) });
    const questions = changes.flatMap(({ product, before, after }) => priceQuestion(product.name, before, after) ?? []);
    if (questions.length === 0) go();
    else setAsking({ questions, go });
  };

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Change prices from a day"
      description="Per m² before VAT. Existing quotes keep their price."
      tall
      form={form}
      onSubmit={submit}
      submitLabel="Save prices"
      pending={plan.isPending}
      error={plan.isError ? failureSentence(plan.error, FAILED) : null}
    >
      <DayField control={form.control} name="from" label="From" hint="The first day on which they apply." min={tomorrow} />
      <div className="flex items-start gap-3">
        <AmountField
          control={form.control}
          name="percent"
          label="Change all by"
          suffix="%"
          optional
          hint="4 is 4 % more, -4 less."
          className="max-w-48"
        />
        <Button className="mt-6" onClick={fillIn}>
          Fill in
        </Button>
      </div>
      <Table>
        <thead>
          <TableRow>
            <TableHead>Shutter type</TableHead>
            <TableHead className="text-right!">{from ? "Until then" : "Now"}</TableHead>
            <TableHead className="text-right!">From then</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {products.map((product) => (
            <TableRow key={product.id}>
              <TableCell className="align-middle! wrap-anywhere">{product.name}</TableCell>
              <TableCell className="text-right align-middle!">
                <Money amount={penceToPounds(priceOn(product, from, plans))} />
                <span className="block text-xs text-muted">{costInWords(product, from, plans)}</span>
              </TableCell>
              <TableCell className="w-36">
                <AmountField
                  control={form.control}
                  name={`prices.${keyOf(product)}`}
                  label={`New price of ${product.name}`}
                  hideLabel
                  prefix="£"
                  placeholder="Same price"
                />
                <AmountField
                  control={form.control}
                  name={`costs.${keyOf(product)}`}
                  label={`New cost of ${product.name}`}
                  hideLabel
                  prefix="£"
                  placeholder="Same cost"
                  className="mt-2"
                />
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title={asking.questions.length === 1 ? "Save this price?" : "Save these prices?"}
          confirmLabel={asking.questions.length === 1 ? "Save the price" : "Save the prices"}
          cancelLabel="Go back"
          onConfirm={() => {
            asking.go();
            setAsking(null);
          }}
          pending={false}
        >
          {asking.questions.map((question) => (
            <p key={question} className="mb-2">
              {question}
            </p>
          ))}
        </ConfirmDialog>
      )}
    </FormDialog>
  );
}

const percentFault = (percent: number): string | null =>
  percent >= -50 && percent <= 100 && percent !== 0 && hasAtMostDecimals(percent, 2) ? null : "Percent must be between -50 and 100";

function priceFault(typed: string, word: "Price" | "Cost"): string | null {
  const price = readPrice(typed);
  if (!(price > 0)) return `${word} must be a positive number`;
  if (!hasAtMostDecimals(price, 2)) return `${word} can have at most two decimals`;
  return poundsToPence(price) > HIGHEST_PRICE_PER_M2 ? `${word} must be at most £100,000` : null;
}

const resolver =
  (tomorrow: Day): Resolver<Values> =>
  (values) => {
    const fault = (message: string) => ({ type: "rule", message });
    const typedIn = (amounts: Record<string, string>) => Object.entries(amounts).filter(([, text]) => text?.trim());
    const faultsOf = (amounts: Record<string, string>, word: "Price" | "Cost") =>
      typedIn(amounts).flatMap(([key, text]) => {
        const message = priceFault(text, word);
        return message ? [[key, fault(message)] as const] : [];
      });
    const [wrong, wrongCosts] = [faultsOf(values.prices, "Price"), faultsOf(values.costs, "Cost")];
    const errors = {
      ...((values.from === null || values.from < tomorrow) && { from: fault("The day must be after today") }),
      ...(typedIn(values.prices).length + typedIn(values.costs).length === 0 && {
        percent: fault("Give a percentage and fill in, or a price below"),
      }),
      ...(wrong.length > 0 && { prices: Object.fromEntries(wrong) }),
      ...(wrongCosts.length > 0 && { costs: Object.fromEntries(wrongCosts) }),
    };
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
