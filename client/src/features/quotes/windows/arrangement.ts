import type { WindowValues } from "../form/quote-values.ts";

/** Represents the drawn layout in the list of opening directions. */
export const BY_LAYOUT = "layout";

type Arranged = Pick<WindowValues, "layoutCode" | "openingDirection">;

/**
 * With a layout code the opening direction counts only as bi-fold (rule M9). A pasted window may
 * have a code and bypass, which is refused, so it is displayed.
 */
export const openingOf = ({ layoutCode, openingDirection }: Arranged): string =>
  layoutCode && openingDirection !== "bi-fold" && openingDirection !== "bypass" ? BY_LAYOUT : openingDirection;

/** Posts and facets measured for one layout do not apply to another. */
export const NOT_MEASURED = { facetsMm: null, postAngles: null, tPostsMm: null } as const;

/** Opening direction and layout code are one choice: a code replaces bypass, which has no code. */
export const withLayoutCode = ({ openingDirection }: Arranged, code: string) => ({
  layoutCode: code || null,
  ...(code !== "" && openingDirection === "bypass" && { openingDirection: "left-hinge" as const }),
});

/** A hinge or bypass replaces the layout code; the panels of a layout can be bi-fold. */
export const withOpening = ({ layoutCode }: Arranged, opening: string): Partial<WindowValues> => {
  if (opening === BY_LAYOUT) return { openingDirection: "left-hinge" };
  const openingDirection = opening as WindowValues["openingDirection"];
  return layoutCode && openingDirection !== "bi-fold" ? { openingDirection, layoutCode: null, ...NOT_MEASURED } : { openingDirection };
};
