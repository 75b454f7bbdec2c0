interface StripeErrorBody {
  type: "api_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
}

interface Extras {
  code?: string;
  param?: string;
  type?: StripeErrorBody["type"];
}

/**
 * A refusal in Stripe's shape. `kept` says whether an idempotency key remembers it: Stripe remembers work that it
 * began, not bad parameters.
 */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  readonly kept: boolean;

  constructor(status: number, message: string, { type = "invalid_request_error", ...extras }: Extras = {}, kept = false) {
    super(message);
    this.status = status;
    this.kept = kept;
    const docs = extras.code ? { doc_url: `https://stripe.com/docs/error-codes/${extras.code.replaceAll("_", "-")}` } : {};
    this.body = { message, type, ...extras, ...docs };
  }
}

export const invalid = (message: string, param?: string, code?: string) =>
  new StripeApiError(400, message, { ...(param && { param }), ...(code && { code }) });

/** The object's present state forbids the call. */
export const forbiddenNow = (message: string, code?: string, param?: string) =>
  new StripeApiError(400, message, { ...(param && { param }), ...(code && { code }) }, true);

/** Stripe names the object by its kind: `No such checkout.session: 'cs_…'`. */
export const missing = (kind: string, id: string, param = "id", status = 404) =>
  new StripeApiError(status, `No such ${kind}: '${id}'`, { code: "resource_missing", param });

/** @throws where there is no such thing */
export function existing<Thing>(all: Map<string, Thing>, id: string, kind: string, param = "id"): Thing {
  const thing = all.get(id);
  if (!thing) throw missing(kind, id, param);
  return thing;
}

export const missingParam = (param: string) => invalid(`Missing required param: ${param}.`, param, "parameter_missing");
