/** Which part of the drawing a shape belongs to. */
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
  /** A colour, as the theme gave it; absent: none. */
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  /** Dash and gap. */
  readonly dash?: readonly [number, number];
}

/**
 * The primitives of a drawing, in the drawing's own units (pixels or points) from its top left corner, in the order of painting.
 * Any canvas can write them: SVG and React do, and a PDF does without reading SVG.
 */
export type Shape =
  | (Painted & { readonly kind: "rect"; readonly x: number; readonly y: number; readonly width: number; readonly height: number })
  | (Painted & { readonly kind: "line"; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number })
  /** SVG path data of M, L and Z with absolute coordinates. */
  | (Painted & { readonly kind: "path"; readonly d: string })
  /** Centred on x, standing on the baseline y; turned about that point by so many degrees. */
  | (Painted & {
      readonly kind: "text";
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly text: string;
      readonly turn: 0 | -90;
    });

/** The colours that are not the shutter's own. */
export interface DrawingTheme {
  /** Dimension lines and their figures. */
  readonly ink: string;
  /** What is seen between the louvres. */
  readonly glass: string;
  /** The marks of the opening direction, over light paint and over dark. */
  readonly mark: { readonly onLight: string; readonly onDark: string };
  readonly metal: string;
}

/** For paper. */
export const PRINT_THEME: DrawingTheme = {
  ink: "#211f1c",
  glass: "#c2d3db",
  mark: { onLight: "#0f4c5c", onDark: "#bfe6ee" },
  metal: "#8b8f92",
};

export interface DrawingOptions {
  /** How wide the drawing may be, with its dimension lines. */
  readonly width: number;
  /** How high; by default as wide. */
  readonly height?: number;
  /**
   * `thumbnail`: the shutter alone. `opening`: with its hinges and opening marks. `full`: with its overall measures too. `making`:
   * also the widths of the panels and the heights of the mid rails. `cutting`: the same for who
   * cuts it, with the panels' widths as they are cut. A bay has the angle above each post, and its
   * plan below or beside it: where measures are drawn, and in `opening` where a size of text is given.
   */
  readonly detail?: "thumbnail" | "opening" | "full" | "making" | "cutting";
  readonly theme?: DrawingTheme;
  /** Of the figures. */
  readonly textSize?: number;
}

/** A figure takes a little over half of its size in width. */
export const lengthWritten = (text: string, size: number): number => text.length * size * 0.56;
