import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import { REMAKE_FAULTS } from "#shared/domain/trade/remake-faults.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import { findJsonFault } from "#shared/http/json-bounds.ts";
import { idField, text } from "#shared/http/wire.ts";
import { countsField, panelsField, partsField, stileField } from "./window-make.ts";

/**
 * The form that reports a faulty order (rules R1, R8). Its fields are text; the windows are a JSON
 * list.
 */

const remakeReason = text({
  most: LONGEST.remakeReason,
  required: "Please provide a reason for the remake request",
  name: "Reason",
});

const CHOOSE_ORDER = "Please select an order";
/** The largest value of a database integer, which ids and millimetres use. */
const LARGEST = 2_147_483_647;
/** An id above the largest integer decodes to 0, which matches no order. */
const orderId = z.codec(z.string(CHOOSE_ORDER).trim().regex(/^\d+$/, CHOOSE_ORDER), z.number(), {
  decode: (digits) => (Number(digits) <= LARGEST ? Number(digits) : 0),
  encode: String,
});

const FAULT = `Fault must be one of ${REMAKE_FAULTS.join(", ")}`;
/** Blank means that the customer chose no fault. */
const fault = z
  .codec(z.enum([...REMAKE_FAULTS, ""], FAULT), z.enum(REMAKE_FAULTS).optional(), {
    decode: (chosen) => chosen || undefined,
    encode: (kept) => kept ?? "",
  })
  .optional();

const CHOOSE_WINDOW = "Please choose among the windows of the order";
const MARK_IN_MM = "A mark is given in whole millimetres from the left and from the top";

/** A number that a form may omit or leave blank. */
const formNumber = (refusal: string) =>
  z
    .codec(
      z
        .string(refusal)
        .trim()
        .regex(/^\d{0,12}$/, refusal),
      z.number().optional(),
      {
        decode: (digits) => (digits === "" ? undefined : Math.min(Number(digits), LARGEST)),
        encode: (value) => (value === undefined ? "" : String(value)),
      },
    )
    .optional();

const PIECES = `Pieces must be a whole number from 1 to ${WINDOW_FIELDS.quantity.most}`;
const mm = z.number(MARK_IN_MM).int(MARK_IN_MM).min(0, MARK_IN_MM);
const remakeWindowInput = z.object({
  quoteItemId: idField(CHOOSE_WINDOW),
  pieces: z.number(PIECES).int(PIECES).min(1, PIECES).max(WINDOW_FIELDS.quantity.most, PIECES).default(1),
  mark: z.object({ xMm: mm, yMm: mm }, MARK_IN_MM).nullish(),
  /** The panels to make again; absent: the marked one. An empty list is the whole window. */
  panels: panelsField.nullish(),
  parts: partsField.nullish(),
  counts: countsField.nullish(),
  stile: stileField.nullish(),
});
const WINDOWS = 'Windows are a list in JSON: [{"quoteItemId":7,"pieces":2,"mark":{"xMm":300,"yMm":450}}]';
const TOO_MANY = `At most ${MOST_WINDOWS} windows`;
const windows = z
  .codec(z.string(WINDOWS), z.array(remakeWindowInput, WINDOWS), {
    decode: (json, context) => {
      if (json.trim() === "") return [];
      const listed = parseJsonList(json);
      if (listed !== null && listed.length <= MOST_WINDOWS) return listed as z.input<typeof remakeWindowInput>[];
      context.issues.push({ code: "custom", input: json, message: listed === null ? WINDOWS : TOO_MANY });
      return z.NEVER;
    },
    encode: (list) => JSON.stringify(list),
  })
  .refine((list) => new Set(list.map(({ quoteItemId }) => quoteItemId)).size === list.length, "Please name each window once")
  .optional();

function parseJsonList(json: string): unknown[] | null {
  if (findJsonFault(json) !== null) return null;
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * `windows` lists each window, its number of pieces, and a mark in whole millimetres from the
 * frame's left and top, seen from inside. `quoteItemId` with `markXMm` and `markYMm` is the older
 * way to name one piece of one window.
 */
export const requestRemakeBody = z
  .object({
    orderId,
    reason: remakeReason,
    fault,
    windows,
    quoteItemId: formNumber(CHOOSE_WINDOW),
    markXMm: formNumber(MARK_IN_MM),
    markYMm: formNumber(MARK_IN_MM),
  })
  .refine(({ markXMm, markYMm }) => (markXMm === undefined) === (markYMm === undefined), { error: MARK_IN_MM, path: ["markXMm"] })
  .refine(({ markXMm, quoteItemId }) => markXMm === undefined || quoteItemId !== undefined, {
    error: "Please choose the window that the mark is on",
    path: ["quoteItemId"],
  })
  .refine(({ windows: list = [], quoteItemId }) => list.length === 0 || quoteItemId === undefined, {
    error: "Please name the windows either in windows or in quoteItemId",
    path: ["windows"],
  });
