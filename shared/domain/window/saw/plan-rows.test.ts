import { expect, test } from "vitest";
import { barsSawnInWords } from "./plan-rows.ts";

test("a plan has nothing left to saw if the pieces of all its bars were cut elsewhere", () => {
  expect(barsSawnInWords({ sawn: 0, left: 0 })).toBe("nothing left to saw");
  expect(barsSawnInWords({ sawn: 0, left: 4 })).toBe("0 of 4 bars sawn");
  expect(barsSawnInWords({ sawn: 3, left: 1 })).toBe("3 of 4 bars sawn");
  expect(barsSawnInWords({ sawn: 4, left: 0 })).toBe("all sawn");
});
