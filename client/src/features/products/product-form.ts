import { z } from "zod";
import { orUsualMm, typedAs } from "#client/components/form/amount-field.tsx";
import { parseNumber } from "#client/components/form/fields.tsx";
import { chosenSupplier } from "#client/components/form/supplier-field.tsx";
import type { Reply } from "#client/lib/api.ts";
import type { User } from "#client/lib/session.ts";
import { api } from "#shared/contract/index.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { USUAL_FINISH } from "#shared/domain/window/timber.ts";

export type Product = Reply<"products", "list">[number];

const { name, description, basePricePerM2, standardLouverSizes, colorOptions, widestPanelMm, deductionMm, densityKgM3, finish, material } =
  api.products.create.body.in.shape;

/** A blank price is "required", an unreadable one "not positive". */
const price = typedAs(basePricePerM2, (typed) => (typed.trim() === "" ? undefined : parseNumber(typed.replace("£", ""))));

/** What the simple dialog asks. */
export const simpleForm = z.object({ name, basePricePerM2: price });

/** What the full dialog asks. */
export const productForm = z.object({
  name,
  basePricePerM2: price,
  description,
  standardLouverSizes: typedAs(standardLouverSizes, (typed) => readSizes(typed).values),
  colorOptions: typedAs(colorOptions, (typed) => readColours(typed).values),
  widestPanelMm: orUsualMm(widestPanelMm),
  deductionMm: orUsualMm(deductionMm),
  densityKgM3: orUsualMm(densityKgM3),
  finish,
  material,
  supplierId: z.string().transform(chosenSupplier),
});

type ProductFormValues = z.input<typeof productForm>;

export const typedProduct = (product: Product | null): ProductFormValues => ({
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
  supplierId: product?.supplierId?.toString() ?? "",
});

export const simpleBody = (values: z.output<typeof simpleForm>) => ({
  name: values.name,
  basePricePerM2: penceToPounds(values.basePricePerM2),
});

/** Left out, the supplier stays: only the super admin says who it is. */
export const productBody = ({ supplierId, ...values }: z.output<typeof productForm>, { role }: Pick<User, "role">) => ({
  ...simpleBody(values),
  description: values.description?.trim() ? values.description : null,
  standardLouverSizes: values.standardLouverSizes ?? [],
  colorOptions: values.colorOptions ?? [],
  widestPanelMm: values.widestPanelMm ?? null,
  deductionMm: values.deductionMm ?? null,
  densityKgM3: values.densityKgM3 ?? null,
  finish: values.finish,
  material: values.material || null,
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
  /** The parts that are left out. The form shows them. */
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
