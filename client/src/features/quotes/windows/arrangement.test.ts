import { expect, test } from "vitest";
import { openingOf, withLayoutCode, withOpening } from "./arrangement.ts";

const pair = { layoutCode: "LR", openingDirection: "left-hinge" } as const;

test("the list of opening directions displays the drawn layout, bi-fold, and a bypass that has a code", () => {
  expect(openingOf(pair)).toBe("layout");
  expect(openingOf({ ...pair, openingDirection: "bi-fold" })).toBe("bi-fold");
  expect(openingOf({ ...pair, openingDirection: "bypass" })).toBe("bypass");
  expect(openingOf({ layoutCode: null, openingDirection: "right-hinge" })).toBe("right-hinge");
});

test("bi-fold keeps the layout; a hinge or bypass replaces it with its measured posts", () => {
  expect(withOpening(pair, "bi-fold")).toEqual({ openingDirection: "bi-fold" });
  for (const openingDirection of ["right-hinge", "bypass"])
    expect(withOpening(pair, openingDirection)).toEqual({
      openingDirection,
      layoutCode: null,
      facetsMm: null,
      postAngles: null,
      tPostsMm: null,
    });
});

test("a layout replaces bypass and leaves bi-fold", () => {
  expect(withLayoutCode({ layoutCode: null, openingDirection: "bypass" }, "LR")).toEqual({
    layoutCode: "LR",
    openingDirection: "left-hinge",
  });
  expect(withLayoutCode({ layoutCode: null, openingDirection: "bi-fold" }, "LR")).toEqual({ layoutCode: "LR" });
});
