import { type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError, failureSentence, NO_REPLY } from "#client/lib/api-error.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { toBody, toChange } from "../form/quote-price.ts";
import type { Products, QuoteValues } from "../form/quote-values.ts";
import { priceChangeIn } from "./quote-form-notices.tsx";

const NOT_CREATED = "Failed to create quote";
const NOT_SAVED = "Failed to save quote";

type Saving = {
  /** The draft that is changed, or null for a new quote. */
  editing: number | null;
  products: Products;
  onSaved: (quoteId: number, items: readonly { id: number; name: string }[]) => void;
  /** The form has to look again at what it knows: prices, types, the stored draft. */
  onRefused: () => void;
};

/** Sends what the form holds. */
export function useSaveQuote({ editing, products, onSaved, onRefused }: Saving) {
  const keyFor = useIdempotencyKey();
  const onSuccess = ({ id, items }: Reply<"quotes", "create">) => onSaved(id, items);
  const create = useCall("quotes", "create", { success: "Quote created successfully", failure: NOT_CREATED, onSuccess });
  const update = useCall("quotes", "update", {
    success: ({ id }) => `${quoteNumber(id)} saved`,
    // The form says that itself, with what to do.
    failure: (error) => (refusalIn(error) === null ? failureSentence(error, NOT_SAVED) : null),
    onSuccess,
  });
  const { isPending, error } = editing === null ? create : update;
  const changed = priceChangeIn(error);
  const refusal = editing === null ? null : refusalIn(error);
  const onError = (reason: unknown) => {
    if (reason instanceof ApiError && [400, 404, 409].includes(reason.status)) onRefused();
  };
  const createFrom = (values: QuoteValues) => {
    const body = toBody(values, products);
    create.mutate({ body, idempotencyKey: keyFor(body) }, { onError });
  };
  return {
    save: (values: QuoteValues) => {
      if (editing === null || values.version === undefined) createFrom(values);
      else update.mutate({ params: { id: editing }, body: toChange(values, values.version, products) }, { onError });
    },
    saveAsNew: createFrom,
    saving: isPending,
    /** The prices that have moved, if that is why it was refused. */
    changed,
    refusal,
    /** It was deleted: there is nothing to go on with but what stands in the form. */
    gone: refusal !== null && error instanceof ApiError && error.status === 404,
    /** What was refused is another now. */
    takeUpAgain: update.reset,
    /** Any other reason. */
    failure: changed || refusal ? null : failureIn(error, editing === null ? NOT_CREATED : NOT_SAVED),
  };
}

/** Why a draft can't be changed any more, or not from this version: the server's sentence. */
const refusalIn = (error: unknown): string | null =>
  error instanceof ApiError && (error.status === 409 || error.status === 404) && !priceChangeIn(error) ? error.sentence : null;

/** Without a reply it is unknown whether the quote was made. The retry carries the same key, so there will be one quote. */
function failureIn(error: unknown, fixed: string): string | null {
  if (!error) return null;
  if (error instanceof ApiError && error.status === 0) return `${fixed}. ${NO_REPLY} It will not be made twice.`;
  return failureSentence(error, `${fixed}. What you entered is still here: please try again.`);
}
