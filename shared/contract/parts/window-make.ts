import { z } from "zod";
import { CUT_PARTS, type CutPart } from "#shared/domain/window/saw/cut-list.ts";
import { FIRST_RECUT } from "#shared/domain/window/saw/recuts.ts";
import { STILE_SIDES } from "#shared/domain/window/saw/window-make.ts";
import { oneOf } from "#shared/http/wire.ts";

/** The parts of a window that a remake makes again (rule W103). */

const LETTER = "A panel is named by its letter, as in B";
/** An empty list is the whole window, so nobody has to name more. */
const MOST_PANELS = 20;
const TWICE = "Please name each panel and part once";
const isEachOnce = (list: readonly string[]) => new Set(list).size === list.length;

export const panelsField = z
  .array(z.string(LETTER).regex(/^[A-Z]{1,2}$/, LETTER), "Panels must be a list of letters")
  .max(MOST_PANELS, `At most ${MOST_PANELS} panels`)
  .refine(isEachOnce, TWICE);
export const partsField = z
  .array(oneOf(CUT_PARTS, "Part"), "Parts must be a list")
  .max(CUT_PARTS.length, `At most ${CUT_PARTS.length} parts`)
  .refine(isEachOnce, TWICE);

const COUNT = "A number of parts must be a whole number from 1";
const partCount = z
  .number(COUNT)
  .int(COUNT)
  .min(1, COUNT)
  .max(FIRST_RECUT - 1, `A number of parts must be at most ${FIRST_RECUT - 1}`)
  .optional();
/** The number of each named part in every chosen panel; a part without a number: all of them. */
export const countsField = z.object(
  Object.fromEntries(CUT_PARTS.map((part) => [part, partCount])) as Record<CutPart, typeof partCount>,
  'Counts are numbers by part: { "louvre": 1 }',
);

/** The one stile of every chosen panel; without a side both of them. */
export const stileField = oneOf(STILE_SIDES, "Stile");

/** Empty lists are the whole window. */
export const windowMake = {
  panels: z.array(z.string()),
  parts: z.array(z.enum(CUT_PARTS)),
  counts: z.partialRecord(z.enum(CUT_PARTS), z.number().int()).optional(),
  stile: z.enum(STILE_SIDES).nullish(),
};
