import { expect, test } from "vitest";
import { fitsInBody } from "./preview.ts";

const inputs = "i".repeat(43);
const bars = (many: number) => Array.from({ length: many }, (_, size) => ({ pattern: [{ size, count: 1 }], times: 1 }));

test("a preview of a usual plan fits in a body, and one of thousands of different bars does not", () => {
  expect(fitsInBody({ inputs, cuttings: [{ bars: bars(500), taken: [] }] })).toBe(true);
  expect(fitsInBody({ inputs, cuttings: [{ bars: bars(5_000), taken: [] }] })).toBe(false);
});
