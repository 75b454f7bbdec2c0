import { z } from "zod";
import { CUT_PARTS } from "#shared/domain/window/saw/cut-list.ts";
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

/** Empty lists are the whole window. */
export const windowMake = { panels: z.array(z.string()), parts: z.array(z.enum(CUT_PARTS)) };
