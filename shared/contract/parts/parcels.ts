import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { notADate } from "#shared/domain/period.ts";
import { CARRIERS } from "#shared/domain/trade/carriers.ts";
import { calendarDay, id, idField, instant, oneOf, optionalTrimmedText } from "#shared/http/wire.ts";

export const carrierField = oneOf(CARRIERS, "Carrier");
export const trackingNumberField = optionalTrimmedText("Tracking number", LONGEST.trackingNumber).nullable();

/**
 * The fields that record a shipment. A field that is left out stays unchanged; the default day is
 * today.
 */
export const shipment = {
  shippingDate: calendarDay(notADate("shippingDate")).optional(),
  carrier: carrierField.nullable().optional(),
  trackingNumber: trackingNumberField.optional(),
};

const CONFIRMED = "Confirmed must be true or false";
/** Ships an order although not all of its shutters are packed. */
export const confirmedField = z.boolean(CONFIRMED).optional();

export const CHOOSE_PIECES = "Please choose the shutters to ship";
const PIECE = "Piece must be a whole number from 1";
/** A shutter in a request: the window and the number of the shutter within it. */
export const pieceField = z.object({
  itemId: idField(CHOOSE_PIECES),
  piece: z.number(PIECE).int(PIECE).min(1, PIECE),
});

const count = z.number().int();

/** One parcel of an order (rule W83). */
export const parcel = z.object({
  id,
  /** Counts the order's parcels from 1. */
  n: count,
  /** Empty for an order of more than 1,500 shutters. */
  pieces: z.array(z.object({ itemId: id, piece: count })),
  /** The number of shutters in the parcel. */
  shutters: count,
  /** The weight of the shutters with their frames, in kilograms to a tenth. */
  kg: z.number(),
  shippingDate: calendarDay("Shipping date must be a day"),
  carrier: z.enum(CARRIERS).nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  createdAt: instant,
});
