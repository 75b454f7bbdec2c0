import type { WindowOptions } from "#shared/domain/window/fields/window-fields.ts";

/** `#rrggbb`. */
type Hex = `#${string}`;

/**
 * Paint colours by the first known word in a colour's name. The drawing distinguishes white from
 * walnut, but it is no colour card. An unknown colour is a neutral off-white.
 */
const SWATCHES: readonly (readonly [word: string, hex: Hex])[] = [
  ["off white", "#f1ede2"],
  ["silk", "#f5f1e6"],
  ["pearl", "#eeeae0"],
  ["alabaster", "#efebe1"],
  ["bisque", "#ead9c2"],
  ["ivory", "#f3ecd6"],
  ["cream", "#f3e8c8"],
  ["charcoal", "#45484b"],
  ["anthracite", "#3b4044"],
  ["graphite", "#4a4d50"],
  ["black", "#26272a"],
  ["stone", "#c9c1b1"],
  ["taupe", "#a3968a"],
  ["mushroom", "#b5a898"],
  ["beige", "#dccfb6"],
  ["sand", "#dac8a4"],
  ["silver", "#c3c6c9"],
  ["navy", "#2b3a55"],
  ["blue", "#5d7f9e"],
  ["sage", "#a3ad95"],
  ["green", "#6d8568"],
  ["red mahogany", "#6b2f25"],
  ["mahogany", "#5f3127"],
  ["walnut", "#5b4232"],
  ["wenge", "#43342c"],
  ["cherry", "#8a4b33"],
  ["teak", "#9a6a3e"],
  ["cedar", "#a5683f"],
  ["honey", "#c89655"],
  ["golden oak", "#b98543"],
  ["limed", "#d9cdb8"],
  ["oak", "#b68d57"],
  ["chestnut", "#7a4a30"],
  ["natural", "#d8b988"],
  ["grey", "#9a9ea1"],
  ["gray", "#9a9ea1"],
  ["white", "#fafaf7"],
  ["red", "#9c3b32"],
  ["brown", "#6a4a36"],
];
const NEUTRAL: Hex = "#ece9e2";

function swatchOf(colorName: string): Hex {
  const name = colorName.toLowerCase().replace(/[\s-]+/g, " ");
  return SWATCHES.find(([word]) => name.includes(word))?.[1] ?? NEUTRAL;
}

/** Mixes two colours; a part of 0 is the first colour, 1 the second. */
export function mix(from: Hex, to: Hex, part: number): Hex {
  const channel = (start: number) => {
    const [a, b] = [from, to].map((hex) => Number.parseInt(hex.slice(start, start + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/**
 * Returns the paint with its shadow, its lit edge and an outline that contrasts with it: darker on
 * light paint, lighter on dark paint.
 */
export function tonesOf(colorName: string) {
  const base = swatchOf(colorName);
  const dark = Number.parseInt(base.slice(3, 5), 16) < 0x70;
  return {
    base,
    dark,
    shade: mix(base, "#000000", dark ? 0.35 : 0.16),
    light: mix(base, "#ffffff", dark ? 0.18 : 0.6),
    edge: dark ? mix(base, "#ffffff", 0.42) : mix(base, "#1d1a16", 0.5),
  };
}

const HINGES = {
  match: null,
  white: "#fafaf7",
  brass: "#c9a14a",
  nickel: "#b4ada3",
  stainless: "#cfd4d8",
} as const satisfies Record<WindowOptions["hingeColor"], Hex | null>;

/** Returns the colour of the hinges; null for matching hinges, which use the theme's metal. */
export const hingeTone = (hingeColor: WindowOptions["hingeColor"]): Hex | null => HINGES[hingeColor];
