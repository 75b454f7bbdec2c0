import { inMillimetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { CUT_PART_LABEL, type Cut, type CutPart, chooseLongest, cutList, endsInWords } from "./cut-list.ts";
import { isTimber } from "./sections.ts";

/** Spoiled parts of a cut shutter, which are cut again (rule W95). */

export const RECUT_REASONS = ["split", "wrong-size", "finish", "lost", "other"] as const;
export type RecutReason = (typeof RECUT_REASONS)[number];
export const RECUT_REASON_LABEL = {
  split: "Split",
  "wrong-size": "Wrong size",
  finish: "Finish",
  lost: "Lost",
  other: "Other",
} as const satisfies Record<RecutReason, string>;

/**
 * The number of a panel's first recut part among its equal parts. A cut list has far fewer, so a
 * number tells whether a part is a recut.
 */
export const FIRST_RECUT = 1001;
export const isRecut = ({ nth }: { readonly nth: number }): boolean => nth >= FIRST_RECUT;

/** The limit of kinds of parts in one recut: a panel of every part. */
export const MOST_RECUT_KINDS = 50;

/**
 * A row of a cut list for one shutter, with the number of its first part among the panel's equal
 * parts.
 */
export interface NumberedCut<Row extends Pick<Cut, "panel" | "part" | "count"> = Cut> {
  readonly panel: number | null;
  readonly part: CutPart;
  readonly first: number;
  readonly each: number;
  readonly row: Row;
}

/** Numbers the parts of one shutter's cut list, without track and guide, which are hardware. */
export function numberCuts(cuts: readonly Cut[]): NumberedCut[] {
  const before = new Map<string, number>();
  return cuts
    .filter(({ profile }) => isTimber(profile))
    .map((row) => {
      const kind = `${row.panel} ${row.part}`;
      const first = before.get(kind) ?? 1;
      before.set(kind, first + row.count);
      return { panel: row.panel, part: row.part, first, each: row.count, row };
    });
}

/** A recut part, as far as it selects a row of the cut list. */
interface Replacing {
  readonly panel: number | null;
  readonly part: string;
  /** The number of an equal part of the cut list, whose length the part has. */
  readonly replaces: number;
}
/** True if a recut part has the length of this row's parts. */
export const isReplacedIn = ({ panel, part, first, each }: Omit<NumberedCut, "row">, recut: Replacing): boolean =>
  recut.panel === panel && recut.part === part && recut.replaces >= first && recut.replaces < first + each;

interface CountedPart {
  readonly panel: number | null;
  readonly part: CutPart;
  readonly count: number;
  /**
   * The numbers of the parts among their kind. A reply that an earlier build stored has none: then
   * the longest are meant.
   */
  readonly replaces?: readonly number[] | undefined;
  /** True if the person chose these very parts, and not any of their kind. */
  readonly chosen?: boolean | undefined;
}
interface RecutParts {
  readonly itemId: number;
  readonly piece: number;
  readonly parts: readonly CountedPart[];
}

/** The part's name in a recut, where a side of the frame has no comma: `frame left`, `T-post`. */
export const recutPartInWords = (part: CutPart): string =>
  part === "t-post" ? CUT_PART_LABEL[part] : CUT_PART_LABEL[part].toLowerCase().replace(",", "");

/** The panel or the frame of a window, at the start of a sentence. */
export const placeInWords = ({ panel }: { readonly panel: number | null }, name: string): string =>
  panel === null ? `The frame of "${name}"` : `Panel ${panelLetter(panel)} of "${name}"`;

/**
 * Why a panel or the frame has not as many parts of a kind: `Panel B of "Bay" has 12 louvres`. Null
 * if it has.
 */
export function countFault(cuts: readonly Pick<Cut, "panel" | "part" | "count">[], asked: CountedPart, name: string): string | null {
  const has = cuts.reduce((sum, { panel, part, count }) => (panel === asked.panel && part === asked.part ? sum + count : sum), 0);
  if (has >= asked.count) return null;
  const words = recutPartInWords(asked.part);
  return `${placeInWords(asked, name)} has ${has === 0 ? `no ${words}` : countOf(has, words)}`;
}

/**
 * The lengths to cut for a recut: `Cut 467.5 mm`, or with several parts `Cut right stile 1,266 mm,
 * top rail 467.5 mm (rip to 93.5)`. A mitred part or a post has its ends: `Cut 1,350 mm (mitre both
 * ends)`. Null for parts that the window no longer has since a correction.
 */
export function recutLengthsInWords(item: WindowToDraw, parts: readonly CountedPart[], stilesOf?: StileNames): string | null {
  const cuts = cutList(item);
  const severalPanels = new Set(parts.map(({ panel }) => panel)).size > 1;
  const words = parts.flatMap((each) => {
    const { panel, part, count, replaces } = each;
    const numbered = numberCuts(cuts).filter((cut) => replaces?.some((each) => isReplacedIn(cut, { panel, part, replaces: each })));
    const rows = replaces
      ? numbered.map(({ row }) => row)
      : chooseLongest(
          cuts.filter((cut) => cut.panel === panel && cut.part === part),
          count,
        );
    const sizes = rows.map(sizeToCut);
    const called = chosenStile(each, stilesOf) ?? recutPartInWords(part);
    const name = [called, ...(severalPanels && panel !== null ? [panelLetter(panel)] : [])].join(" ");
    return sizes.length > 0 ? [`${parts.length > 1 ? `${name} ` : ""}${[...new Set(sizes)].join(" and ")}`] : [];
  });
  return words.length > 0 ? `Cut ${words.join(", ")}` : null;
}

/**
 * The length with a rail's height or the ends: `467.5 mm (rip to 93.5)`, `1,350 mm (mitre both
 * ends)`.
 */
export function sizeToCut(row: Cut): string {
  const how = row.ripMm === null ? endsInWords(row) : `rip to ${mm(row.ripMm)}`;
  return `${mm(row.cutMm)} mm${how === null ? "" : ` (${how})`}`;
}
const mm = (length: number): string => inMillimetres(length * 10);

/** `waits for 2 louvres and 1 stile`: why a shutter is not packed, from its open recuts. */
export function waitInWords(recuts: readonly Pick<RecutParts, "parts">[]): string {
  const counts = new Map<CutPart, number>();
  for (const { part, count } of recuts.flatMap(({ parts }) => parts)) counts.set(part, (counts.get(part) ?? 0) + count);
  return `waits for ${[...counts].map(([part, count]) => countOf(count, recutPartInWords(part))).join(" and ")}`;
}

type StileNames = (panel: number) => readonly string[];

/** `left stile (hinges)`: a single stile by its side, if the person chose it. */
function chosenStile({ panel, part, replaces, chosen }: CountedPart, stilesOf: StileNames | undefined): string | undefined {
  const nth = part === "stile" && chosen && replaces?.length === 1 ? replaces[0] : undefined;
  return panel !== null && nth !== undefined ? stilesOf?.(panel)[nth - 1] : undefined;
}

/** `2 louvres`; a chosen stile by its side. */
const countedPart = (each: CountedPart, stilesOf: StileNames | undefined): string =>
  chosenStile(each, stilesOf) ?? countOf(each.count, recutPartInWords(each.part));

/** `2 louvres, 487.1 B`; parts of several panels: `2 louvres, 487.1 B; 1 stile, 487.1 A`. */
export function recutInWords({ itemId, piece, parts }: RecutParts, stilesOf?: StileNames): string {
  const panels = new Map<number | null, string[]>();
  for (const each of parts) panels.set(each.panel, [...(panels.get(each.panel) ?? []), countedPart(each, stilesOf)]);
  return [...panels]
    .map(([panel, words]) => `${words.join(" and ")}, ${itemId}.${piece}${panel === null ? "" : ` ${panelLetter(panel)}`}`)
    .join("; ");
}
