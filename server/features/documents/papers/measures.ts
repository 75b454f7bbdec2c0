import type { MakerItem } from "#server/features/documents/document-contents.ts";
import type { Facts } from "#server/features/documents/engine/letterhead.ts";
import type { Cell } from "#server/features/documents/engine/table.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import { CUT_PART_LABEL, type Cut, cutList } from "#shared/domain/window/cut-list.ts";
import { givenRailFacts } from "#shared/domain/window/making-words.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/window-fields.ts";
import { layOutWindow, toDraw } from "#shared/domain/window/window-layout.ts";
import { profileName } from "#shared/domain/window/workshop-stock.ts";

const mm = inMillimetres;
const inRow = (lengths: readonly number[]): string => `${lengths.map(mm).join(", ")} mm`;

const named = (one: string, parts: readonly unknown[]): string => (parts.length === 1 ? one : `${one}s`);

/** For one window and, where several are made, for all of them: a maker who cuts what one takes is short of the rest. */
const amount = (each: number, quantity: number): string =>
  quantity === 1 ? String(each) : `${each} per window × ${quantity} = ${each * quantity}`;

/**
 * How one window is set out, from the layout that draws it, so figures and picture agree. Places
 * are of the size made, from the left and the bottom to the part's middle; given mid rails have
 * both edges, of the size given (rule M10).
 */
export function measuresOf(item: MakerItem): Facts {
  const { quantity } = item;
  const { panels, rise, pitch, posts, height, face } = layOutWindow(toDraw(item));
  // Of a recess there are two sizes, and given rails are said from its bottom.
  const ofMade = item.sizeBasis === "recess" ? " of the size made" : "";
  const head = panels[0]?.y ?? face.top;
  const louvres = rise.fields.map((field) => field.louvres.length);
  const perPanel = louvres.reduce((sum, count) => sum + count, 0);
  const [top, bottom] = rise.rails;
  const given = givenRailFacts(toDraw(item)).map(({ label, text }) => [label, text] as const);
  const middles = rise.midRails.map(({ middle }) => height - head - middle).reverse();
  const splits = rise.fields.filter(({ at }, index) => {
    const above = rise.fields[index - 1];
    return above !== undefined && above.at + above.height === at;
  });
  return [
    ["Panels", listed(panels, quantity)],
    ["Louvres in a panel", louvres.length > 1 ? `${perPanel} (${louvres.join(" + ")}, from the top)` : String(perPanel)],
    ["Louvre pitch", `${mm(pitch)} mm`],
    ["Rail heights, from the top", inRow([top, ...rise.midRails, bottom].map((rail) => rail.height))],
    ...given,
    ...(middles.length > 0 && given.length === 0
      ? ([[`${named("Mid rail", middles)}, centre from the bottom${ofMade}`, inRow(middles)]] as const)
      : []),
    ...splits.map(({ at }) => [`Tilt split, from the bottom${ofMade}`, inRow([height - head - at])] as const),
    ...(posts.length > 0
      ? ([[`${named("T-post", posts)}, centre from the left${ofMade}`, inRow(posts.map(({ x, width }) => x + width / 2))]] as const)
      : []),
    ...hingeFacts(item, panels),
  ];
}

/** `9 hinges, 3 a panel, nickel`; how many of a panel is left out where its panels differ. */
function hingeFacts(item: MakerItem, panels: readonly { readonly hinges: readonly unknown[] }[]): Facts {
  const each = new Set(panels.map(({ hinges }) => hinges.length));
  const count = panels.reduce((sum, { hinges }) => sum + hinges.length, 0);
  if (count === 0) return [];
  const perPanel = each.size === 1 ? [`${[...each][0]} a panel`] : [];
  const ofAll = item.quantity === 1 ? [] : [`× ${item.quantity} windows = ${count * item.quantity}`];
  const words = [`${count} hinges`, ...perPanel, ...ofAll, hingesInWords(item).toLowerCase()];
  return [[WINDOW_FIELDS.hingeColor.label, words.join(", ")]];
}

const hingesInWords = ({ hingeColor }: MakerItem): string =>
  hingeColor === "match" ? "to match" : WINDOW_FIELDS.hingeColor.values[hingeColor].label;

/** `2 of 545 × 1,420 mm`, or each size with its count. */
function listed(panels: readonly { readonly width: number; readonly height: number }[], quantity: number): string {
  const counts = new Map<string, number>();
  for (const { width, height } of panels) {
    const size = `${mm(width)} × ${mm(height)} mm`;
    counts.set(size, (counts.get(size) ?? 0) + 1);
  }
  return [...counts].map(([size, count]) => `${amount(count, quantity)}${quantity === 1 ? "" : ","} of ${size}`).join("\n");
}

/** A window's rows of the cut list; the first one names it, the others bear its number, on whichever page they come to stand. */
export const cutRows = (item: MakerItem, place: number): (readonly Cell[])[] =>
  cutList(toDraw(item)).map(({ part, profile, lengthMm, count }: Cut, row) => [
    row === 0 ? [{ text: `${place}. ${item.name}`, style: { weight: "semibold" } }] : `${place}.`,
    CUT_PART_LABEL[part],
    profileName(profile),
    `${mm(lengthMm * 10)} mm`,
    amount(count, item.quantity),
  ]);
