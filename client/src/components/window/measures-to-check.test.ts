import { expect, test } from "vitest";
import { windowItem } from "#client/testing/rows.ts";
import { measuresToCheck } from "./measures-to-check.tsx";

const kept = (facts: Parameters<typeof windowItem>[0]) => windowItem({ name: "Bed 3", widthM: 0.119, heightM: 0.105, ...facts });

test("confirmed checks are counted, and their windows are listed with their sizes", () => {
  expect(measuresToCheck([kept({ overriddenChecks: ["too-low", "panel-too-narrow"] }), kept({ overriddenChecks: [] })])).toBe(
    "2 measures to check: Bed 3, 119 × 105 mm",
  );
  expect(measuresToCheck([kept({ overriddenChecks: ["too-low"] }), kept({ name: "Hall", overriddenChecks: ["too-high"] })])).toBe(
    "2 measures to check: Bed 3, 119 × 105 mm; Hall, 119 × 105 mm",
  );
  expect(measuresToCheck([kept({ overriddenChecks: ["too-low"] })])).toBe("1 measure to check: Bed 3, 119 × 105 mm");
});

test("windows without a known confirmed check have nothing to check", () => {
  expect(measuresToCheck([kept({ overriddenChecks: ["retired-long-ago"] }), kept({ overriddenChecks: [] })])).toBeNull();
});
