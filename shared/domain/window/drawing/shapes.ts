/** The part of the drawing that a shape belongs to. */
export type ShapePart =
  | "frame"
  | "opening"
  | "post"
  | "track"
  | "panel"
  | "louvre"
  | "mid-rail"
  | "tilt-rod"
  | "hinge"
  | "mark"
  | "dimension"
  | "plan";

interface Painted {
  readonly part: ShapePart;
  /** A colour from the theme; absent: no fill. */
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  /** The lengths of dash and gap. */
  readonly dash?: readonly [number, number];
}

/**
 * The primitives of a drawing in the drawing's own units (pixels or points), from its top left
 * corner, in the order of painting. SVG, React and the PDF writer all draw these shapes, so the PDF
 * needs no SVG parser.
 */
export type Shape =
  | (Painted & { readonly kind: "rect"; readonly x: number; readonly y: number; readonly width: number; readonly height: number })
  | (Painted & { readonly kind: "line"; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number })
  /** SVG path data of M, L and Z with absolute coordinates. */
  | (Painted & { readonly kind: "path"; readonly d: string })
  /** Text centred on x on the baseline y, turned about that point by `turn` degrees. */
  | (Painted & {
      readonly kind: "text";
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly text: string;
      readonly turn: 0 | -90;
    });

/** Colours that do not belong to the shutter. */
export interface DrawingTheme {
  /** Dimension lines and their figures. */
  readonly ink: string;
  /** The colour between the louvres. */
  readonly glass: string;
  /** The marks of the opening direction, over light paint and over dark. */
  readonly mark: { readonly onLight: string; readonly onDark: string };
  readonly metal: string;
}

/** The theme for paper. */
export const PRINT_THEME: DrawingTheme = {
  ink: "#211f1c",
  glass: "#c2d3db",
  mark: { onLight: "#0f4c5c", onDark: "#bfe6ee" },
  metal: "#8b8f92",
};

export interface DrawingOptions {
  /** The limit of the drawing's width, including its dimension lines. */
  readonly width: number;
  /** The limit of the height; default: the width. */
  readonly height?: number;
  /**
   * `thumbnail`: the shutter alone. `opening`: adds hinges and opening marks. `full`: adds the
   * overall measures. `making`: adds the widths of the panels and the heights of the mid rails.
   * `cutting`: the same for cutting, with the cut widths of the panels. A bay has the angle above
   * each post, and its plan below or beside it, in drawings with measures, and in `opening` if a
   * text size is given.
   */
  readonly detail?: "thumbnail" | "opening" | "full" | "making" | "cutting";
  /** Adds each panel's letter, which `cutting` always has. */
  readonly letters?: boolean;
  readonly theme?: DrawingTheme;
  /** The text size of the figures. */
  readonly textSize?: number;
}

/** A figure is a little over half as wide as it is high. */
export const textWidth = (text: string, size: number): number => text.length * size * 0.56;
