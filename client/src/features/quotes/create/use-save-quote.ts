import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError, failureSentence, NO_REPLY } from "#client/lib/api-error.ts";
import { toBody } from "../form/quote-price.ts";
import type { Products, QuoteValues } from "../form/quote-values.ts";
import { priceChangeIn } from "./quote-form-notices.tsx";

const FAILED = "Failed to create quote";

/** Sends what the form holds. `refused` is called where the form has to look again at what it knows: prices, types, the stored quote. */
export function useSaveQuote(products: Products, onSaved: (quoteId: number) => void) {
  const keyFor = useIdempotencyKey();
  const create = useCall("quotes", "create", {
    success: "Quote created successfully",
    failure: FAILED,
    onSuccess: ({ id }) => onSaved(id),
  });
  const changed = priceChangeIn(create.error);
  return {
    save: (values: QuoteValues, refused: () => void) => {
      const body = toBody(values, products);
      const onError = (error: unknown) => error instanceof ApiError && (error.status === 400 || error.status === 409) && refused();
      create.mutate({ body, idempotencyKey: keyFor(body) }, { onError });
    },
    saving: create.isPending,
    /** The prices that have moved, if that is why it was refused. Any other reason is `error`. */
    changed,
    error: changed ? null : failureIn(create.error),
  };
}

/** Without a reply it is unknown whether the quote was made. The retry carries the same key, so there will be one quote. */
function failureIn(error: unknown): string | null {
  if (!error) return null;
  if (error instanceof ApiError && error.status === 0) return `${FAILED}. ${NO_REPLY} It will not be made twice.`;
  return failureSentence(error, `${FAILED}. What you entered is still here: please try again.`);
}
