import { type Clearances, inTenths } from "#shared/domain/window/saw/clearances.ts";
import { type Exact, exact, less, more, parted } from "./exact.ts";
import type { Rise } from "./rise.ts";

/** From the head of the nominal panels down. */
export interface MadePart {
  readonly from: Exact;
  readonly to: Exact;
}

/** The panels from top to bottom as they are cut (rule M15). */
export interface MadeRise {
  readonly top: MadePart;
  readonly midRails: readonly MadePart[];
  readonly bottom: MadePart;
  /**
   * By how much louvres and mid rails stand lower than nominal: where head and foot are not alike.
   */
  readonly lowered: Exact;
}

/**
 * Top and bottom rail take half each of what head and foot take off, and rails what the blades need
 * beside them. Louvres keep their number and their pitch.
 * @param blade tenths of a millimetre, from edge to edge of a louvre
 */
export function madeRise(rise: Rise, height: number, { blade, onTrack, clearances }: Made): MadeRise {
  const { head, foot, trackHead, trackFoot, bladeRail } = inTenths(clearances);
  const [above, below] = onTrack ? [trackHead, trackFoot] : [head, foot];
  const lowered = parted(exact(above - below), 2);
  const at = (depth: number, moved = 0): Exact => more(exact(depth + moved), lowered);
  /**
   * What the rail above the section and the one below it give way, where the section has less room.
   */
  const givesWay = (section: Rise["fields"][number] | undefined): readonly [number, number] => {
    const [first, last] = [section?.louvres[0], section?.louvres.at(-1)];
    if (!section || first === undefined || last === undefined) return [0, 0];
    const free = [first - blade / 2 - section.at, section.at + section.height - last - blade / 2];
    return free.map((room) => Math.max(0, bladeRail - room)) as [number, number];
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

interface Made {
  readonly blade: number;
  readonly onTrack: boolean;
  readonly clearances: Clearances;
}

export const heightOf = ({ from, to }: MadePart): Exact => less(to, from);

/**
 * What the rod of a section needs in the rail above it as the louvres close upwards, in millimetres
 * (rule M15).
 */
export const notchMm = ({ rodEnd, bladeRail }: Clearances): number => Math.max(0, Math.round((rodEnd - bladeRail + NOTCH_AIR) * 10) / 10);
/** So that the rod does not knock. */
const NOTCH_AIR = 2;
