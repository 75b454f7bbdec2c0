import type { WindowOptions } from "./window-fields.ts";
import { layOutWindow, type WindowLayout, type WindowToDraw } from "./window-layout.ts";

/** In the order in which a list names them, and a maker cuts them (rule M13). */
export const CUT_PARTS = [
  "stile",
  "top-rail",
  "bottom-rail",
  "mid-rail",
  "louvre",
  "tilt-rod",
  "frame-left",
  "frame-top",
  "frame-right",
  "frame-bottom",
  "t-post",
  "track",
  "guide",
] as const;
export type CutPart = (typeof CUT_PARTS)[number];
export const CUT_PART_LABEL = {
  stile: "Stile",
  "top-rail": "Top rail",
  "bottom-rail": "Bottom rail",
  "mid-rail": "Mid rail",
  louvre: "Louvre",
  "tilt-rod": "Tilt rod",
  "frame-left": "Frame, left",
  "frame-top": "Frame, top",
  "frame-right": "Frame, right",
  "frame-bottom": "Frame, bottom",
  "t-post": "T-post",
  track: "Track",
  guide: "Guide",
} as const satisfies Record<CutPart, string>;

/** From which bar a part is cut: a louvre's has its size, a side of the frame the frame's. */
export type Profile =
  | "stile"
  | "rail"
  | "mid-rail"
  | `louvre-${number}`
  | "tilt-rod"
  | "l-frame"
  | "z-frame"
  | "t-post"
  | "track"
  | "guide";

export interface Cut {
  readonly part: CutPart;
  readonly profile: Profile;
  /** To half a millimetre. */
  readonly lengthMm: number;
  /** For one window, or for as many as are made of it. */
  readonly count: number;
}

/** A T-post frame is an L round its posts. */
const FRAME_PROFILE = { "l-frame": "l-frame", "z-frame": "z-frame", "t-post": "l-frame" } as const satisfies Record<
  WindowOptions["frameType"],
  Profile
>;

/** Tenths of a millimetre to halves of one, half up: each length is off by a quarter of a millimetre at most. */
const toHalves = (length: number): number => Math.floor(length / 5 + 0.5) / 2;

/**
 * What is cut for a window, from the layout that is drawn: what is cut adds up to what is drawn. One row for each part and length.
 * @param quantity how many are made of it
 */
export function cutList(item: WindowToDraw, quantity = 1): Cut[] {
  const profiles = profilesOf(item);
  const rows = new Map<string, Cut>();
  for (const [part, length] of piecesOf(layOutWindow(item))) {
    const lengthMm = toHalves(length);
    const key = `${part} ${lengthMm}`;
    rows.set(key, { part, profile: profiles[part], lengthMm, count: (rows.get(key)?.count ?? 0) + quantity });
  }
  return [...rows.values()].sort((a, b) => CUT_PARTS.indexOf(a.part) - CUT_PARTS.indexOf(b.part));
}

/** How many louvres one window has: as many as are drawn, and cut. */
export function louvresOf(item: WindowToDraw): number {
  const fields = layOutWindow(item).panels.flatMap((panel) => panel.fields);
  return fields.reduce((sum, field) => sum + field.louvres.length, 0);
}

function profilesOf({ frameType, louverSize }: WindowToDraw): Record<CutPart, Profile> {
  const frame = FRAME_PROFILE[frameType];
  return {
    stile: "stile",
    "top-rail": "rail",
    "bottom-rail": "rail",
    "mid-rail": "mid-rail",
    louvre: `louvre-${louverSize}`,
    "tilt-rod": "tilt-rod",
    "frame-left": frame,
    "frame-top": frame,
    "frame-right": frame,
    "frame-bottom": frame,
    "t-post": "t-post",
    track: "track",
    guide: "guide",
  };
}

/** Each piece with its length. Sides of the frame are mitred: each is as long as the window is made. */
function* piecesOf({ width, height, face, panels, posts, track }: WindowLayout): Generator<readonly [CutPart, number]> {
  for (const panel of panels) {
    yield ["stile", panel.height];
    yield ["stile", panel.height];
    const [top, bottom] = panel.rails;
    if (top) yield ["top-rail", top.width];
    if (bottom) yield ["bottom-rail", bottom.width];
    for (const rail of panel.midRails) yield ["mid-rail", rail.width];
    for (const field of panel.fields) for (const _ of field.louvres) yield ["louvre", field.width];
    for (const rod of panel.tiltRods) yield ["tilt-rod", rod.height];
  }
  if (face.left > 0) yield ["frame-left", height];
  if (face.top > 0) yield ["frame-top", width];
  if (face.right > 0) yield ["frame-right", height];
  if (face.bottom > 0) yield ["frame-bottom", width];
  for (const post of posts) yield ["t-post", post.height];
  if (track) {
    yield ["track", track.top.width];
    yield ["guide", track.guide.width];
  }
}
