import { asMillimetres, type Exact, exactFigure } from "#shared/domain/window/geometry/exact.ts";
import { HINGE } from "#shared/domain/window/geometry/shutter-construction.ts";
import type { StileSheet } from "#shared/domain/window/saw/stile-sheet.ts";
import { type DrawingTheme, PRINT_THEME, type Shape } from "./shapes.ts";

/** The size of the drawing in its own units, and of its figures. */
export const STILE_DRAWING = { width: 118, height: 128, text: 6.5 } as const;

const WOOD = "#f3efe6";
const JOINT = "#d9d2c3";
const [FROM, WIDE, AIR] = [48, 13, 3] as const;
/** Room for half a figure above and below the stile. */
const MARGIN = 5;

/**
 * Draws one stile with the joints of its rails, its pins and the hinges of the first panel with
 * hinges. Figures at the left are hinges, at the right the first and last pins; all from the foot.
 */
export function stileShapes(sheet: StileSheet, theme: DrawingTheme = PRINT_THEME): Shape[] {
  const long = asMillimetres(sheet.stile);
  const scale = (STILE_DRAWING.height - 2 * MARGIN) / Math.max(long, 1);
  const y = (mm: number): number => Math.round((STILE_DRAWING.height - MARGIN - mm * scale) * 100) / 100;
  const band = (from: number, to: number): Shape => ({
    ...{ kind: "rect", part: "mid-rail", x: FROM, y: y(to), width: WIDE, height: Math.max(y(from) - y(to), 0) },
    fill: JOINT,
  });
  const text = (words: string, x: number, mm: number): Shape => ({
    ...{ kind: "text", part: "dimension", text: words, x, y: y(mm) + STILE_DRAWING.text * 0.35, size: STILE_DRAWING.text },
    ...{ turn: 0, fill: theme.ink },
  });
  const tick = (x1: number, x2: number, mm: number): Shape => ({
    ...{ kind: "line", part: "dimension", x1, x2, y1: y(mm), y2: y(mm) },
    ...{ stroke: theme.ink, strokeWidth: 0.5 },
  });
  const right = FROM + WIDE;
  const high = (HINGE.height / 10) * scale;
  const hinges = drawnHingesOf(sheet);
  return [
    { ...{ kind: "rect", part: "panel", x: FROM, y: y(long), width: WIDE, height: y(0) - y(long) }, fill: WOOD },
    band(0, asMillimetres(sheet.rails.bottom)),
    band(asMillimetres(sheet.rails.top), long),
    ...sheet.midRails.map(({ from, to }) => band(asMillimetres(from), asMillimetres(to))),
    {
      ...{ kind: "rect", part: "panel", x: FROM, y: y(long), width: WIDE, height: y(0) - y(long) },
      ...{ stroke: theme.ink, strokeWidth: 0.6 },
    },
    ...hinges.map(
      (mm): Shape => ({
        ...{ kind: "rect", part: "hinge", x: FROM - 2, y: y(mm) - high / 2, width: 3.5, height: high },
        fill: theme.metal,
      }),
    ),
    ...hinges.flatMap((mm) => [tick(FROM - AIR - 4, FROM - 2, mm), text(exactFigureOf(mm), FROM - AIR - 17, mm)]),
    ...sheet.series.flatMap(({ first, pins }): Shape[] => {
      const at = (nth: number) => asMillimetres((first + sheet.pitch * nth) as Exact);
      const last = pins - 1;
      const drawn = Array.from({ length: pins }, (_, nth) => tick(right - 5, right - 1.5, at(nth)));
      const named = pins === 1 || (at(last) - at(0)) * scale < STILE_DRAWING.text ? [0] : [0, last];
      return [
        ...drawn,
        ...named.flatMap((nth) => [
          tick(right, right + AIR + 3, at(nth)),
          text(exactFigure((first + sheet.pitch * nth) as Exact), right + AIR + 18, at(nth)),
        ]),
      ];
    }),
  ];
}

/** The heights of the hinges on the drawn stile; empty where no stile with hinges is made. */
export const drawnHingesOf = ({ panels }: Pick<StileSheet, "panels">): readonly number[] =>
  panels.flatMap(({ hinges, carried }) => [hinges, ...carried.map((each) => each.hinges)]).find(({ length }) => length > 0) ?? [];

const exactFigureOf = (mm: number): string => mm.toLocaleString("en-GB");
