import { useQuery } from "@tanstack/react-query";
import { query } from "#client/lib/api.ts";
import type { Products } from "../form/quote-values.ts";

/** No company sells more shutter types than this, so one page holds all of them. */
const ALL = "200";

/** The shutter types that a quote may have, also by id. */
export function useShutterTypes() {
  const types = useQuery(query("products", "list", { query: { limit: ALL } }));
  const products: Products = new Map((types.data ?? []).map((product) => [product.id, product]));
  return { types, products };
}
