import type { Panel, WindowLayout } from "./window-layout.ts";
import type { Shape } from "./window-shapes.ts";
import type { Placed } from "./window-view.ts";

/**
 * How each panel opens, in the usual sign of elevations: broken lines from the corners of the free edge to the middle of the
 * hinged one. A sliding panel has an arrow to where it can go: away from the frame, or either way.
 */
export function openingMarks({ panels }: WindowLayout, place: Placed, colour: string): Shape[] {
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

/** In the middle of the panel, a third of its width, with a head at each end that it can move to. */
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
