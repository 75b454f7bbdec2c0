import { type Control, type Resolver, useForm, useWatch } from "react-hook-form";
import { Money } from "#client/components/facts/values.tsx";
import { AmountField } from "#client/components/form/amount-field.tsx";
import { DayField } from "#client/components/form/day-field.tsx";
import { parseNumber, SelectField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { type Input, type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatDate } from "#client/lib/format.ts";
import { hasAtMostDecimals } from "#shared/domain/decimal.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { addDays, type Day, londonDay } from "#shared/domain/period.ts";
import { MOST_DISCOUNT_HUNDREDTHS } from "#shared/domain/trade/ledger.ts";
import { HIGHEST_PRICE_PER_M2 } from "#shared/domain/trade/pricing.ts";

const FAILED = "Failed to save the terms";

type Product = Reply<"products", "list">[number];
type Kind = "same" | "price" | "discount" | "general";
interface Values {
  from: Day | null;
  /** A blank discount stays. */
  discount: string;
  /** By the type's id as `t12`. */
  kinds: Record<string, Kind>;
  amounts: Record<string, string>;
}
const keyOf = ({ id }: Pick<Product, "id">) => `t${id}` as const;

const valuesFor = <Value,>(products: readonly Product[], value: Value): Record<string, Value> =>
  Object.fromEntries(products.map((product) => [keyOf(product), value]));

const KINDS = [
  { value: "same", label: "Same terms" },
  { value: "price", label: "Fixed price" },
  { value: "discount", label: "Discount" },
  { value: "general", label: "General terms" },
] as const satisfies readonly { value: Kind; label: string }[];

type TypeBody = NonNullable<Input<"clients", "planTerms">["body"]["types"]>[number];
type TermsPlanDialogProps = {
  client: Pick<Reply<"clients", "read">, "id" | "companyName">;
  types: readonly Product[];
  onClose: () => void;
};

/** Plans a client's terms from a later day on: in general, and by shutter type. */
export default function TermsPlanDialog({ client, types, onClose }: TermsPlanDialogProps) {
  const tomorrow = addDays(londonDay(new Date()), 1);
  const products = types.toSorted((one, other) => one.name.localeCompare(other.name));
  const form = useForm<Values>({
    defaultValues: { from: null, discount: "", kinds: valuesFor(products, "same"), amounts: valuesFor(products, "") },
    resolver: resolver(tomorrow),
  });
  const keyFor = useIdempotencyKey();
  const plan = useCall("clients", "planTerms", {
    success: (stored) => `The terms apply from ${formatDate(stored.from)}`,
    failure: FAILED,
    onSuccess: onClose,
  });
  const submit = ({ from, discount, kinds, amounts }: Values) => {
    const changed = Object.entries(kinds).flatMap(([key, kind]): TypeBody[] => {
      const productId = Number(key.slice(1));
      if (kind === "price") return [{ productId, pricePerM2: readAmount(amounts[key]) }];
      if (kind === "discount") return [{ productId, discountPercent: readAmount(amounts[key]) }];
      return kind === "general" ? [{ productId, discountPercent: null }] : [];
    });
    const body = {
      from: from ?? "",
      ...(discount.trim() && { discountPercent: readAmount(discount) }),
      ...(changed.length > 0 && { types: changed }),
    };
    plan.mutate({ params: { id: client.id }, body, idempotencyKey: keyFor(body) });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Change terms from a day"
      description={`${client.companyName}. Existing quotes keep their prices.`}
      tall
      form={form}
      onSubmit={submit}
      submitLabel="Save terms"
      pending={plan.isPending}
      error={plan.isError ? failureSentence(plan.error, FAILED) : null}
    >
      <DayField control={form.control} name="from" label="From" hint="The first day on which they apply." min={tomorrow} />
      <AmountField
        control={form.control}
        name="discount"
        label="Discount"
        suffix="%"
        optional
        placeholder="As it is"
        hint="For every type without terms of its own. 0 ends it."
        className="max-w-48"
      />
      <Table>
        <thead>
          <TableRow>
            <TableHead>Shutter type</TableHead>
            <TableHead className="text-right!">List</TableHead>
            <TableHead>From then</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {products.map((product) => (
            <TypeRow key={product.id} control={form.control} product={product} />
          ))}
        </tbody>
      </Table>
    </FormDialog>
  );
}

function TypeRow({ control, product }: { control: Control<Values>; product: Product }) {
  const key = keyOf(product);
  const kind = useWatch({ control, name: `kinds.${key}` }) ?? "same";
  return (
    <TableRow>
      <TableCell className="align-middle! wrap-anywhere">{product.name}</TableCell>
      <TableCell className="text-right align-middle!">
        <Money amount={product.basePricePerM2} />
      </TableCell>
      <TableCell className="w-40">
        <SelectField control={control} name={`kinds.${key}`} label={`Terms of ${product.name}`} hideLabel options={KINDS} />
        {(kind === "price" || kind === "discount") && (
          <AmountField
            control={control}
            name={`amounts.${key}`}
            label={`${kind === "price" ? "Price" : "Discount"} of ${product.name}`}
            hideLabel
            {...(kind === "price" ? { prefix: "£" } : { suffix: "%" })}
            className="mt-2"
          />
        )}
      </TableCell>
    </TableRow>
  );
}

const readAmount = (typed = ""): number => parseNumber(typed.replace(/[£%]/g, "").trim());

function discountFault(typed: string): string | null {
  const percent = readAmount(typed);
  const isTaken = percent >= 0 && percent <= MOST_DISCOUNT_HUNDREDTHS / 100 && hasAtMostDecimals(percent, 2);
  return isTaken ? null : "Discount must be between 0 and 60 percent";
}
function priceFault(typed: string): string | null {
  const price = readAmount(typed);
  if (!(price > 0)) return "Price must be a positive number";
  if (!hasAtMostDecimals(price, 2)) return "Price can have at most two decimals";
  return price > penceToPounds(HIGHEST_PRICE_PER_M2) ? "Price must be at most £100,000" : null;
}

const resolver =
  (tomorrow: Day): Resolver<Values> =>
  (values) => {
    const fault = (message: string) => ({ type: "rule", message });
    const changed = Object.entries(values.kinds).filter(([, kind]) => kind && kind !== "same");
    const wrong = changed.flatMap(([key, kind]) => {
      const typed = values.amounts[key] ?? "";
      const message = kind === "price" ? priceFault(typed) : kind === "discount" ? discountFault(typed) : null;
      return message ? [[key, fault(message)] as const] : [];
    });
    const typed = values.discount.trim();
    const discount = typed === "" ? null : discountFault(typed);
    const errors = {
      ...((values.from === null || values.from < tomorrow) && { from: fault("The day must be after today") }),
      ...(discount && { discount: fault(discount) }),
      ...(typed === "" && changed.length === 0 && { discount: fault("Give at least one of the terms") }),
      ...(wrong.length > 0 && { amounts: Object.fromEntries(wrong) }),
    };
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
