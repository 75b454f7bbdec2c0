import { describe, expect, test } from "vitest";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { describeWindow } from "./describe-window.ts";

const said = (...window: Parameters<typeof windowOf>): string => describeWindow(windowOf(...window));

describe("a window is said as it is drawn", () => {
  test("a description names everything in the order of the drawing", () => {
    expect(said(600, 1000, { colorSelection: " Silk White " })).toBe(
      "Shutter 600 mm wide and 1,000 mm high, seen from inside the room. Silk White, L-frame, inside mount. 1 panel, about 524 mm wide, hinged on the left. 11 louvres of 76 mm in the panel. No mid rail. Tilt rod in the centre.",
    );
    expect(said(1200, 1350, { openingDirection: "right-hinge", frameType: "z-frame", numberOfMidRails: 1, tiltRodType: "hidden" })).toBe(
      "Shutter 1,200 mm wide and 1,350 mm high, seen from inside the room. White, Z-frame, inside mount. 2 panels, each about 549 mm wide, hinged on the right. 15 louvres of 76 mm in each panel. 1 mid rail, 707 mm from the bottom to the middle of it. Hidden tilt rod.",
    );
    expect(said(1780, 2050, { openingDirection: "bypass", numberOfMidRails: 2, tiltRodType: "offset" })).toBe(
      "Shutter 1,780 mm wide and 2,050 mm high, seen from inside the room. White, L-frame, inside mount. 2 panels, each about 878 mm wide, sliding past each other on a track and overlapping by 51 mm. 24 louvres of 76 mm in each panel. 2 mid rails, 714 and 1,311 mm from the bottom to the middle of each. Offset tilt rod.",
    );
  });

  test("a description without a chosen colour names no colour", () => {
    expect(said(700, 1100, { colorSelection: " " })).toContain("room. L-frame, inside mount.");
  });

  test("a description names how panels fold and what they hang from", () => {
    const folding = { openingDirection: "bi-fold" } as const;
    expect(said(1100, 2000, folding)).toContain("2 panels in bi-fold pairs, each about 512 mm wide, folding to the left.");
    expect(said(2800, 2200, folding)).toContain(
      "4 panels in bi-fold pairs, each about 681 mm wide, 2 folding to the left and 2 to the right, hung from a track.",
    );
  });

  test("a description lists mid rails as a fitter measures them, the lowest first", () => {
    expect(said(1100, 2000, { openingDirection: "bi-fold", numberOfMidRails: 3 })).toContain(
      "3 mid rails, 562, 1,032 and 1,501 mm from the bottom to the middle of each.",
    );
  });

  test.each([
    [2700, "left-hinge", "White, T-post frame, inside mount. 3 panels, each about 864 mm wide, hinged on the left. 1 T-post. 19"],
    [400, "left-hinge", "hinged on the left. No T-post: the window is too narrow for one. 19"],
    [2300, "bypass", "overlapping by 51 mm. No T-post: it would stand in the way of the track."],
  ] as const)(
    "a T-post frame %d mm wide with %s has a post in its description, or the reason why not",
    (width, openingDirection, words) => {
      expect(said(width, 1500, { frameType: "t-post", openingDirection })).toContain(words);
    },
  );

  test("a description counts one louvre in the singular, and names missing room for louvres", () => {
    expect(said(700, 260, { louverSize: 64 })).toContain("1 louvre of 64 mm in the panel.");
    expect(said(900, 200)).toContain("No room for a louvre of 76 mm.");
  });

  test("a description names an outside mount", () => {
    expect(said(700, 1100, { mountType: "outside" })).toContain("outside mount");
  });

  test("a description names a layout code instead of the opening direction, with posts at their positions", () => {
    expect(said(1200, 1350, { layoutCode: "LR", frameType: "t-post" })).toContain(
      "White, L-frame, inside mount. Layout LR: 2 panels, each about 562 mm wide, 1 hung on the left and 1 on the right. 17 louvres",
    );
    expect(said(1800, 1500, { layoutCode: "LTLL", tPostsMm: [600] })).toContain(
      "Layout LTLL: 3 panels, 546, 573 and 573 mm wide, hung on the left. 1 T-post, 600 mm from the left to the middle of it.",
    );
    expect(said(3000, 2000, { layoutCode: "RR", openingDirection: "bi-fold" })).toContain("hung on the right, hung from a track.");
  });

  test("a description names a recess, a missing side, and a requested rail and split", () => {
    const words = said(1200, 2100, {
      sizeBasis: "recess",
      frameSides: "LTR",
      numberOfMidRails: 1,
      midRailHeightsMm: [900],
      tiltSplitMm: 500,
    });
    expect(words).toContain("Shutter 1,190 mm wide and 2,090 mm high, for a recess of 1,200 × 2,100 mm, seen from inside the room.");
    expect(words).toContain("White, L-frame without its bottom side, inside mount.");
    // The frame ends at the sill, so the rail is as high above the frame's end as above the recess.
    expect(words).toContain("Mid rail 864 to 936, centre 900 (asked: 900), mm from the bottom of the recess.");
    expect(words).toContain("Louvres above and below the tilt split tilt apart: 474.5 (asked: 500), mm from the bottom of the recess.");
    expect(said(900, 900, { frameSides: "LR" })).toContain("L-frame without its top and bottom sides");
  });
});
