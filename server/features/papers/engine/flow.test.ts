import { expect, test } from "vitest";
import { type Block, paginate, space } from "./flow.ts";

const PAGE = { top: 0, bottom: 100 };
const block = (height: number, more: Partial<Block> = {}): Block => ({ height, draw: () => {}, ...more });
const heights = (blocks: readonly Block[]) => paginate(blocks, PAGE).map((page) => page.map(({ y }) => y));

test("a rule below a full page is omitted, so that no page has only a rule", () => {
  const rule = block(12, { onlyIfItFits: true });
  expect(heights([block(88), rule, space(8)])).toEqual([[0, 88]]);
  expect(heights([block(95), rule, space(8)])).toEqual([[0]]);
  expect(heights([block(95), rule, space(8), block(50)])).toEqual([[0], [0]]);
  expect(heights([rule, block(50)])).toEqual([[0]]);
});
