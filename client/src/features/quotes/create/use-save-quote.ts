import { useRef } from "react";
import { isFull } from "#client/device/device-database.ts";
import type { PhotosAlong } from "#client/device/outbox/outbox-store.ts";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { type Input, type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError, failureSentence, NO_REPLY } from "#client/lib/api-error.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { countOf } from "#shared/domain/text.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { calculatePrices, toBody, toChange } from "../form/quote-price.ts";
import { listFilledWindows, type Products, type QuoteValues, type WindowValues } from "../form/quote-values.ts";
import { priceChangeIn } from "./quote-form-notices.tsx";
import type { StoredPrices } from "./use-stored-prices.ts";

const NOT_CREATED = "Failed to create quote";
const NOT_SAVED = "Failed to save quote";

type Saving = {
  /** The id of the edited draft, or null for a new quote. */
  editing: number | null;
  products: Products;
  /**
   * @param made null if the quote waits on this device for the network @param photosSent true if
   * its photos are stored with it
   */
  onSaved: (made: Pick<Reply<"quotes", "create">, "id" | "items"> | null, photosSent: boolean) => void;
  /** The age of the prices stored on this device. */
  storedPrices: StoredPrices;
  /** The photos of those windows that are not stored yet. */
  photos: (windows: readonly WindowValues[]) => readonly PhotosAlong[];
  /** The form must reload its data: prices, types, the stored draft. */
  onRefused: () => void;
};

/** Sends the form's values. */
export function useSaveQuote({ editing, products, onSaved, storedPrices, photos, onRefused }: Saving) {
  const keyFor = useIdempotencyKey();
  const isWithPhotos = useRef(false);
  const create = useStoredCall("quotes", "create", {
    success: "Quote created successfully",
    failure: (error) => (isFull(error) ? null : failureSentence(error, NOT_CREATED)),
    describe: ({ body }) => quoteInWords(body),
    onSuccess: (made) => onSaved(made, isWithPhotos.current),
  });
  const update = useCall("quotes", "update", {
    success: ({ id }) => `${quoteNumber(id)} saved`,
    // The form itself displays these refusals, with the possible actions.
    failure: (error) => (refusalIn(error) === null ? failureSentence(error, NOT_SAVED) : null),
    onSuccess: (made) => onSaved(made, false),
  });
  const { isPending, error } = editing === null ? create : update;
  const changed = priceChangeIn(error);
  const refusal = editing === null ? null : refusalIn(error);
  const onError = (reason: unknown) => {
    if (reason instanceof ApiError && [400, 404, 409].includes(reason.status)) onRefused();
  };
  const createFrom = async (values: QuoteValues) => {
    const pricesOf = await storedPrices.readDay();
    const body = toBody(values, products, pricesOf === null || !storedPrices.noNetwork);
    const { finalTotalPence } = calculatePrices(listFilledWindows(values.windows), products);
    const files = photos(listFilledWindows(values.windows));
    isWithPhotos.current = files.length > 0 && storedPrices.noNetwork;
    // With a network the photos are sent afterwards, with visible progress.
    const isHere = pricesOf !== null && (files.length === 0 || storedPrices.noNetwork);
    const quote = isHere ? { values, total: penceToPounds(finalTotalPence), pricesOf, photos: files } : null;
    create.mutate({ body, idempotencyKey: keyFor(body), ...(quote && { quote }) }, { onError });
  };
  return {
    save: (values: QuoteValues) => {
      if (editing === null || values.version === undefined) void createFrom(values);
      else update.mutate({ params: { id: editing }, body: toChange(values, values.version, products) }, { onError });
    },
    saveAsNew: (values: QuoteValues) => void createFrom(values),
    saving: isPending,
    /** The changed prices, if the server refused the quote for that reason. */
    changed,
    refusal,
    /** The draft was deleted, so only the form's values are left. */
    isDeleted: refusal !== null && error instanceof ApiError && error.status === 404,
    /** Clears the refusal once it no longer applies to the form. */
    takeUpAgain: update.reset,
    /** The message of any other failure. */
    failure: changed || refusal ? null : failureIn(error, editing === null ? NOT_CREATED : NOT_SAVED),
  };
}

/** Describes a waiting quote in the device's list: `Elm Road, 8 windows`. */
function quoteInWords({ jobName, customerName, items }: Input<"quotes", "create">["body"]): string {
  const count = countOf(items.length, "window");
  return `${jobName?.trim() || customerName?.trim() || "Quote"}, ${count}`;
}

const DEVICE_FULL =
  "This device has no room left to save the quote. What you entered is still here: free some room, or save it where there is a network.";

/** The server's sentence if the draft can't be changed any more, or not from this version. */
const refusalIn = (error: unknown): string | null =>
  error instanceof ApiError && (error.status === 409 || error.status === 404) && !priceChangeIn(error) ? error.sentence : null;

/**
 * Without a reply the quote may or may not exist. The retry sends the same key, so there will be
 * one quote.
 */
function failureIn(error: unknown, fixed: string): string | null {
  if (!error) return null;
  if (isFull(error)) return DEVICE_FULL;
  if (error instanceof ApiError && error.status === 0) return `${fixed}. ${NO_REPLY} It will not be created twice.`;
  return failureSentence(error, `${fixed}. What you entered is still here: please try again.`);
}
