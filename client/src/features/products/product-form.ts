import { z } from "zod";
import { parseNumber } from "#client/components/form/fields.tsx";
import type { Reply } from "#client/lib/api.ts";
import { api } from "#shared/contract/index.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { readColours, readSizes, writeList } from "./comma-list.ts";

export type Product = Reply<"products", "list">[number];

const { name, description, basePricePerM2, standardLouverSizes, colorOptions, widestPanelMm } = api.products.create.body.shape;

/** A text field whose reading has to satisfy the contract; the first sentence of the contract is the field's. */
const typedAs = <S extends z.ZodType>(contract: S, read: (typed: string) => unknown) =>
  z.string().transform((typed, context): z.output<S> => {
    const parsed = contract.safeParse(read(typed));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: parsed.error.issues[0]?.message ?? "" });
    return z.NEVER;
  });

/** Blank is missing ("Base price is required"); unreadable is not a positive number. */
const price = typedAs(basePricePerM2, (typed) => (typed.trim() === "" ? undefined : parseNumber(typed.replace("£", ""))));

/** Blank is the usual one. */
const widestPanel = typedAs(widestPanelMm, (typed) => (typed.trim() === "" ? null : parseNumber(typed.replace(/mm\s*$/i, ""))));

/** The simple dialog: a name and a price. */
export const simpleForm = z.object({ name, basePricePerM2: price });

/** The whole form, as it is typed. */
export const productForm = z.object({
  name,
  basePricePerM2: price,
  description,
  standardLouverSizes: typedAs(standardLouverSizes, (typed) => readSizes(typed).values),
  colorOptions: typedAs(colorOptions, (typed) => readColours(typed).values),
  widestPanelMm: widestPanel,
});

export type ProductFormValues = z.input<typeof productForm>;

export const typedProduct = (product: Product | null): ProductFormValues => ({
  name: product?.name ?? "",
  basePricePerM2: product?.basePricePerM2?.toFixed(2) ?? "",
  description: product?.description ?? "",
  standardLouverSizes: writeList(product?.standardLouverSizes ?? []),
  colorOptions: writeList(product?.colorOptions ?? []),
  widestPanelMm: product?.widestPanelMm?.toString() ?? "",
});

export const simpleBody = (values: z.output<typeof simpleForm>) => ({
  name: values.name,
  basePricePerM2: penceToPounds(values.basePricePerM2),
});

export const productBody = (values: z.output<typeof productForm>) => ({
  ...simpleBody(values),
  description: values.description?.trim() ? values.description : null,
  standardLouverSizes: values.standardLouverSizes ?? [],
  colorOptions: values.colorOptions ?? [],
  widestPanelMm: values.widestPanelMm ?? null,
});
