import type { TenthMm } from "#shared/domain/length.ts";
import { arrangePanels, type Hang, type Span } from "#shared/domain/window/fields/panels.ts";
import type { WindowOptions } from "#shared/domain/window/fields/window-fields.ts";
import { anglesOf, facetRooms } from "./bay.ts";
import { makingRise, postsAt } from "./making.ts";
import type { Rise } from "./rise.ts";
import { PANEL, type PostLetter, TILT_ROD } from "./shutter-construction.ts";
import { type Box, frameOf, limitSize, type ShutterFrame, type WindowToMake } from "./shutter-frame.ts";

/** A stored window, or one that is still being typed, with all that a drawing needs. */
export interface WindowToDraw extends WindowToMake {
  readonly colorSelection: string;
}

/** Gives a stored window's measures the names that drawings use. */
export const toDraw = <Window extends { readonly widthTenthMm: TenthMm; readonly heightTenthMm: TenthMm }>(window: Window) => ({
  ...window,
  width: window.widthTenthMm,
  height: window.heightTenthMm,
});

export interface Panel extends Box {
  readonly hang: Hang;
  /** A sliding panel in the rear track is partly hidden by its neighbours. */
  readonly behind: boolean;
  readonly stile: number;
  readonly rails: readonly Box[];
  readonly midRails: readonly Box[];
  /** The areas of the louvres, between two rails. */
  readonly fields: readonly Field[];
  readonly tiltRods: readonly Box[];
}

export interface Field extends Box {
  /** The heights of the louvres' pins. */
  readonly louvres: readonly number[];
}

/**
 * A T-post stands in the opening. A bay or corner post stands between two frames and is as high as
 * the window.
 */
export interface Post extends Box {
  readonly letter: PostLetter;
  /** The angle inside the room in degrees; null for a T-post, and while the facets are unknown. */
  readonly angle: number | null;
}

export interface WindowLayout extends Omit<ShutterFrame, "panels"> {
  readonly panels: readonly Panel[];
  readonly posts: readonly Post[];
  /** The width of a louvre, from edge to edge. */
  readonly blade: number;
  readonly pitch: TenthMm;
  /** Equal in every panel, because the maker sets the machine once. */
  readonly rise: Rise;
}

type TiltRod = WindowOptions["tiltRodType"];

const across = (item: WindowToMake, { opening }: ShutterFrame) =>
  arrangePanels(opening.width, { ...item, postsAt: postsAt(item), rooms: facetRooms(item) });

const panelsAcross = (item: WindowToMake) => across(item, frameOf(item)).panels;
/** Returns the width of the widest panel in a window's layout. */
export const panelWidthOf = (item: WindowToMake): number => Math.max(...panelsAcross(item).map(({ width }) => width));
export const narrowestPanelOf = (item: WindowToMake): number => Math.min(...panelsAcross(item).map(({ width }) => width));
/** Returns the edge from which each panel hangs, from the left. */
export const hangsOf = (item: WindowToMake): readonly Hang[] => panelsAcross(item).map(({ hang }) => hang);

/** Counts the posts of a window. */
export const postCountOf = (item: WindowToMake): number => across(item, frameOf(item)).posts.length;

const LETTER = { left: "L", right: "R", slides: "S" } as const satisfies Record<Hang, string>;
/** Returns the layout code of the drawing. Sliding panels, which no layout code has, are `S`. */
export function drawnCodeOf(item: WindowToMake): string {
  const { panels, posts } = across(item, frameOf(item));
  const letters = [...panels.map(({ at, hang }) => ({ at, letter: LETTER[hang] })), ...posts];
  return letters
    .toSorted((one, other) => one.at - other.at)
    .map(({ letter }) => letter)
    .join("");
}

/** Computes the geometry of a shutter in its made size over the frame. */
export function layOutWindow(item: WindowToDraw): WindowLayout {
  const { panels: space, ...frame } = frameOf(item);
  const { opening } = frame;
  const slides = item.openingDirection === "bypass";
  const rise = makingRise(item);
  const arranged = across(item, { ...frame, panels: space });
  const panels = arranged.panels.map(({ at, width, hang }, index) =>
    panelOf({ x: opening.x + at, width, ...space }, hang, slides && index % 2 === 1, rise, item.tiltRodType),
  );
  const angles = facetRooms(item) ? anglesOf(item) : [];
  let bayPosts = 0;
  const posts = arranged.posts.map(({ at, width, letter }): Post => {
    const x = opening.x + at;
    if (letter === "T") return { x, y: opening.y, width, height: opening.height, letter, angle: null };
    bayPosts += 1;
    return { x, y: 0, width, height: frame.height, letter, angle: angles[bayPosts - 1] ?? null };
  });
  return { ...frame, panels, posts, blade: item.louverSize * 10, pitch: rise.pitch, rise };
}

/** Returns the posts that divide the frame itself, from the left; empty for a flat window. */
export const bayPosts = ({ posts }: Pick<WindowLayout, "posts">): readonly Post[] => posts.filter(({ letter }) => letter !== "T");

/**
 * Returns the pieces of the frame's top and bottom: one for each facet, between the faces of the
 * posts.
 */
export function frameSpans(layout: Pick<WindowLayout, "posts" | "width">): Span[] {
  const between = bayPosts(layout);
  const starts = [0, ...between.map(({ x, width }) => x + width)];
  return starts.map((from, at) => ({ from, to: between[at]?.x ?? layout.width }));
}

/**
 * Returns the facets as they are measured: between the middles of two posts' faces, or to the
 * frame's outer edge.
 */
export function facetSpans(layout: Pick<WindowLayout, "posts" | "width">): Span[] {
  const edges = [0, ...bayPosts(layout).map(({ x, width }) => x + width / 2), layout.width];
  return edges.slice(1).map((to, at) => ({ from: edges[at] ?? 0, to }));
}

function panelOf(box: Box, hang: Hang, behind: boolean, rise: Rise, tiltRodType: TiltRod): Panel {
  // The narrowest panel that can be made has whole stiles; in a narrower drawing a stile is a third
  // of the panel.
  const stile = Math.min(PANEL.stile, Math.floor(box.width / 3));
  const inner = (part: { readonly at: number; readonly height: number }): Box => ({
    x: box.x + stile,
    y: box.y + part.at,
    width: box.width - 2 * stile,
    height: part.height,
  });
  const fields = rise.fields.map((field) => ({ ...inner(field), louvres: field.louvres.map((at) => box.y + at) }));
  return {
    ...box,
    hang,
    behind,
    stile,
    rails: rise.rails.map(inner),
    midRails: rise.midRails.map(inner),
    fields,
    tiltRods: fields.flatMap((field) => rodOf(field, tiltRodType, hang)),
  };
}

/** Draws a rod for each section between two rails, because sections tilt separately. */
function rodOf(field: Field, type: TiltRod, hang: Hang): Box[] {
  if (type === "hidden" || field.louvres.length === 0) return [];
  const width = limitSize(TILT_ROD.width, field.width);
  const fromLeft = type === "center" ? 0.5 : hang === "right" ? TILT_ROD.offset : 1 - TILT_ROD.offset;
  return [{ x: field.x + Math.round(field.width * fromLeft - width / 2), y: field.y, width, height: field.height }];
}
