import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import { DRAWN_TILT, FRAME_FACE, Z_STEP } from "#shared/domain/window/geometry/shutter-construction.ts";
import type { Box } from "#shared/domain/window/geometry/shutter-frame.ts";
import type { Field, Panel, WindowLayout, WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { isOfMake } from "#shared/domain/window/saw/window-make.ts";
import type { DrawingTheme, Shape, ShapePart } from "./shapes.ts";
import { hingeTone, mix, tonesOf } from "./shutter-colours.ts";
import { type DrawingView, type Placed, placedIn } from "./view.ts";

interface Brush {
  readonly place: Placed;
  readonly view: DrawingView;
  readonly theme: DrawingTheme;
  readonly tones: ReturnType<typeof tonesOf>;
  readonly hinge: string;
  readonly layout: WindowLayout;
}

/** The line width in units of the drawing, thin enough to keep a stile visible in a thumbnail. */
const LINE = 0.6;
/** Louvres closer than this can't be distinguished, so the field is painted in one tone. */
const FINEST_PITCH = 1.6;

/** Returns frame, posts, track and panels in the order of painting, from back to front. */
export function shutterShapes(
  layout: WindowLayout,
  { colorSelection, hingeColor, make }: Pick<WindowToDraw, "colorSelection" | "hingeColor" | "make">,
  view: DrawingView,
  theme: DrawingTheme,
  hinges: readonly Box[],
): Shape[] {
  const brush: Brush = {
    place: placedIn(view),
    view,
    theme,
    tones: tonesOf(colorSelection),
    hinge: hingeTone(hingeColor) ?? theme.metal,
    layout,
  };
  const panels = [...layout.panels.filter((panel) => panel.behind), ...layout.panels.filter((panel) => !panel.behind)];
  return [
    ...frameShapes(brush),
    ...panels.flatMap((panel) =>
      isOfMake(make, panelLetter(layout.panels.indexOf(panel) + 1)) ? panelShapes(panel, brush) : shadedShapes(panel, brush),
    ),
    ...hinges.map((hinge) => paintBox(brush, "hinge", hinge, brush.hinge)),
    ...layout.posts.map((post) => paintBox(brush, "post", post, mix(brush.tones.base, brush.tones.shade, 0.5))),
    ...(layout.track ? [layout.track.top, layout.track.guide].map((rail) => paintBox(brush, "track", rail, theme.metal)) : []),
    ...(view.detail === "thumbnail" ? [] : openingMarks(layout, brush.place, brush.tones.dark ? theme.mark.onDark : theme.mark.onLight)),
  ];
}

function paintBox({ place, tones }: Brush, part: ShapePart, box: Box, fill: string): Shape {
  return { kind: "rect", part, ...place.box(box), fill, stroke: tones.edge, strokeWidth: LINE };
}

/**
 * Draws the frame with mitred corners where two sides meet; a Z-frame shows the step of its
 * moulding.
 */
function frameShapes(brush: Brush): Shape[] {
  const { layout, place, tones, theme } = brush;
  const { width, height, face, opening } = layout;
  const outer: Box = { x: 0, y: 0, width, height };
  const [right, bottom] = [width - face.right, height - face.bottom];
  const mitres = [
    [0, 0, face.left, face.top],
    [width, 0, right, face.top],
    [0, height, face.left, bottom],
    [width, height, right, bottom],
  ] as const;
  const shapes: Shape[] = [paintBox(brush, "frame", outer, tones.base)];
  const sides = Object.values(face).filter((side) => side > 0);
  if (sides.length > 0 && sides.every((side) => side === FRAME_FACE["z-frame"])) {
    const [x, y] = [face.left, face.top].map((side) => Math.min(side, Z_STEP)) as [number, number];
    const step: Box = { x, y, width: width - x - Math.min(face.right, Z_STEP), height: height - y - Math.min(face.bottom, Z_STEP) };
    shapes.push(paintBox(brush, "frame", step, mix(tones.base, tones.shade, 0.5)));
  }
  // A corner with a missing side has no mitre.
  const joints = mitres.filter(([x1, y1, x2, y2]) => x1 !== x2 && y1 !== y2);
  const d = joints.map(([x1, y1, x2, y2]) => `M${place.point(x1, y1)}L${place.point(x2, y2)}`).join("");
  if (d) shapes.push({ kind: "path", part: "frame", d, stroke: tones.edge, strokeWidth: LINE });
  shapes.push(paintBox(brush, "opening", opening, theme.glass));
  return shapes;
}

function panelShapes(panel: Panel, brush: Brush): Shape[] {
  const { tones } = brush;
  const shapes: Shape[] = [paintBox(brush, "panel", panel, tones.base)];
  shapes.push(...panel.rails.map((rail) => paintBox(brush, "panel", rail, tones.base)));
  shapes.push(...panel.fields.flatMap((field) => fieldShapes(field, brush)));
  shapes.push(...panel.midRails.map((rail) => paintBox(brush, "mid-rail", rail, tones.base)));
  shapes.push(...panel.tiltRods.map((rod) => paintBox(brush, "tilt-rod", rod, tones.light)));
  return shapes;
}

/** The distance between two strokes of a shaded panel, in tenths of a millimetre. */
const SHADE_APART = 600;

/** Shades a panel that a remake does not make again: its outline with slanting strokes. */
function shadedShapes(panel: Panel, brush: Brush): Shape[] {
  const { x, y, width, height } = panel;
  const strokes: string[] = [];
  for (let at = SHADE_APART; at < width + height; at += SHADE_APART) {
    const [left, right] = [Math.max(0, at - height), Math.min(at, width)];
    strokes.push(`M${brush.place.point(x + left, y + at - left)}L${brush.place.point(x + right, y + at - right)}`);
  }
  return [
    paintBox(brush, "panel", panel, brush.theme.glass),
    { kind: "path", part: "panel", d: strokes.join(""), stroke: brush.tones.edge, strokeWidth: LINE },
  ];
}

/**
 * Draws all louvres of a field as three shapes: the ground behind them, the blades, and the shadow
 * on the blades' lower edges.
 */
function fieldShapes(field: Field, brush: Brush): Shape[] {
  const { place, layout, tones, theme, view } = brush;
  if (field.louvres.length === 0) return field.height > 0 ? [paintBox(brush, "louvre", field, tones.shade)] : [];
  if (layout.pitch * view.scale < FINEST_PITCH) return [paintBox(brush, "louvre", field, mix(tones.base, tones.shade, 0.7))];
  const seen = layout.blade * Math.cos((DRAWN_TILT * Math.PI) / 180);
  const blades = (from: number, to: number) =>
    field.louvres
      .map((pin) => place.box({ x: field.x, y: pin + (from - 0.5) * seen, width: field.width, height: (to - from) * seen }))
      .map(
        ({ x, y, width, height }) =>
          `M${x} ${y}L${place.round(x + width)} ${y}L${place.round(x + width)} ${place.round(y + height)}L${x} ${place.round(y + height)}Z`,
      )
      .join("");
  return [
    paintBox(brush, "louvre", field, theme.glass),
    { kind: "path", part: "louvre", d: blades(0, 1), fill: tones.base, stroke: tones.edge, strokeWidth: LINE / 2 },
    { kind: "path", part: "louvre", d: blades(0.62, 1), fill: tones.shade },
  ];
}

/**
 * Draws how each panel opens, in the convention of elevations: broken lines from the corners of the
 * free edge to the middle of the hinged edge. A sliding panel has an arrow in each direction in
 * which it can move.
 */
function openingMarks({ panels }: WindowLayout, place: Placed, colour: string): Shape[] {
  return panels.map((panel, index): Shape => {
    if (panel.hang === "slides") {
      const ways = [...(index > 0 ? [-1 as const] : []), ...(index < panels.length - 1 ? [1 as const] : [])];
      return { kind: "path", part: "mark", d: arrow(panel, ways, place), stroke: colour, strokeWidth: 1.2 };
    }
    const { x, y, width, height, stile } = panel;
    const sides = [x + stile / 2, x + width - stile / 2] as const;
    const [hinged, free] = panel.hang === "left" ? sides : [sides[1], sides[0]];
    const d = `M${place.point(free, y)}L${place.point(hinged, y + height / 2)}L${place.point(free, y + height)}`;
    return { kind: "path", part: "mark", d, stroke: colour, strokeWidth: 0.8, dash: [5, 4] };
  });
}

/**
 * Draws an arrow in the middle of the panel, a third of its width long, with a head for each
 * direction.
 */
function arrow({ x, y, width, height }: Panel, ways: readonly (1 | -1)[], place: Placed): string {
  const [middle, level] = [x + width / 2, y + height / 2];
  const reach = width / 6;
  const barb = Math.min(width / 18, height / 2);
  const head = (way: 1 | -1) => {
    const tip = middle + way * reach;
    const back = tip - way * barb;
    return `M${place.point(back, level - barb)}L${place.point(tip, level)}L${place.point(back, level + barb)}`;
  };
  return `M${place.point(middle - reach, level)}L${place.point(middle + reach, level)}${ways.map(head).join("")}`;
}
