/** Of what a shutter type is made, and how it gets its colour (rule M22). */

/**
 * Basswood as it comes from the kiln; poplar and paulownia are lighter, oak and ash near 700. In
 * kg/m³.
 */
export const DENSITY = { usual: 450, least: 200, most: 1500 } as const;

/**
 * Painted timber is cut from one stock whatever the colour. Coloured bars are bought in theirs: a
 * part of another colour is of another bar.
 */
export const FINISHES = ["painted", "coloured"] as const;
export type Finish = (typeof FINISHES)[number];
export const USUAL_FINISH: Finish = "coloured";
export const FINISH_LABEL = { painted: "Painted after sawing", coloured: "Bought in its colour" } as const satisfies Record<Finish, string>;
