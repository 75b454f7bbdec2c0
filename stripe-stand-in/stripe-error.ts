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
 * An error in Stripe's shape. If `kept` is true, an idempotency key stores the error: Stripe stores
 * the result of work that it began, but not rejected parameters.
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

/** An error because the object's current state forbids the call. */
export const forbiddenNow = (message: string, code?: string, param?: string) =>
  new StripeApiError(400, message, { ...(param && { param }), ...(code && { code }) }, true);

/** Stripe names the object by its kind: `No such checkout.session: 'cs_…'`. */
export const missing = (kind: string, id: string, param = "id", status = 404) =>
  new StripeApiError(status, `No such ${kind}: '${id}'`, { code: "resource_missing", param });

/** @throws StripeApiError (404) if there is no such object */
export function findExisting<Thing>(all: Map<string, Thing>, id: string, kind: string, param = "id"): Thing {
  const thing = all.get(id);
  if (!thing) throw missing(kind, id, param);
  return thing;
}

export const missingParam = (param: string) => invalid(`Missing required param: ${param}.`, param, "parameter_missing");
