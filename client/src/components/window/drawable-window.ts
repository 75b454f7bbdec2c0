import { metresToLength } from "#shared/domain/length.ts";
import type { WindowToDraw } from "#shared/domain/window-layout.ts";

/** A window as it travels, in metres; a drawing is made from whole tenths of a millimetre. */
export const drawable = <Item extends Omit<WindowToDraw, "width" | "height"> & { readonly widthM: number; readonly heightM: number }>(
  item: Item,
): WindowToDraw => ({ ...item, width: metresToLength(item.widthM), height: metresToLength(item.heightM) });
