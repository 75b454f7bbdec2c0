import fc from "fast-check";
import type { TenthMm } from "#shared/domain/length.ts";
import { WIDEST_PANEL } from "#shared/domain/shutter-construction.ts";
import type { WindowToDraw } from "#shared/domain/window-layout.ts";
import { eachOption, type Option, type OptionName, valuesOf, type WindowOptions } from "#shared/domain/window-options.ts";

const LONGEST = 100_000;

/** From a tenth of a millimetre to ten metres; half of them of the size of windows. */
export const anySide: fc.Arbitrary<TenthMm> = fc
  .oneof(fc.integer({ min: 1, max: LONGEST }), fc.integer({ min: 2500, max: 30_000 }))
  .map((length) => length as TenthMm);

function anyValue(option: Option): fc.Arbitrary<string | number> {
  if (option.kind === "choice") return fc.constantFrom(...valuesOf(option));
  return fc.oneof(fc.integer({ min: option.least, max: 3 }), fc.integer({ min: option.least, max: option.most }));
}

/** Every window that the portal accepts. */
export const anyWindow: fc.Arbitrary<WindowToDraw> = fc.record({
  width: anySide,
  height: anySide,
  louverSize: fc.oneof(fc.constantFrom(47, 64, 76, 89, 114), fc.integer({ min: 1, max: 1000 })),
  ...(eachOption(anyValue) as { [Name in OptionName]: fc.Arbitrary<WindowOptions[Name]> }),
  colorSelection: fc.string(),
  widestPanelMm: fc.option(fc.integer({ min: WIDEST_PANEL.least, max: WIDEST_PANEL.most }), { nil: undefined }),
});
