import { expect, test } from "vitest";
import { COMMISSION_SIGN } from "./money.ts";
import { notADate } from "./period.ts";
import { isStaff, ROLES } from "./roles.ts";
import { windowOf } from "./testing/windows.ts";
import { siblingsOf, siblingsWithout, slipOf } from "./window/fields/unit-slip.ts";
import { defaultWindowName } from "./window/fields/window-fields.ts";

test("a window without a name is called by its place in the quote", () => {
  expect([1, 12].map(defaultWindowName)).toEqual(["Window 1", "Window 12"]);
});

test("the staff roles are admin and super admin", () => {
  expect(ROLES.filter(isStaff)).toEqual(["admin", "super_admin"]);
});

test("an invalid order date is rejected with the date's own name", () => {
  expect(notADate("shippingDate")).toBe("Shipping date must be a date");
  expect(notADate("estimatedArrival")).toBe("Estimated arrival must be a date");
});

test("a commission is displayed with the sign of the specification", () => {
  expect(COMMISSION_SIGN).toBe("$");
});

test("a slip of a thousand times is named, and a larger one has no number", () => {
  const siblings = siblingsOf([windowOf(1.2, 1350)]);
  expect(slipOf("width", windowOf(1200, 1350), siblings)).toMatchObject({ times: "a thousand times", usual: 12, meant: 12 });
  expect(slipOf("width", windowOf(9999, 1350), siblingsOf([windowOf(0.1, 1350)]))).toMatchObject({ times: "many times", usual: 1 });
});

test("the nearer of two middle windows counts, and the smaller one if both are equally near", () => {
  expect(slipOf("width", windowOf(400, 1350), siblingsOf([windowOf(40, 1350), windowOf(4000, 1350)]))).toMatchObject({
    usual: 400,
    times: "ten times",
  });
});

test("a window is not its own sibling, even if other windows have equal measures", () => {
  const all = siblingsOf([windowOf(900, 1350), windowOf(400, 1100), windowOf(900, 1200)]);
  expect(siblingsWithout(windowOf(900, 1200), all)).toEqual({ width: [4000, 9000], height: [11_000, 13_500] });
});
