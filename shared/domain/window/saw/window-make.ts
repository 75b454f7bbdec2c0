/** The sides of a panel's stiles, seen from the room. */
export const STILE_SIDES = ["left", "right"] as const;
export type StileSide = (typeof STILE_SIDES)[number];

/**
 * The parts of a window that a remake makes again (rule W103). Two empty lists, like a missing
 * value, are the whole window.
 */
export interface WindowMake {
  /** The letters of the panels, from the left: `B`; empty: every panel. */
  readonly panels: readonly string[];
  /** The kinds of parts; empty: every part of these panels, and the frame if no panel is named. */
  readonly parts: readonly string[];
  /** The number of each kind of part in every chosen panel; a kind without a number: all of them. */
  readonly counts?: Readonly<Partial<Record<string, number>>> | undefined;
  /** The one stile of every chosen panel; without a side both of them. */
  readonly stile?: StileSide | null | undefined;
}

type Make = WindowMake | null | undefined;

/** A make as it is stored, whose kinds of parts are known. */
export interface MakeOf<Part extends string> {
  panels: string[];
  parts: Part[];
  counts?: Partial<Record<Part, number>> | undefined;
  stile?: StileSide | null | undefined;
}

/** The panels, parts, numbers and stile of a make, as it is stored and as replies list it. */
export const listMake = <Part extends string>(make: Readonly<MakeOf<Part>> | null | undefined): MakeOf<Part> => ({
  panels: make?.panels ?? [],
  parts: make?.parts ?? [],
  ...(make?.counts && Object.keys(make.counts).length > 0 && { counts: make.counts }),
  ...(make?.stile && { stile: make.stile }),
});

export const isWholeWindow = (make: Make): boolean => !make || (make.panels.length === 0 && make.parts.length === 0);

/**
 * Tests one row of a cut list. Frame and posts belong to no panel (`letter` null), so a list of
 * panels leaves them out unless `parts` names them.
 */
export function isPartMade(make: Make, { letter, part }: { readonly letter: string | null; readonly part: string }): boolean {
  if (!make || isWholeWindow(make)) return true;
  const isNamed = make.parts.includes(part);
  if (letter === null) return make.parts.length > 0 ? isNamed : make.panels.length === 0;
  return (make.panels.length === 0 || make.panels.includes(letter)) && (make.parts.length === 0 || isNamed);
}

/** Tests whether this stile of a panel is made. */
export const isStileMade = (make: Make, letter: string, side: StileSide): boolean =>
  isPartMade(make, { letter, part: "stile" }) && (!make?.stile || make.stile === side);

/** Tests whether anything of a panel is made. */
export const isOfMake = (make: Make, letter: string): boolean => !make || make.panels.length === 0 || make.panels.includes(letter);

/** Tests whether a panel is made with all its parts, so that it needs its hardware. */
export const isPanelMade = (make: Make, letter: string): boolean =>
  isWholeWindow(make) || (make?.parts.length === 0 && make.panels.includes(letter));

/** The limit of a kind of part in a panel or in the frame. */
export const mostMade = (make: Make, part: string): number =>
  part === "stile" && make?.stile ? 1 : (make?.counts?.[part] ?? Number.POSITIVE_INFINITY);

/** Kinds of parts that need the same facts. */
export const RAILS = ["top-rail", "bottom-rail", "mid-rail"] as const;
export const FRAME = [
  "frame-left",
  "frame-top",
  "frame-right",
  "frame-bottom",
  "t-post",
  "bay-post",
  "corner-post",
  "track",
  "guide",
] as const;

/** Tests whether panels have this kind of part; otherwise it belongs to the frame. */
export const isOfPanel = (part: string): boolean => FRAME.every((each) => each !== part);

/** Tests whether a make has any of these kinds of parts; whole panels have no part of the frame. */
export const makesAny = (make: Make, kinds: readonly string[]): boolean =>
  kinds.some((part) => isPartMade(make, { letter: isOfPanel(part) ? (make?.panels[0] ?? "A") : null, part }));
