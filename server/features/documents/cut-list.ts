import { inMillimetres } from "#shared/domain/window-dimensions.ts";
import { layOutWindow, type WindowToDraw } from "#shared/domain/window-layout.ts";
import type { Facts } from "./letterhead.ts";
import type { MakerItem } from "./window-words.ts";

export const toDraw = (item: MakerItem): WindowToDraw => ({
  width: item.widthM,
  height: item.heightM,
  louverSize: item.louverSize,
  tiltRodType: item.tiltRodType,
  numberOfMidRails: item.numberOfMidRails,
  frameType: item.frameType,
  mountType: item.mountType,
  openingDirection: item.openingDirection,
  colorSelection: item.colorSelection,
  widestPanelMm: item.widestPanelMm,
});

const mm = inMillimetres;

/** What a maker cuts for one window, from the same layout as its drawing: the figures and the picture cannot disagree. */
export function cutList(item: MakerItem): Facts {
  const { panels, rise, pitch, posts, track } = layOutWindow(toDraw(item));
  const louvres = rise.fields.map((field) => field.louvres.length);
  const perPanel = louvres.reduce((sum, count) => sum + count, 0);
  const height = panels[0]?.height ?? 0;
  const lengths = new Map<number, number>();
  for (const { fields } of panels) for (const { width } of fields.slice(0, 1)) lengths.set(width, (lengths.get(width) ?? 0) + perPanel);
  return [
    ["Panels", counted(panels.map(({ width }) => `${mm(width)} × ${mm(height)} mm`))],
    ["Louvres", [...lengths].map(([length, count]) => `${count} × ${mm(length)} mm long`).join(", ")],
    ["Louvres in a panel", louvres.length > 1 ? `${perPanel} (${louvres.join(" + ")}, from the top)` : String(perPanel)],
    ["Louvre pitch", `${mm(pitch)} mm`],
    ["Rails, top and bottom", rise.rails.map(({ height: rail }) => `${mm(rail)} mm`).join(", ")],
    ...(rise.midRails.length > 0
      ? ([
          ["Mid rails, middle from the top of the panel", rise.midRails.map((rail) => `${mm(rail.at + rail.height / 2)} mm`).join(", ")],
        ] as const)
      : []),
    ...(track ? ([["Track and guide", `1 of each, ${mm(track.top.width)} mm long`]] as const) : []),
    ...(posts.length > 0
      ? ([["Posts, left edge from the left of the frame", posts.map(({ x }) => `${mm(x)} mm`).join(", ")]] as const)
      : []),
  ];
}

/** `2 × 545 × 1,420 mm`, or each size with its count. */
function counted(sizes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].map(([size, count]) => `${count} of ${size}`).join(", ");
}
