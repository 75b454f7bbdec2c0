import { inMillimetres } from "#shared/domain/length.ts";
import { layOutWindow, type WindowToDraw } from "#shared/domain/window-layout.ts";
import type { MakerItem } from "./document-contents.ts";
import type { Facts } from "./letterhead.ts";

export const toDraw = (item: MakerItem): WindowToDraw => ({ ...item, width: item.widthM, height: item.heightM });

const mm = inMillimetres;

/** For one shutter and, where several are made, for all of them: a maker who cuts what one takes is short of the rest. */
const amount = (count: number, quantity: number): string => (quantity === 1 ? String(count) : `${count} each, ${count * quantity} in all`);

/** What a maker cuts for one window, from the same layout as its drawing: the figures and the picture cannot disagree. */
export function cutList(item: MakerItem): Facts {
  const { quantity } = item;
  const { panels, rise, pitch, posts, track } = layOutWindow(toDraw(item));
  const louvres = rise.fields.map((field) => field.louvres.length);
  const perPanel = louvres.reduce((sum, count) => sum + count, 0);
  const height = panels[0]?.height ?? 0;
  const lengths = new Map<number, number>();
  for (const { fields } of panels) for (const { width } of fields.slice(0, 1)) lengths.set(width, (lengths.get(width) ?? 0) + perPanel);
  const middles = rise.midRails.map((rail) => `${mm(rail.at + rail.height / 2)} mm`).join(", ");
  const edges = posts.map(({ x }) => `${mm(x)} mm`).join(", ");
  return [
    [
      "Panels",
      listed(
        panels.map(({ width }) => `${mm(width)} × ${mm(height)} mm`),
        quantity,
      ),
    ],
    [
      "Louvres",
      [...lengths]
        .map(([length, count]) =>
          quantity === 1 ? `${count} × ${mm(length)} mm long` : `${amount(count, quantity)}, ${mm(length)} mm long`,
        )
        .join("\n"),
    ],
    ["Louvres in a panel", louvres.length > 1 ? `${perPanel} (${louvres.join(" + ")}, from the top)` : String(perPanel)],
    ["Louvre pitch", `${mm(pitch)} mm`],
    ["Rails, top and bottom", rise.rails.map(({ height: rail }) => `${mm(rail)} mm`).join(", ")],
    ...(middles ? ([["Mid rails, middle from the top of the panel", middles]] as const) : []),
    ...(track
      ? ([["Track and guide", `1 of each${quantity === 1 ? "" : `, ${quantity} in all`}, ${mm(track.top.width)} mm long`]] as const)
      : []),
    ...(edges
      ? ([["Posts, left edge from the left of the frame", quantity === 1 ? edges : `${amount(posts.length, quantity)}: ${edges}`]] as const)
      : []),
  ];
}

/** `2 of 545 × 1,420 mm`, or each size with its count. */
function listed(sizes: readonly string[], quantity: number): string {
  const counts = new Map<string, number>();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].map(([size, count]) => `${amount(count, quantity)}${quantity === 1 ? "" : ","} of ${size}`).join("\n");
}
