import { readLineItems, totalOf } from "./checkout-line-items.ts";
import type { Context } from "./context.ts";
import { newId } from "./ids.ts";
import type { ParamReader } from "./param-reader.ts";
import type { StoredSession } from "./state.ts";
import { invalid, missingParam } from "./stripe-error.ts";
import type { Session } from "./stripe-types.ts";
import { webAddress } from "./web-address.ts";

const HALF_HOUR = 30 * 60;
const DAY = 24 * 3600;

export function readSession(params: ParamReader, { now }: Pick<Context, "now">): StoredSession {
  refuseOtherModes(params);
  const items = readLineItems(params, now);
  const total = totalOf(items);
  const cancelUrl = params.text("cancel_url");
  const payment = params.object("payment_intent_data");
  const created = now();
  const session: Session = {
    ...blankSession(created),
    allowed_payment_method_types: readMethods(params),
    amount_subtotal: total,
    amount_total: total,
    billing_address_collection: params.oneOf("billing_address_collection", ["auto", "required"]) ?? null,
    cancel_url: cancelUrl === undefined ? null : webAddress(cancelUrl, "cancel_url"),
    client_reference_id: params.text("client_reference_id", 200) ?? null,
    currency: items[0]?.currency ?? null,
    customer_creation: params.oneOf("customer_creation", ["if_required"]) ?? "if_required",
    customer_email: readEmail(params),
    expires_at: readExpiry(params, created),
    locale: params.text("locale") ?? null,
    metadata: params.metadata(),
    submit_type: params.oneOf("submit_type", ["auto", "book", "donate", "pay"]) ?? null,
    success_url: webAddress(params.requiredText("success_url"), "success_url"),
  };
  return {
    session,
    items,
    paymentMetadata: payment?.metadata() ?? {},
    paymentDescription: payment?.text("description") ?? null,
  };
}

function refuseOtherModes(params: ParamReader): void {
  const mode = params.oneOf("mode", ["payment", "setup", "subscription"]);
  if (!mode) throw missingParam("mode");
  if (mode !== "payment") throw invalid("This stand-in takes single payments only: use mode=payment.", "mode");
  const ui = params.text("ui_mode");
  if (ui && ui !== "hosted_page") throw invalid("This stand-in has the hosted page only: use ui_mode=hosted_page.", "ui_mode");
}

/** `payment_method_types` is not among them: the API version that the client speaks has it no more. */
function readMethods(params: ParamReader): string[] | null {
  const name = "allowed_payment_method_types";
  if (!params.has(name)) return null;
  const types = params.texts(name);
  const other = types.findIndex((type) => type !== "card");
  if (other >= 0) throw invalid("This stand-in takes cards only.", `${name}[${other}]`);
  return types;
}

function readEmail(params: ParamReader): string | null {
  const email = params.text("customer_email", 800);
  if (email === undefined) return null;
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid(`Invalid email address: ${email}`, "customer_email", "email_invalid");
  return email;
}

/** From half an hour to a day after the making, as Stripe has it: to the second, with no allowance for a slow call. */
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

function blankSession(created: number): Session {
  return {
    id: newId.session(),
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: created,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: {},
    mode: "payment",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: null,
    wallet_options: null,
  };
}
