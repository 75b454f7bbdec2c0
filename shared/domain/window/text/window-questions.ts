import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { type BarLength, longerThanBars } from "#shared/domain/window/saw/bars.ts";
import { type CutList, listCuts } from "#shared/domain/window/saw/cut-list.ts";
import { listHardware, screwsFor } from "#shared/domain/window/saw/hardware.ts";
import { sectionOf } from "#shared/domain/window/saw/sections.ts";

/**
 * Every question that a window's cut list, job card and bench ask before it is cut: about its parts
 * (rule M17), its hinge screws (M45), and sides of the frame that no bar is long enough for (M46).
 * @param bars the workshop's own; undefined: unknown, then no question is about bars
 * @param cuts the window's own, if they are listed already
 */
export function windowQuestions(item: WindowToDraw, bars?: readonly BarLength[], { parts, asks }: CutList = listCuts(item)): string[] {
  const { ask } = screwsFor(sectionOf("stile", item.sections ?? [], null).widthMm);
  const aboutHinges = ask !== null && listHardware(item).some(({ kind }) => kind === "hinge") ? [ask] : [];
  const aboutParts = parts.flatMap((part) => part.ask ?? []);
  return [...new Set([...asks, ...aboutParts, ...(bars ? longerThanBars(parts, bars) : []), ...aboutHinges])];
}
