import type { WindowLayout } from "./window-layout.ts";
import type { Shape } from "./window-shapes.ts";
import type { Placed } from "./window-view.ts";

/**
 * How each panel opens, in the usual sign of elevations: broken lines from the corners of the free edge to the middle of the
 * hinged one. A sliding panel has an arrow.
 */
export function openingMarks({ panels }: WindowLayout, place: Placed, colour: string): Shape[] {
  return panels.map(({ x, y, width, height, hang, stile }, index): Shape => {
    if (hang === "slides") {
      const way = index % 2 === 0 ? 1 : -1;
      return {
        kind: "path",
        part: "mark",
        d: arrow(x + width / 2, y + height / 2, width / 3, way, place),
        stroke: colour,
        strokeWidth: 1.2,
      };
    }
    const [free, hinged] = hang === "left" ? [x + width - stile / 2, x + stile / 2] : [x + stile / 2, x + width - stile / 2];
    const d = `M${place.point(free, y)}L${place.point(hinged, y + height / 2)}L${place.point(free, y + height)}`;
    return { kind: "path", part: "mark", d, stroke: colour, strokeWidth: 0.8, dash: [5, 4] };
  });
}

function arrow(middle: number, y: number, length: number, way: 1 | -1, place: Placed): string {
  const tip = middle + (way * length) / 2;
  const barb = length / 6;
  return (
    `M${place.point(middle - (way * length) / 2, y)}L${place.point(tip, y)}` +
    `M${place.point(tip - way * barb, y - barb)}L${place.point(tip, y)}L${place.point(tip - way * barb, y + barb)}`
  );
}
