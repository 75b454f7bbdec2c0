import { z } from "zod";
import { optionalMillimetres, typedTextSchema } from "#client/components/form/amount-field.tsx";
import { parseNumber } from "#client/components/form/fields.tsx";
import { parseSupplierId } from "#client/components/form/supplier-field.tsx";
import type { Reply } from "#client/lib/api.ts";
import type { User } from "#client/lib/session.ts";
import { api } from "#shared/contract/index.ts";
import { milliM2ToM2 } from "#shared/domain/length.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { USUAL_FINISH } from "#shared/domain/timber.ts";
import { type ChoiceTaken, SURCHARGE_FIELDS, SURCHARGE_PER, type SurchargeField } from "#shared/domain/trade/surcharges.ts";
import { fieldOf } from "#shared/domain/window/fields/window-fields.ts";

export type Product = Reply<"products", "list">[number];

const contract = api.products.create.body.in.shape;
const {
  name,
  description,
  basePricePerM2,
  standardLouverSizes,
  colorOptions,
  widestPanelMm,
  deductionMm,
  densityKgM3,
  finish,
  leadWeeks,
  material,
} = contract;

/** A blank price gives the error "required", an unreadable one "not positive". */
const poundsTyped = (typed: string): number | undefined => (typed.trim() === "" ? undefined : parseNumber(typed.replace("£", "")));
const price = typedTextSchema(basePricePerM2, poundsTyped);

/** The minimum area in square metres; a blank field means no minimum. */
const leastArea = typedTextSchema(contract.minimumAreaM2, (typed) =>
  typed.trim() === "" ? null : parseNumber(typed.replace(/m²\s*$/, "")),
);

/** Some choices are numbers, while a select's value is a string. */
export const parseValue = (field: SurchargeField, typed: string): ChoiceTaken =>
  field === "louverSize" || fieldOf(field).kind === "count" ? Number(typed) : typed;

const surcharge = z.object({
  field: z.enum(SURCHARGE_FIELDS),
  value: z.string().min(1, "Choose a value"),
  amount: typedTextSchema(contract.surcharges.unwrap().element.in.shape.amount, poundsTyped),
  per: z.enum(SURCHARGE_PER),
});

export const simpleForm = z.object({ name, basePricePerM2: price });

export const productForm = z.object({
  name,
  basePricePerM2: price,
  description,
  standardLouverSizes: typedTextSchema(standardLouverSizes, (typed) => readSizes(typed).values),
  colorOptions: typedTextSchema(colorOptions, (typed) => readColours(typed).values),
  widestPanelMm: optionalMillimetres(widestPanelMm),
  deductionMm: optionalMillimetres(deductionMm),
  densityKgM3: optionalMillimetres(densityKgM3),
  finish,
  material,
  minimumAreaM2: leastArea,
  surcharges: z.array(surcharge),
  costPerM2: typedTextSchema(contract.costPerM2, (typed) => poundsTyped(typed) ?? null),
  costSurcharges: z.array(surcharge),
  leadWeeks: typedTextSchema(leadWeeks, (typed) => (typed.trim() === "" ? null : parseNumber(typed))),
  supplierId: z.string().transform(parseSupplierId),
});

type ProductFormValues = z.input<typeof productForm>;

type Surcharges = NonNullable<Product["surcharges"]>;
const toSurchargeValues = ({ field, value, amount, per }: Surcharges[number]) => ({
  field,
  value: String(value),
  amount: amount.toFixed(2),
  per,
});
const surchargeBody = ({ field, value, amount, per }: z.output<typeof surcharge>) => ({
  field,
  value: parseValue(field, value),
  amount: penceToPounds(amount),
  per,
});

export const toFormValues = (product: Product | null): ProductFormValues => ({
  name: product?.name ?? "",
  basePricePerM2: product?.basePricePerM2?.toFixed(2) ?? "",
  description: product?.description ?? "",
  standardLouverSizes: writeList(product?.standardLouverSizes ?? []),
  colorOptions: writeList(product?.colorOptions ?? []),
  widestPanelMm: product?.widestPanelMm?.toString() ?? "",
  deductionMm: product?.deductionMm?.toString() ?? "",
  densityKgM3: product?.densityKgM3?.toString() ?? "",
  finish: product?.finish ?? USUAL_FINISH,
  material: product?.material ?? "",
  minimumAreaM2: product?.minimumAreaM2?.toString() ?? "",
  surcharges: (product?.surcharges ?? []).map(toSurchargeValues),
  costPerM2: product?.costPerM2?.toFixed(2) ?? "",
  costSurcharges: (product?.costSurcharges ?? []).map(toSurchargeValues),
  leadWeeks: product?.leadWeeks?.toString() ?? "",
  supplierId: product?.supplierId?.toString() ?? "",
});

export const simpleBody = (values: z.output<typeof simpleForm>) => ({
  name: values.name,
  basePricePerM2: penceToPounds(values.basePricePerM2),
});

/**
 * The body of a save. An admin's body omits the supplier, minimum area, surcharges and costs, which
 * only the super admin may change.
 */
export const productBody = (
  { supplierId, minimumAreaM2, surcharges, costPerM2, costSurcharges, ...values }: z.output<typeof productForm>,
  { role }: Pick<User, "role">,
) => ({
  ...simpleBody(values),
  description: values.description?.trim() ? values.description : null,
  standardLouverSizes: values.standardLouverSizes ?? [],
  colorOptions: values.colorOptions ?? [],
  widestPanelMm: values.widestPanelMm ?? null,
  deductionMm: values.deductionMm ?? null,
  densityKgM3: values.densityKgM3 ?? null,
  finish: values.finish,
  material: values.material || null,
  ...(role === "super_admin" && {
    supplierId,
    minimumAreaM2: minimumAreaM2 == null ? null : milliM2ToM2(minimumAreaM2),
    surcharges: surcharges.map(surchargeBody),
    costPerM2: costPerM2 == null ? null : penceToPounds(costPerM2),
    costSurcharges: costSurcharges.map(surchargeBody),
  }),
  leadWeeks: values.leadWeeks ?? null,
  ...(role === "super_admin" && { supplierId }),
});

/** Lists are typed with commas (rule S12). */
const parts = (typed: string): string[] =>
  typed
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

const WHOLE_MILLIMETRES = /^(\d+)\s*(?:mm)?$/i;

interface Understood<T> {
  readonly values: readonly T[];
  /** The unreadable parts, which the form displays. */
  readonly dropped: readonly string[];
}

export function readSizes(typed: string): Understood<number> {
  const read = parts(typed).map((part) => ({ part, size: Number(WHOLE_MILLIMETRES.exec(part)?.[1] ?? Number.NaN) }));
  return {
    values: [...new Set(read.filter(({ size }) => size > 0).map(({ size }) => size))],
    dropped: read.filter(({ size }) => !(size > 0)).map(({ part }) => part),
  };
}

export const readColours = (typed: string): Understood<string> => ({ values: [...new Set(parts(typed))], dropped: [] });

const writeList = (values: readonly (string | number)[]): string => values.join(", ");
