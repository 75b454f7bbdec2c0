/** The timber of a shutter type and the way it gets its colour (rule M22). */

/**
 * Density in kg/m³. The default is kiln-dried basswood; poplar and paulownia are lighter, oak and
 * ash near 700.
 */
export const DENSITY = { usual: 450, least: 200, most: 1500 } as const;

/**
 * Painted timber of all colours is cut from one stock. Coloured bars are bought in their colour, so
 * parts of different colours need different bars.
 */
export const FINISHES = ["painted", "coloured"] as const;
export type Finish = (typeof FINISHES)[number];
export const USUAL_FINISH: Finish = "coloured";
export const FINISH_LABEL = { painted: "Painted after sawing", coloured: "Bought in its colour" } as const satisfies Record<Finish, string>;
