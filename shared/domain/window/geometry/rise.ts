import type { TenthMm } from "#shared/domain/length.ts";
import { share } from "#shared/domain/window/fields/panels.ts";
import { louvrePitch, PANEL } from "./shutter-construction.ts";

interface Part {
  /** The distance from the top of the panel. */
  readonly at: number;
  readonly height: number;
}

/** A panel from top to bottom, in tenths of a millimetre. */
export interface Rise {
  readonly pitch: TenthMm;
  /** Top and bottom. */
  readonly rails: readonly [Part, Part];
  readonly midRails: readonly MidRail[];
  /** True if the mid rails are at given heights. */
  readonly isGiven: boolean;
  /** The sections between two rails, or between a rail and the tilt split. */
  readonly fields: readonly Section[];
}

interface MidRail extends Part {
  /**
   * The middle of the rail as it is bought. Measurements refer to it even if the rail is widened on
   * one side.
   */
  readonly middle: number;
}

interface Section extends Part {
  /** The heights of the louvres' pins. */
  readonly louvres: readonly number[];
}

interface RiseChoices {
  readonly louverSize: number;
  readonly numberOfMidRails: number;
  /**
   * The mid rails' valid centres from the top of the panel, as many as there are rails (rule M10).
   */
  readonly railsAt?: readonly number[] | null;
  /** The distance of the split from the top of the panel. */
  readonly splitAt?: number | null;
}

/**
 * Arranges top rail, louvres, mid rail, louvres, …, bottom rail. A split divides the louvres around
 * it into two sections.
 */
export function arrangeRise(height: number, choices: RiseChoices): Rise {
  const rise = choices.railsAt ? riseBetweenRails(height, choices.railsAt, choices.louverSize) : evenRise(height, choices);
  const { splitAt } = choices;
  return typeof splitAt === "number" ? { ...rise, fields: rise.fields.flatMap((field) => splitSection(field, splitAt)) } : rise;
}

/**
 * Places whole louvres at their pitch, and the rails absorb the rest, as makers do. Mid rails
 * divide the louvres evenly; if the number is not even, the lower sections have one louvre more.
 */
function evenRise(height: number, { louverSize, numberOfMidRails }: RiseChoices): Rise {
  const pitch = louvrePitch(louverSize);
  const overlap = louverSize * 10 - pitch;
  const sections = numberOfMidRails + 1;
  const forLouvres = (rail: number) => Math.floor((height - 2 * rail - numberOfMidRails * PANEL.midRail - sections * overlap) / pitch);
  const count = forLouvres(PANEL.rail) >= sections ? forLouvres(PANEL.rail) : Math.min(forLouvres(PANEL.leastRail), sections);
  if (count < sections) return riseWithoutLouvres(height, numberOfMidRails, pitch);

  const perField = share(count, sections).reverse();
  const rails = share(height - numberOfMidRails * PANEL.midRail - count * pitch - sections * overlap, 2);
  const fields = perField.map((louvres) => louvres * pitch + overlap);
  const midRails = Array.from({ length: numberOfMidRails }, () => PANEL.midRail as number);
  const stacked = stackParts(rails, midRails, fields);
  return {
    pitch,
    isGiven: false,
    ...stacked,
    fields: stacked.fields.map((field, index) => fillSection(field, perField[index] ?? 0, louverSize)),
  };
}

const fillSection = (part: Part, louvres: number, louverSize: number): Section => ({
  ...part,
  louvres: Array.from({ length: louvres }, (_, place) => part.at + louverSize * 5 + place * louvrePitch(louverSize)),
});

/**
 * Places mid rails at given heights. Top and bottom rail absorb the rest of the outer sections. Two
 * neighbouring given rails are both widened towards their section.
 */
function riseBetweenRails(height: number, railsAt: readonly number[], louverSize: number): Rise {
  const pitch = louvrePitch(louverSize);
  const overlap = louverSize * 10 - pitch;
  const half = PANEL.midRail / 2;
  const edges = [PANEL.rail, ...railsAt.flatMap((at) => [at - half, at + half]), height - PANEL.rail];
  const fields = Array.from({ length: railsAt.length + 1 }, (_, section) => {
    const [from, to] = [edges[2 * section] ?? 0, edges[2 * section + 1] ?? 0];
    const louvres = Math.floor((to - from - overlap) / pitch);
    const [above = 0] = share(to - from - louvres * pitch - overlap, 2);
    const isFirst = section === 0;
    const isLast = section === railsAt.length;
    // Only outer rails are next to the first and the last section, so they absorb the whole rest.
    const at = isFirst ? to - louvres * pitch - overlap : isLast ? from : from + above;
    return fillSection({ at, height: louvres * pitch + overlap }, louvres, louverSize);
  });
  const endOf = ({ at, height: high }: Part) => at + high;
  const midRails = railsAt.map((middle, index) => {
    const [above, below] = [fields[index] as Section, fields[index + 1] as Section];
    return { at: endOf(above), height: below.at - endOf(above), middle };
  });
  const bottom = endOf(fields.at(-1) as Section);
  return {
    pitch,
    rails: [
      { at: 0, height: fields[0]?.at ?? 0 },
      { at: bottom, height: height - bottom },
    ],
    midRails,
    isGiven: true,
    fields,
  };
}

/**
 * Divides a section at the gap between louvres nearest to the split, with at least one louvre on
 * either side. Other sections stay whole.
 */
function splitSection(field: Section, splitAt: number): Section[] {
  const { at, height, louvres } = field;
  if (splitAt < at || splitAt >= at + height || louvres.length < 2) return [field];
  const gaps = louvres.slice(1).map((pin, index) => Math.round((pin + (louvres[index] ?? 0)) / 2));
  const distance = (gap: number) => Math.abs(gap - splitAt);
  const gap = gaps.reduce((best, each) => (distance(each) < distance(best) ? each : best));
  const above = gaps.indexOf(gap) + 1;
  return [
    { at, height: gap - at, louvres: louvres.slice(0, above) },
    { at: gap, height: at + height - gap, louvres: louvres.slice(above) },
  ];
}

/**
 * Arranges a panel that is too low for its rails and a louvre: full rails while they fit, else
 * squeezed rails, so that the fault is visible.
 */
function riseWithoutLouvres(height: number, numberOfMidRails: number, pitch: TenthMm): Rise {
  const rest = height - 2 * PANEL.rail - numberOfMidRails * PANEL.midRail;
  const [top = 0, bottom = 0, ...squeezed] = share(height, numberOfMidRails + 2);
  const stacked =
    rest >= 0
      ? stackParts([PANEL.rail, PANEL.rail], Array(numberOfMidRails).fill(PANEL.midRail), share(rest, numberOfMidRails + 1))
      : stackParts([top, bottom], squeezed, Array(numberOfMidRails + 1).fill(0));
  return { pitch, isGiven: false, ...stacked, fields: stacked.fields.map((field) => ({ ...field, louvres: [] })) };
}

/** Stacks top rail, field, mid rail, field, …, bottom rail. */
function stackParts([top = 0, bottom = 0]: readonly number[], midRails: readonly number[], fields: readonly number[]) {
  let at = top;
  const put = (height: number): Part => {
    const part = { at, height };
    at += height;
    return part;
  };
  const placedFields: Part[] = [];
  const placedRails: Part[] = [];
  fields.forEach((height, index) => {
    placedFields.push(put(height));
    if (index < midRails.length) placedRails.push(put(midRails[index] ?? 0));
  });
  const midRailsIn = placedRails.map((rail) => ({ ...rail, middle: rail.at + rail.height / 2 }));
  return { rails: [{ at: 0, height: top }, put(bottom)] as const, midRails: midRailsIn, fields: placedFields };
}
