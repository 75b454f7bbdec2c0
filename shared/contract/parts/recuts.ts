import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { makers } from "#shared/domain/roles.ts";
import { KEY_DAYS } from "#shared/domain/trade/late-quote.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import { CUT_PARTS } from "#shared/domain/window/saw/cut-list.ts";
import { FIRST_RECUT, MOST_RECUT_KINDS, RECUT_REASONS } from "#shared/domain/window/saw/recuts.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, calendarDay, id, idField, instant, oneOf, optionalTrimmedText, pathId } from "#shared/http/wire.ts";
import { personRef } from "./people.ts";
import { seen } from "./seen.ts";

const count = z.number().int();

/** Parts of a shutter in a recut: the panel counts from 1, from the left; null: the frame. */
export const recutPart = z.object({
  panel: count.nullable(),
  part: z.enum(CUT_PARTS),
  count,
  /** The numbers of the parts still to be cut, among the parts of their kind in the cut list. */
  replaces: z.array(count).optional(),
  /** True if the person chose these very parts, and not any of their kind. */
  chosen: z.boolean().optional(),
});

/** Spoiled parts of a cut shutter, as they were recorded (rule W95). */
export const recut = z.object({
  id,
  itemId: id,
  piece: count,
  parts: z.array(recutPart),
  reason: z.enum(RECUT_REASONS),
  note: z.string().nullable(),
  createdAt: instant,
  by: personRef,
});

const PIECE = "Please choose the shutter whose parts are recut";
const PARTS = "Please choose the parts to recut";
const COUNT = "Count must be a whole number from 1";
const REPLACES = "A part's number must be a whole number from 1";
/** Parts that differ are few: posts, stiles, rods and frame pieces. */
const MOST_NUMBERED = 20;
const NUMBERS = "Please give as many different numbers as parts";
const PANEL = "Panel must be a whole number from 1, or null for the frame";

export const recutBody = z.object({
  itemId: idField(PIECE),
  piece: z.number(PIECE).int(PIECE).min(1, PIECE).max(WINDOW_FIELDS.quantity.most, `Piece must be at most ${WINDOW_FIELDS.quantity.most}`),
  parts: z
    .array(
      z
        .object({
          panel: z.number(PANEL).int(PANEL).min(1, PANEL).max(999, PANEL).nullable(),
          part: oneOf(CUT_PARTS, "Part"),
          count: z
            .number(COUNT)
            .int(COUNT)
            .min(1, COUNT)
            .max(FIRST_RECUT - 1, `Count must be at most ${FIRST_RECUT - 1}`),
          replaces: z
            .array(
              z
                .number(REPLACES)
                .int(REPLACES)
                .min(1, REPLACES)
                .max(FIRST_RECUT - 1, REPLACES),
              REPLACES,
            )
            .max(MOST_NUMBERED, `At most ${MOST_NUMBERED} parts by their numbers`)
            .optional()
            .describe("Which parts of their kind in the cut list, where they differ: one number each. Default: the longest."),
        })
        .refine(
          ({ count, replaces }) => replaces === undefined || (replaces.length === count && new Set(replaces).size === count),
          NUMBERS,
        ),
      PARTS,
    )
    .min(1, PARTS)
    .max(MOST_RECUT_KINDS, `At most ${MOST_RECUT_KINDS} kinds of parts at once`)
    .refine((parts) => new Set(parts.map(({ panel, part }) => `${panel} ${part}`)).size === parts.length, "Please name each part once"),
  reason: oneOf(RECUT_REASONS, "Reason"),
  note: optionalTrimmedText("Note", LONGEST.reason).nullish(),
});

/** Spoiled parts that are cut again, and the scrap that they leave (rules W95 to W97). */

const ofRecut = z.object({ id: pathId, recutId: pathId });

const scrapRow = z.object({
  reason: z.enum(RECUT_REASONS),
  /** The profile of the spoiled parts: stile, louvre-76. */
  section: z.string(),
  parts: z.number().int(),
  /** The length of the spoiled parts, to a thousandth of a metre. */
  metres: z.number(),
});

/** The bound of the list: one plan is seldom made for more orders. */
export const MOST_TO_RECUT = 50;

/** An order with parts to recut that no plan will saw. */
const orderToRecut = z.object({
  orderId: id,
  jobName: z.string().nullable(),
  /** The number of these parts. */
  parts: count,
});

export const recuts = {
  recut: {
    method: "POST",
    path: "/api/orders/:id/recuts",
    summary:
      "Record spoiled parts of a cut shutter. They are in the cut list and the next plan, and the shutter cannot be packed until they are cut.",
    roles: makers,
    params: byId,
    body: recutBody,
    response: recut,
    creates: true,
    idempotent: true,
    keyDays: KEY_DAYS,
    pressed: true,
  },
  cutRecut: {
    method: "PATCH",
    path: "/api/orders/:id/recuts/:recutId",
    summary:
      "Mark the parts of a recut as cut by hand, or undo that. An undo is refused once the shutter is packed, or after another person's mark that is newer than `seen`.",
    roles: makers,
    params: ofRecut,
    body: z.object({ cut: z.boolean("Please choose whether the parts are cut"), seen }),
    response: recut,
    idempotent: true,
  },
  deleteRecut: {
    method: "DELETE",
    path: "/api/orders/:id/recuts/:recutId",
    summary: "Delete a recut that was a mistake, while none of its parts is cut. It is no scrap; the history names it.",
    roles: makers,
    params: ofRecut,
    response: z.null(),
  },
  toRecut: {
    method: "GET",
    path: "/api/workshop/recuts",
    summary: `List the orders with parts to recut that no stored plan has yet, the oldest recut first, at most ${MOST_TO_RECUT}.`,
    roles: makers,
    response: z.array(orderToRecut),
  },
  scrap: {
    method: "GET",
    path: "/api/workshop/scrap",
    summary: "Add up the spoiled parts of these London days by reason and section, the most first. Default: the current month.",
    roles: makers,
    query: z
      .object({
        from: calendarDay("Days are written YYYY-MM-DD").optional().describe("Recorded on this London day or later."),
        to: calendarDay("Days are written YYYY-MM-DD").optional().describe("Recorded on this London day or earlier."),
      })
      .refine(({ from, to }) => !from || !to || from <= to, "From cannot be after to"),
    response: z.array(scrapRow),
    csvOf: { rows: z.array(scrapRow), from: (rows: readonly z.output<typeof scrapRow>[]) => rows },
    storedOnDevice: ["supplier"],
  },
} as const satisfies Endpoints;
