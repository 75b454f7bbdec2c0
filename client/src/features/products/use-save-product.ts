import { type Input, useCall } from "#client/lib/api.ts";
import type { Product } from "./product-form.ts";

type Body = Input<"products", "create">["body"];

/** The same words whether it is new or changed (rule S8). */
export function useSaveProduct(product: Product | null, onSaved: () => void) {
  const words = { success: "Product added or updated successfully", failure: "Failed to save product", onSuccess: onSaved };
  const create = useCall("products", "create", words);
  const update = useCall("products", "update", words);
  return {
    save: (body: Body) => (product ? update.mutate({ body: { id: product.id, ...body } }) : create.mutate({ body })),
    pending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  };
}
