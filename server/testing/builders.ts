import type { z } from "zod";
import type { orderRow } from "#shared/contract/orders.ts";
import type { createQuoteBody } from "#shared/contract/parts/quote-bodies.ts";
import type { quoteItemBody } from "#shared/contract/parts/windows.ts";
import type { productRow } from "#shared/contract/products.ts";
import type { quoteDetails } from "#shared/contract/quotes.ts";
import type { Reply, TestClient } from "./calls/test-client.ts";

/** The types of the wire. */
export type ProductReply = z.input<typeof productRow>;
export type QuoteReply = z.input<typeof quoteDetails>;
export type OrderReply = z.input<typeof orderRow>;
export type WindowBody = z.input<typeof quoteItemBody>;

/**
 * Ordinary records, made through the API as people make them; a test sets only the fields that
 * matter to it.
 */
export interface Builders {
  product(overrides?: Partial<ProductReply>): Promise<ProductReply>;
  /** A window of 1.2 m x 1.5 m in a product of the test's own (or one made for it). */
  windowOf(product: ProductReply, overrides?: Partial<WindowBody>): WindowBody;
  /** A draft that the customer made, by default with one window. */
  quoteFor(customer: TestClient, overrides?: Partial<z.input<typeof createQuoteBody>>): Promise<QuoteReply>;
  /** The order of a new quote of the customer's, converted by the super admin. */
  orderFor(customer: TestClient, overrides?: Partial<z.input<typeof createQuoteBody>> & { shippingAddress?: string }): Promise<OrderReply>;
}

export function createBuilders(superAdmin: () => Promise<TestClient>): Builders {
  let made = 0;
  let usual: Promise<ProductReply> | undefined;

  const builders: Builders = {
    async product(overrides = {}) {
      made += 1;
      const body = {
        name: `Basswood ${made}`,
        basePricePerM2: 150.5,
        standardLouverSizes: [64, 76, 89],
        colorOptions: ["White", "Cream", "Black"],
        ...overrides,
      };
      return succeeded(await (await superAdmin()).post<ProductReply>("/api/products", body));
    },

    windowOf: (product, overrides = {}) => ({
      shutterTypeId: product.id,
      widthM: 1.2,
      heightM: 1.5,
      louverSize: product.standardLouverSizes[0] ?? 64,
      colorSelection: product.colorOptions[0] ?? "White",
      ...overrides,
    }),

    async quoteFor(customer, overrides = {}) {
      const usualItems = async () => {
        usual ??= builders.product();
        return [builders.windowOf(await usual)];
      };
      const items = overrides.items ?? (await usualItems());
      return succeeded(await customer.post<QuoteReply>("/api/quotes", { ...overrides, items }));
    },

    async orderFor(customer, { shippingAddress = "1 High Street, Lewes", ...asked } = {}) {
      // The address is ignored for a company that has one.
      const companyAddress = "1 Castle Street, Lewes";
      const quote = await builders.quoteFor(customer, asked);
      // The conversion is accepted also beyond the limit that some of the demo's companies have.
      const body = { shippingAddress, companyAddress, acceptOverLimit: true };
      return succeeded(await (await superAdmin()).post<OrderReply>(`/api/quotes/${quote.id}/convert`, body));
    },
  };
  return builders;
}

/** The body of a reply. Throws if the call failed, because the test would prove nothing then. */
export function succeeded<Body>({ status, body, text }: Reply<Body>): Body {
  if (status >= 300) throw new Error(`Expected a success, got ${status}: ${text}`);
  return body;
}
