import { type ParamReader, webAddress } from "#stripe-stand-in/params.ts";
import type { Context, StoredSession } from "#stripe-stand-in/state.ts";
import { invalid } from "#stripe-stand-in/stripe-error.ts";
import { newId, nulls, type Session } from "#stripe-stand-in/stripe-objects.ts";
import { readLineItems, totalOf } from "./checkout-line-items.ts";

const HALF_HOUR = 30 * 60;
const DAY = 24 * 3600;

export function readSession(params: ParamReader, { now }: Pick<Context, "now">): StoredSession {
  refuseOtherModes(params);
  const lines = readLineItems(params, now);
  const items = lines.map(({ item }) => item);
  const total = totalOf(items);
  const cancelUrl = params.text("cancel_url");
  const payment = params.object("payment_intent_data");
  const created = now();
  const session: Session = {
    ...blankSession(created),
    allowed_payment_method_types: readMethods(params),
    amount_subtotal: total,
    amount_total: total,
    cancel_url: cancelUrl === undefined ? null : webAddress(cancelUrl, "cancel_url"),
    client_reference_id: params.text("client_reference_id", 200) ?? null,
    currency: items[0]?.currency ?? null,
    customer_creation: "if_required",
    customer_email: readEmail(params),
    expires_at: readExpiry(params, created),
    metadata: params.metadata(),
    success_url: webAddress(params.requiredText("success_url"), "success_url"),
  };
  return {
    session,
    items,
    itemDetails: lines.map(({ details }) => details),
    paymentMetadata: payment?.metadata() ?? {},
    paymentDescription: payment?.text("description") ?? null,
  };
}

function refuseOtherModes(params: ParamReader): void {
  const mode = params.requiredText("mode");
  if (mode !== "payment") throw invalid("This stand-in takes single payments only: use mode=payment.", "mode");
}

/** Does not read `payment_method_types`, which the client's API version no longer has. */
function readMethods(params: ParamReader): string[] | null {
  const name = "allowed_payment_method_types";
  const types = params.texts(name);
  const other = types.findIndex((type) => type !== "card");
  if (other >= 0) throw invalid("This stand-in takes cards only.", `${name}[${other}]`);
  return types.length > 0 ? types : null;
}

function readEmail(params: ParamReader): string | null {
  const email = params.text("customer_email", 800);
  if (email === undefined) return null;
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid(`Invalid email address: ${email}`, "customer_email", "email_invalid");
  return email;
}

/**
 * Accepts from half an hour to a day after creation, like Stripe: to the second, with no allowance
 * for a slow call.
 */
function readExpiry(params: ParamReader, created: number): number {
  const expiry = params.integer("expires_at") ?? created + DAY;
  if (expiry < created + HALF_HOUR) {
    throw invalid("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", "expires_at");
  }
  if (expiry > created + DAY) {
    throw invalid("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", "expires_at");
  }
  return expiry;
}

/** Returns an open session with every key of the API, all still empty. */
function blankSession(created: number): Session {
  return {
    id: newId.session(),
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    created,
    custom_fields: [],
    custom_text: nulls("after_submit", "shipping_address", "submit", "terms_of_service_acceptance"),
    discounts: [],
    expires_at: created,
    livemode: false,
    metadata: {},
    mode: "payment",
    payment_method_collection: "if_required",
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: "unpaid",
    phone_number_collection: { enabled: false },
    shipping_options: [],
    status: "open",
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    ...nulls(
      "after_expiration allow_promotion_codes allowed_payment_method_types amount_subtotal amount_total",
      "billing_address_collection cancel_url client_reference_id client_secret collected_information consent consent_collection",
      "currency currency_conversion customer customer_account customer_creation customer_details customer_email",
      "integration_identifier invoice invoice_creation locale managed_payments origin_context payment_intent payment_link",
      "payment_method_configuration_details permissions recovered_from saved_payment_method_options setup_intent",
      "shipping_address_collection shipping_cost submit_type subscription success_url url wallet_options",
    ),
  };
}
