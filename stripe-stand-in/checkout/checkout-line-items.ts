import type { ParamReader } from "#stripe-stand-in/params.ts";
import type { Context } from "#stripe-stand-in/state.ts";
import { invalid, missingParam } from "#stripe-stand-in/stripe-error.ts";
import { type LineItem, newId, type Price } from "#stripe-stand-in/stripe-objects.ts";

const MOST_ITEMS = 100;
const LARGEST_AMOUNT = 99_999_999;
const CURRENCIES = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

interface ReadItem {
  item: LineItem;
  /** The text below the item on the page. */
  details: string | null;
}

export function readLineItems(params: ParamReader, now: Context["now"]): ReadItem[] {
  const items = params.objects("line_items");
  if (items.length === 0) throw missingParam("line_items");
  if (items.length > MOST_ITEMS) throw invalid(`You can have at most ${MOST_ITEMS} line items.`, "line_items");
  const read = items.map((item) => readLineItem(item, now()));
  const odd = read.findIndex(({ item }) => item.currency !== read[0]?.item.currency);
  if (odd >= 0) throw invalid("All line items must have the same currency.", `line_items[${odd}][price_data][currency]`);
  return read;
}

function readLineItem(params: ParamReader, created: number): ReadItem {
  const data = params.object("price_data");
  if (!data) throw missingParam(params.name("price_data"));
  const product = data.object("product_data");
  if (!product) throw missingParam(data.name("product_data"));
  const description = product.requiredText("name");
  const details = product.text("description") ?? null;
  const quantity = params.requiredInteger("quantity");
  if (quantity < 1) throw invalid("This value must be greater than or equal to 1.", params.name("quantity"), "parameter_invalid_integer");
  const price = readPrice(data, created);
  const amount = (price.unit_amount ?? 0) * quantity;
  const item: LineItem = {
    id: newId.lineItem(),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description,
    metadata: params.metadata(),
    price,
    quantity,
  };
  return { item, details };
}

function readPrice(data: ParamReader, created: number): Price {
  const amount = data.requiredInteger("unit_amount");
  if (amount < 0) throw invalid("Invalid non-negative integer", data.name("unit_amount"), "parameter_invalid_integer");
  if (amount > LARGEST_AMOUNT) throw tooLarge(data.name("unit_amount"));
  const currency = data.requiredText("currency").toLowerCase();
  if (!CURRENCIES.has(currency)) throw invalid(`Invalid currency: ${currency}.`, data.name("currency"));
  return {
    id: newId.price(),
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: newId.product(),
    recurring: null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "one_time",
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
}

/**
 * Stripe's smallest charges in the currencies that this product could use; other currencies allow
 * one smallest unit.
 */
const SMALLEST: Record<string, number> = { gbp: 30, eur: 50, usd: 50 };

export function totalOf(items: LineItem[]): number {
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  const currency = items[0]?.currency ?? "";
  const least = SMALLEST[currency] ?? 1;
  if (total < least) {
    throw invalid(`The Checkout Session's total amount due must add up to at least ${least} ${currency}.`, undefined, "amount_too_small");
  }
  if (total > LARGEST_AMOUNT) throw tooLarge(undefined);
  return total;
}

function tooLarge(param: string | undefined) {
  return invalid("Amount must be no more than 99999999", param, "amount_too_large");
}
