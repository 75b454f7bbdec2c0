import type { Facts } from "#server/features/papers/engine/letterhead.ts";
import type { Cell } from "#server/features/papers/engine/table.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import { panelLetter, panelsInWords } from "#shared/domain/window/fields/panel-names.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import {
  addExact,
  asMillimetres,
  divideExact,
  type Exact,
  exact,
  exactFigure,
  isHalf,
  subtractExact,
  toHalves,
} from "#shared/domain/window/geometry/exact.ts";
import { type Fitted, fitWindow } from "#shared/domain/window/geometry/fitted.ts";
import { heightOf } from "#shared/domain/window/geometry/made-rise.ts";
import { bladeDifference, stileOf } from "#shared/domain/window/geometry/made-sections.ts";
import { TILT_ROD } from "#shared/domain/window/geometry/shutter-construction.ts";
import { facetSpans, type Panel, type Post, toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { type Clearances, USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import {
  alikeCuts,
  type Cut,
  cutInWords,
  type ExactCut,
  endsInWords,
  exactCuts,
  rodsInWords,
  unmakeablePanels,
} from "#shared/domain/window/saw/cut-list.ts";
import { catchHeights, type Fitting, HARDWARE_LABEL, hingesInWords, listHardware, screwUse } from "#shared/domain/window/saw/hardware.ts";
import { madePartLabel } from "#shared/domain/window/saw/make-in-words.ts";
import { hingeColour, meetingFacts, weightName, weightsInWords } from "#shared/domain/window/saw/panel-facts.ts";
import { isTimber, sectionInWords } from "#shared/domain/window/saw/sections.ts";
import { FRAME, isPanelMade, isPartMade, isWholeWindow, makesAny, RAILS } from "#shared/domain/window/saw/window-make.ts";
import { anglesInWords, givenRailFacts, splitFacts, standingRailFacts } from "#shared/domain/window/text/making-text.ts";

const mm = inMillimetres;
const inRow = (lengths: readonly number[]): string => `${lengths.map(mm).join(", ")} mm`;

const pluralize = (one: string, parts: readonly unknown[]): string => (parts.length === 1 ? one : `${one}s`);

/**
 * States an amount for one window and for all, because a maker who cuts one window's amount would
 * be short for the rest.
 */
const amount = (each: number, quantity: number): string =>
  quantity === 1 ? String(each) : `${each} per window × ${quantity} = ${each * quantity}`;

/**
 * The dimensions of one window as cut, from the layout that also draws it, so that text and picture
 * agree (rule M15). Posts are measured on the size to make, from the left to their middle; mid
 * rails and the tilt split on the given size, from the bottom (rule M10).
 */
export function measuresOf(item: MakerItem): { readonly wide: Facts; readonly others: Facts } {
  const window = toDraw(item);
  const fitted = fitWindow(window);
  const { rise, pitch, posts } = fitted.layout;
  const clearances = item.clearances ?? USUAL_CLEARANCES;
  const louvres = rise.fields.map((field) => field.louvres.length);
  const perPanel = louvres.reduce((sum, count) => sum + count, 0);
  const rails = [fitted.rise.top, ...fitted.rise.midRails, fitted.rise.bottom];
  // A remake of parts has only the facts by which they are made.
  const factsOf = (kinds: readonly string[], facts: () => Facts): Facts => (makesAny(item.make, kinds) ? facts() : []);
  const built = ["stile", ...RAILS, ...FRAME];
  return {
    wide: [
      ...panelFacts(fitted, item),
      ...factsOf(FRAME, () => facetFacts(item, fitted)),
      ...factsOf(built, () => [
        ["Across, from the left", inSum(across(fitted))],
        ["Down, from the top", inSum(down(fitted, clearances, bladeDifference(window)))],
        ...[...givenRailFacts(window), ...standingRailFacts(window), ...splitFacts(window)].map(
          ({ label, text }) => [label, text] as const,
        ),
      ]),
    ],
    others: [
      ...factsOf(["louvre", "tilt-rod", "stile"], () => [
        ["Louvres in a panel", louvres.length > 1 ? `${perPanel} (${louvres.join(" + ")}, from the top)` : String(perPanel)],
      ]),
      ...factsOf(["stile", "tilt-rod"], () => [["Louvre pitch", `${mm(pitch)} mm`]]),
      ...factsOf(RAILS, () => [["Rails ripped to, from the top", `${rails.map((rail) => ripInWords(heightOf(rail))).join(", ")} mm`]]),
      ...rodFacts(fitted, window),
      ...factsOf(FRAME, () => postFacts(item, posts)),
      ...hingeFacts(item, window),
      ...factsOf(["stile", "track", "guide"], () => meetingFacts(fitted.layout, item).map(({ label, text }) => [label, text] as const)),
      [weightName(item, item.quantity), weightsInWords(window)],
    ],
  };
}

const POST_NAMES = { T: "T-post", B: "Bay post", C: "Corner post" } as const satisfies Record<Post["letter"], string>;

const POST_IN_SUM = { T: "post", B: "bay post", C: "corner post" } as const satisfies Record<Post["letter"], string>;

/** Each kind of post from the left: the centre of its face, and for bay posts the angle. */
function postFacts({ sizeBasis }: MakerItem, posts: readonly Post[]): Facts {
  return (["T", "B", "C"] as const).flatMap((letter) => {
    const own = posts.filter((post) => post.letter === letter);
    if (own.length === 0) return [];
    const ofMade = sizeBasis === "recess" ? " of the size made" : "";
    const angles = own.flatMap(({ angle }) => (letter === "B" && angle !== null ? [angle] : []));
    const inside = angles.length > 0 ? `, ${anglesInWords(angles)} inside` : "";
    return [
      [
        `${pluralize(POST_NAMES[letter], own)}, centre from the left${ofMade}`,
        `${inRow(own.map(({ x, width }) => x + width / 2))}${inside}`,
      ],
    ];
  });
}

/**
 * `2: 1,200 less half post 22 and half post 22 = frame 1,156`: each facet of a bay as measured
 * along its panels, and the piece of frame above and below them.
 */
function facetFacts({ facetsMm }: MakerItem, { layout, posts }: Fitted): Facts {
  const spans = facetSpans(layout);
  if (!facetsMm || spans.length === 1) return [];
  const between = posts.filter((_, at) => layout.posts[at]?.letter !== "T").map((width) => divideExact(width, 2));
  const each = spans.map(({ from, to }, at) => {
    const ends = [between[at - 1], between[at]].filter((half) => half !== undefined);
    const frame = subtractExact(exact(to - from), ...ends);
    return `${at + 1}: ${mm(to - from)} less ${ends.map((half) => `half post ${exactFigure(half)}`).join(" and ")} = frame ${exactFigure(frame)}`;
  });
  return [["Facets, from the left", `${each.join("; ")} mm`]];
}

/** A length in a sum; negative where panels overlap. */
interface Addend {
  readonly name?: string;
  readonly length: Exact;
}

/** `frame 38 + 3 + 557.5 + 3 + …  = 1,200`: exact, so that a reader can add it up. */
function inSum(parts: readonly Addend[]): string {
  const addends = parts.filter(({ length }) => length !== 0);
  const words = addends.map(({ name, length }, at) => {
    const figure = exactFigure(Math.abs(length) as Exact);
    return `${at === 0 ? "" : length < 0 ? " \u2212 " : " + "}${name ? `${name}\u00a0` : ""}${figure}`;
  });
  return `${words.join("")} = ${exactFigure(addExact(...parts.map(({ length }) => length)))} mm`;
}

function across({ layout, faces, posts, runs }: Fitted): Addend[] {
  return [
    { name: "frame", length: faces.left },
    ...runs.flatMap(({ gaps, laps, panels, width }, run): Addend[] => [
      ...panels.flatMap((_, at): Addend[] => [
        { ...(at === 0 && meetingAt(panels[0], "left")), length: gaps[at] ?? exact(0) },
        ...(at > 0 ? [{ name: "lap", length: -(laps[at - 1] ?? 0) as Exact }] : []),
        { name: "panel", length: width },
      ]),
      { ...meetingAt(panels.at(-1), "right"), length: gaps.at(-1) ?? exact(0) },
      ...posts.slice(run, run + 1).map((length) => ({ name: POST_IN_SUM[layout.posts[run]?.letter ?? "T"], length })),
    ]),
    { name: "frame", length: faces.right },
  ];
}

/**
 * The gap between a face and the panel that closes against it has its clearance's name, because it
 * is no hinge's.
 */
const meetingAt = (panel: Panel | undefined, face: "left" | "right"): Pick<Addend, "name"> =>
  panel && panel.hang !== face && panel.hang !== "slides" ? { name: "meeting" } : {};

function down({ layout: { track, rise: nominal }, faces, rise, ends }: Fitted, { bladeRail }: Clearances, wider: number): Addend[] {
  const air = exact(Math.round(bladeRail * 10));
  const rails = [...rise.midRails, rise.bottom];
  // The two parts of a split section touch each other.
  const sections: { height: number; louvred: boolean }[] = [];
  let end: number | null = null;
  for (const { at, height, louvres } of nominal.fields) {
    const last = sections.at(-1);
    if (last && end === at) last.height += height;
    else sections.push({ height, louvred: louvres.length > 0 });
    end = at + height;
  }
  return [
    { name: "frame", length: faces.top },
    { name: "track", length: exact(track?.top.height ?? 0) },
    { length: ends.above },
    { name: "rail", length: heightOf(rise.top) },
    ...sections.flatMap(({ height, louvred }, at): Addend[] => {
      const beside = { length: louvred ? air : exact(0) };
      const rail = rails[at];
      return [
        beside,
        { name: louvred ? "louvres" : "infill", length: exact(louvred ? height + wider : height) },
        beside,
        ...(rail ? [{ name: "rail", length: heightOf(rail) }] : []),
      ];
    }),
    { length: ends.below },
    { name: "guide", length: exact(track?.guide.height ?? 0) },
    { name: "frame", length: faces.bottom },
  ];
}

/** `100 (exactly 100.1)`, or `78.5` where the height is not rounded. */
const ripInWords = (rip: Exact): string => `${mm(toHalves(rip) * 10)}${isHalf(rip) ? "" : ` (exactly ${exactFigure(rip)})`}`;

/**
 * The middle of each offset rod from the stile beside it, as the drawing places it. Louvres that are
 * made again have their staples there, too.
 */
function rodFacts({ runs }: Fitted, window: ReturnType<typeof toDraw<MakerItem>>): Facts {
  if (window.tiltRodType !== "offset") return [];
  const places = new Map<string, number[]>();
  let number = 0;
  for (const { width, panels } of runs)
    for (const { hang } of panels) {
      number += 1;
      const letter = panelLetter(number);
      if (!["louvre", "tilt-rod"].some((part) => isPartMade(window.make, { letter, part }))) continue;
      const rail = asMillimetres(subtractExact(width, exact(2 * stileOf(window))));
      const words = `${mm(Math.round(rail * TILT_ROD.offset * 2) * 5)} mm from the ${hang === "right" ? "left" : "right"} stile`;
      places.set(words, [...(places.get(words) ?? []), number]);
    }
  if (places.size === 0) return [];
  return [["Middle of the tilt rod", [...places].map(([words, panels]) => `${panelsInWords(panels)}: ${words}`).join("\n")]];
}

/** `9 hinges, 3 a panel, nickel`; the number per panel is left out where panels differ. */
function hingeFacts(item: MakerItem, window: ReturnType<typeof toDraw<MakerItem>>): Facts {
  const hung = listHardware(window);
  const hinges = hingesInWords(hung);
  const count = hung.reduce((sum, row) => sum + (row.kind === "hinge" ? row.count : 0), 0);
  if (hinges === null) return [];
  const ofAll = item.quantity === 1 ? [] : [`× ${item.quantity} windows = ${count * item.quantity}`];
  return [[WINDOW_FIELDS.hingeColor.label, [hinges, ...ofAll, hingeColour(item)].join(", ")]];
}

/**
 * `2, cut to 557.5 × 1,266 mm (nominal 562 − 4.5 wide, 1,274 − 8 high)`: the nominal size is the
 * panel's share of the opening in the drawn frame (rule M15). Where panels have several sizes, or
 * only some are made, each size names its panels.
 */
function panelFacts({ runs, height, layout }: Fitted, { quantity, make }: MakerItem): Facts {
  const numbers = new Map<string, number[]>();
  const high = layout.panels[0]?.height ?? 0;
  let number = 0;
  for (const { panels, nominal, width } of runs) {
    const [nominalMm, cutMm, highMm] = [toHalves(nominal), toHalves(width), toHalves(height)];
    const exactly = isHalf(width) && isHalf(height) ? "" : `; exactly ${exactFigure(width)} × ${exactFigure(height)}`;
    const wide = changeInWords(nominalMm, cutMm);
    const tall = changeInWords(toHalves(exact(high)), highMm);
    const size = `cut to ${halves(cutMm)} × ${halves(highMm)} mm (nominal ${wide} wide, ${tall} high${exactly})`;
    for (const _ of panels) {
      number += 1;
      if (isPanelMade(make, panelLetter(number))) numbers.set(size, [...(numbers.get(size) ?? []), number]);
    }
  }
  const areAlike = numbers.size === 1 && isWholeWindow(make);
  return [...numbers].map(([size, which]) => [
    areAlike ? "Panels" : `${pluralize("Panel", which)} ${panelsInWords(which)}`,
    `${amount(which.length, quantity)}, ${size}`,
  ]);
}

const halves = (length: number): string => mm(length * 10);

/** `562 − 4.5`, in millimetres; `644 + 0.5` where panels that lap are wider than they are drawn. */
function changeInWords(nominalMm: number, cutMm: number): string {
  const change = cutMm - nominalMm;
  return change === 0 ? halves(nominalMm) : `${halves(nominalMm)} ${change > 0 ? "+" : "\u2212"} ${halves(Math.abs(change))}`;
}

/** Track and guide are hardware, and a panel that cannot be made is not sawn (rule M44). */
function isSawn(item: MakerItem): (cut: Pick<Cut, "profile" | "panel">) => boolean {
  const unmakeable = unmakeablePanels(toDraw(item)).map(({ panel }) => panel);
  return ({ profile, panel }) => isTimber(profile) && (panel === null || !unmakeable.includes(panel));
}

/** The rows of a window in the cut list, without track and guide, which are hardware. */
export const cutRows = (item: MakerItem): (readonly Cell[])[] =>
  alikeCuts(exactCuts(toDraw(item)).filter(isSawn(item))).map(({ count, panels, section, ...cut }) => [
    partCell(item.make, cut),
    panelsInWords(panels),
    sectionInWords(section),
    cutInWords(cut),
    amount(count, item.quantity),
  ]);

type RowOfPart = Pick<ExactCut, "part" | "ripMm" | "ripExactly" | "ends" | "bevelDeg" | "rods" | "ask">;

function partCell(make: MakerItem["make"], { part, ripMm, ripExactly, ends, bevelDeg, rods, ask }: RowOfPart): Cell {
  const rip = ripMm === null ? null : `rip ${ripExactly === null ? mm(ripMm * 10) : ripInWords(ripExactly)}`;
  const how = rip ?? rodsInWords({ rods }) ?? endsInWords({ part, ends, bevelDeg });
  const name = [madePartLabel(make, part), ...(how ? [how] : [])].join(", ");
  return ask
    ? [
        { text: name, style: {} },
        { text: ask, style: { weight: "semibold" }, across: true },
      ]
    : name;
}

/** The hardware rows of a window; equal rows of several panels are merged. */
export function hardwareRows(item: MakerItem): (readonly Cell[])[] {
  const rows = new Map<string, { name: string; panels: number[]; count: number; where: string }>();
  const window = toDraw(item);
  const fitted = fitWindow(window);
  for (const fitting of listHardware(window)) {
    const { kind, panel, count } = fitting;
    const where = placeInWords(fitting, fitted);
    const name = kind === "screw" ? `${HARDWARE_LABEL[kind]}, ${screwUse(window, fitting)}` : HARDWARE_LABEL[kind];
    const key = `${name} ${where}`;
    const row = rows.get(key) ?? { name, panels: [], count: 0, where };
    rows.set(key, { ...row, panels: [...row.panels, ...(panel === null ? [] : [panel])], count: row.count + count });
  }
  return [...rows.values()].map(({ name, panels, count, where }) => [name, panelsInWords(panels), where, amount(count, item.quantity)]);
}

/** The places of a fitting, as far as they are defined: heights, ends, or a screw's size. */
function placeInWords({ kind, panel, heightsMm, lengthMm, depthMm, size }: Fitting, { layout, height }: Fitted): string {
  if (heightsMm) return `${inRow(heightsMm.map((high) => high * 10))} from the panel's foot`;
  if (lengthMm !== null) return `${mm(lengthMm * 10)} mm long${depthMm === null ? "" : `, ${mm(depthMm * 10)} mm deep`}`;
  if (kind === "screw") return `${size} mm`;
  if (kind === "catch") return `${inRow(catchHeights(height).map((high) => high * 10))} from the panel's foot, closing edge`;
  if (kind === "pivot") return "one at head and one at foot";
  return layout.panels[(panel ?? 0) - 1]?.hang === "slides" ? "one at either end of the panel" : "at the panel's free edge";
}
