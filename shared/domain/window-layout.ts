import type { TenthMm } from "./length.ts";
import { arrangePanels, arrangeRise, type Hang, type Rise } from "./panels.ts";
import { FRAME_FACE, HINGE, PANEL, POST_WIDTH, runsOnTrack, TILT_ROD, TRACK } from "./shutter-construction.ts";
import type { WindowOptions } from "./window-fields.ts";

/** What a drawing needs of a window, stored or still being typed. */
export interface WindowToDraw extends Readonly<WindowOptions> {
  readonly width: TenthMm;
  readonly height: TenthMm;
  /** Millimetres. */
  readonly louverSize: number;
  readonly colorSelection: string;
  /** Millimetres, as the shutter type had it when the window was quoted; absent: the usual one. */
  readonly widestPanelMm?: number | null | undefined;
}

/** Tenths of a millimetre from the top left corner of the frame, as seen from inside the room. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Panel extends Box {
  readonly hang: Hang;
  /** A sliding panel in the rear track is partly hidden by its neighbours. */
  readonly behind: boolean;
  readonly stile: number;
  readonly rails: readonly Box[];
  readonly midRails: readonly Box[];
  /** Between two rails: where the louvres are. */
  readonly fields: readonly Field[];
  readonly tiltRods: readonly Box[];
  readonly hinges: readonly Box[];
}

export interface Field extends Box {
  /** The heights of the louvres' pins. */
  readonly louvres: readonly number[];
}

export interface WindowLayout {
  readonly width: number;
  readonly height: number;
  readonly face: { readonly sides: number; readonly ends: number };
  /** Inside the frame. */
  readonly opening: Box;
  readonly panels: readonly Panel[];
  readonly posts: readonly Box[];
  readonly track: { readonly top: Box; readonly guide: Box } | null;
  /** From edge to edge of a louvre. */
  readonly blade: number;
  readonly pitch: TenthMm;
  /** The same in every panel: what a maker sets the machine to. */
  readonly rise: Rise;
}

type TiltRod = WindowOptions["tiltRodType"];

/** A part takes at most a quarter of what it stands in, so that even a window typed wrong by a thousand has a drawing. */
const within = (size: number, room: number): number => Math.min(size, Math.floor(room / 4));

/** How wide the widest panel of such a window comes out. */
export function panelWidthOf(item: Pick<WindowToDraw, "width" | "frameType" | "openingDirection" | "widestPanelMm">): number {
  const room = item.width - 2 * within(FRAME_FACE[item.frameType], item.width);
  return Math.max(...arrangePanels(room, item).panels.map((panel) => panel.width));
}

/** The geometry of a shutter that measures exactly width by height over its frame. */
export function layOutWindow(item: WindowToDraw): WindowLayout {
  const { width, height } = item;
  const face = { sides: within(FRAME_FACE[item.frameType], width), ends: within(FRAME_FACE[item.frameType], height) };
  const opening = { x: face.sides, y: face.ends, width: width - 2 * face.sides, height: height - 2 * face.ends };
  const slides = item.openingDirection === "bypass";
  const track = runsOnTrack(item) ? trackIn(opening) : null;
  const y = opening.y + (track?.top.height ?? 0);
  const panelHeight = opening.height - (track ? track.top.height + track.guide.height : 0);
  const rise = arrangeRise(panelHeight, item);
  const across = arrangePanels(opening.width, item);
  const panels = across.panels.map(({ at, width: panelWidth, hang }, index) =>
    panelOf({ x: opening.x + at, y, width: panelWidth, height: panelHeight }, hang, slides && index % 2 === 1, rise, item.tiltRodType),
  );
  const posts = across.posts.map((at) => ({ x: opening.x + at, y: opening.y, width: POST_WIDTH, height: opening.height }));
  return { width, height, face, opening, panels, posts, track, blade: item.louverSize * 10, pitch: rise.pitch, rise };
}

function trackIn({ x, y, width, height }: Box) {
  const top = within(TRACK.height, height);
  const guide = within(TRACK.guide, height);
  return { top: { x, y, width, height: top }, guide: { x, y: y + height - guide, width, height: guide } };
}

function panelOf(box: Box, hang: Hang, behind: boolean, rise: Rise, tiltRodType: TiltRod): Panel {
  const stile = within(PANEL.stile, box.width);
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
    hinges: hang === "slides" ? [] : hingesOf(box, hang),
  };
}

/** One for each section between two rails: sections tilt on their own. */
function rodOf(field: Field, type: TiltRod, hang: Hang): Box[] {
  if (type === "hidden" || field.louvres.length === 0) return [];
  const width = within(TILT_ROD.width, field.width);
  const fromLeft = type === "center" ? 0.5 : hang === "right" ? TILT_ROD.offset : 1 - TILT_ROD.offset;
  return [{ x: field.x + Math.round(field.width * fromLeft - width / 2), y: field.y, width, height: field.height }];
}

/** On the edge that the panel hangs by, drawn on its own side of the joint. */
function hingesOf({ x, y, width, height }: Box, hang: "left" | "right"): Box[] {
  const count = 2 + Math.max(0, Math.ceil((height - HINGE.pairUpTo) / HINGE.oneMoreEvery));
  const size = { width: within(HINGE.width, width), height: Math.min(HINGE.height, Math.floor(height / (2 * count))) };
  const inset = Math.min(HINGE.inset, Math.floor((height - size.height) / 4));
  const stride = (height - 2 * inset - size.height) / (count - 1);
  return Array.from({ length: count }, (_, index) => ({
    x: hang === "left" ? x : x + width - size.width,
    y: y + inset + Math.round(stride * index),
    ...size,
  }));
}
