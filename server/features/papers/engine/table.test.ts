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

test("a page never begins or ends with fewer than three rows of a group, if the group has them", async () => {
  const paper = createPaper(await loadFonts(), { title: "Rows", author: "", subject: "", date: new Date(0) });
  for (let before = 0; before <= 25; before += 1)
    for (const size of [2, 4, 5, 7, 12]) {
      const groups = [before + 1, size, 9].map((rows) => ({ rows, continued: "continued" }));
      const rows = groups.flatMap((group) => Array.from({ length: group.rows }, (_, at) => [String(at)]));
      const blocks = tableBlocks(paper, [{ title: "Row", width: 100 }], rows, { groups });
      const drawn = paginate(blocks, { top: 0, bottom: 400 });
      const own = blocks.slice(before + 2, before + 2 + size);
      const perPage = drawn.map((page) => own.filter(({ draw }) => page.some((placed) => placed.draw === draw)).length);
      const pages = perPage.filter((count) => count > 0);
      expect(pages.reduce((sum, count) => sum + count, 0)).toBe(size);
      // The name of the group is beside at least three of its rows.
      if (pages.length > 1) expect([pages[0] ?? 0, (pages.at(-1) ?? 0) + 1].every((count) => count >= 4)).toBe(true);
    }
});
