import { type Clearances, inTenths } from "#shared/domain/window/saw/clearances.ts";
import { addExact, divideExact, type Exact, exact, subtractExact } from "./exact.ts";
import type { Rise } from "./rise.ts";

/** Depths below the head of the nominal panels. */
export interface MadePart {
  readonly from: Exact;
  readonly to: Exact;
}

/** The parts of a panel from top to bottom as they are cut (rule M28). */
export interface MadeRise {
  readonly top: MadePart;
  readonly midRails: readonly MadePart[];
  readonly bottom: MadePart;
  /**
   * The distance by which louvres and mid rails are lower than nominal, because the frame's sides
   * or the clearances at head and foot differ.
   */
  readonly lowered: Exact;
}

/**
 * Computes the cut heights: top and bottom rail each lose half of what the panel loses at head and
 * foot, and rails lose the clearance of the blades beside them. Louvres keep their number and their
 * pitch.
 */
export function madeRise(
  rise: Rise,
  height: number,
  { blade, wider, moved: { above: movedHead, below: movedFoot }, ...made }: Made,
): MadeRise {
  const { head, foot, trackHead, trackFoot, bladeRail } = inTenths(made.clearances);
  const [above, below] = made.onTrack ? [trackHead + movedHead, trackFoot + movedFoot] : [head + movedHead, foot + movedFoot];
  const lowered = divideExact(exact(above - below), 2);
  const at = (depth: number, moved = 0): Exact => addExact(exact(depth + moved), lowered);
  /**
   * Returns how much the rails above and below a section shrink for the blades' clearance, and for
   * blades that are wider than nominal. Narrower blades let the rails grow.
   */
  const givesWay = (section: Rise["fields"][number] | undefined): readonly [number, number] => {
    const [first, last] = [section?.louvres[0], section?.louvres.at(-1)];
    if (!section || first === undefined || last === undefined) return [0, 0];
    const free = [first - blade / 2 - section.at, section.at + section.height - last - blade / 2];
    return free.map((room) => Math.max(0, bladeRail - room) + wider / 2) as [number, number];
  };
  const { fields } = rise;
  const endOf = (part: { readonly at: number; readonly height: number }): number => part.at + part.height;
  const sectionBelow = (depth: number) => givesWay(fields.find((field) => field.at === depth))[0];
  const sectionAbove = (depth: number) => givesWay(fields.findLast((field) => endOf(field) === depth))[1];
  const [top, bottom] = rise.rails;
  return {
    top: { from: exact(above), to: at(endOf(top), -sectionBelow(endOf(top))) },
    midRails: rise.midRails.map((rail) => ({
      from: at(rail.at, sectionAbove(rail.at)),
      to: at(endOf(rail), -sectionBelow(endOf(rail))),
    })),
    bottom: { from: at(bottom.at, sectionAbove(bottom.at)), to: exact(height - below) },
    lowered,
  };
}

/** Lengths in tenths of a millimetre. */
interface Made {
  /** From edge to edge of a nominal louvre. */
  readonly blade: number;
  /** How much the workshop's louvre is wider. */
  readonly wider: number;
  /** How much the workshop's frame covers more than the drawn one, above and below the panels. */
  readonly moved: { readonly above: number; readonly below: number };
  readonly onTrack: boolean;
  readonly clearances: Clearances;
}

export const heightOf = ({ from, to }: MadePart): Exact => subtractExact(to, from);

/**
 * Returns the depth of the notch in the rail above a section, in millimetres: the rod needs it when
 * the louvres close upwards (rule M18).
 */
export const notchMm = ({ rodEnd, bladeRail }: Clearances): number => Math.max(0, Math.round((rodEnd - bladeRail + NOTCH_AIR) * 10) / 10);
/** Air around the rod in the notch, in millimetres, so that it does not knock. */
const NOTCH_AIR = 2;
