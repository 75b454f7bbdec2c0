import { expect, test } from "vitest";
import { paginate } from "./flow.ts";
import { loadFonts } from "./fonts.ts";
import { createPaper } from "./paper.ts";
import { tableBlocks } from "./table.ts";

test("a table's last three rows are on one page, however many rows precede them", async () => {
  const paper = createPaper(await loadFonts(), { title: "Rows", author: "", subject: "", date: new Date(0) });
  for (let count = 1; count <= 60; count += 1) {
    const rows = Array.from({ length: count }, (_, at) => [String(at)]);
    const blocks = tableBlocks(paper, [{ title: "Row", width: 100 }], rows);
    const drawn = paginate(blocks, { top: 0, bottom: 400 });
    const last = drawn.at(-1)?.map(({ draw }) => draw) ?? [];
    expect(blocks.slice(-Math.min(3, count)).every(({ draw }) => draw && last.includes(draw))).toBe(true);
  }
});
