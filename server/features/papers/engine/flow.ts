/** Content of a known height that is never split between pages. */
export interface Block {
  readonly height: number;
  /** Absent for the space between two blocks, with which no page begins or ends. */
  readonly draw?: (y: number) => void;
  /** The table head, drawn again at the top of a page that begins with this block. */
  readonly head?: { readonly height: number; readonly draw: (y: number) => void };
  /** The block is never the last on its page, like a heading or a table head. */
  readonly keepWithNext?: boolean;
  /** The block is omitted where its page has no room for it, like a rule below the last text. */
  readonly onlyIfItFits?: true;
  /** The block begins a page. */
  readonly onNewPage?: true;
}

interface Placed {
  readonly y: number;
  readonly draw: (y: number) => void;
}

export const space = (height: number): Block => ({ height });

/**
 * Keeps the last `rows` of a table together with the following totals, so that totals never stand
 * alone on a page.
 */
export function groupLastRows(table: readonly Block[], rows: number, ...after: readonly Block[]): Block[] {
  const from = Math.max(table.length - rows, 0);
  return [...table.slice(0, from), ...[...table.slice(from), ...after].map((block) => ({ ...block, keepWithNext: true }))];
}

/**
 * Distributes blocks over pages. It draws nothing, so that the number of pages is known before the
 * first is drawn.
 */
export function paginate(blocks: readonly Block[], { top, bottom }: { readonly top: number; readonly bottom: number }): Placed[][] {
  const pages: Placed[][] = [[]];
  let y = top;
  for (const [index, { height, draw, head, onNewPage, onlyIfItFits }] of blocks.entries()) {
    const page = pages.at(-1) ?? [];
    if (onlyIfItFits && (page.length === 0 || y + height > bottom)) continue;
    if (!draw) {
      if (page.length > 0) y += height;
      continue;
    }
    // A group higher than a page is split anyway, but each block still stays with its next one.
    const whole = height + heightOfFollowing(blocks, index);
    const needed = whole > bottom - top ? height + heightOfNext(blocks, index) : whole;
    if (page.length > 0 && (onNewPage || y + needed > bottom)) {
      y = top;
      pages.push([]);
      if (head) {
        pages.at(-1)?.push({ y, draw: head.draw });
        y += head.height;
      }
    }
    pages.at(-1)?.push({ y, draw });
    y += height;
  }
  return pages;
}

const heightOfNext = (blocks: readonly Block[], index: number): number =>
  blocks[index]?.keepWithNext ? (blocks[index + 1]?.height ?? 0) : 0;

/** The height of the blocks that must follow on the same page. */
function heightOfFollowing(blocks: readonly Block[], index: number): number {
  const block = blocks[index];
  const next = blocks[index + 1];
  return block?.keepWithNext && next ? next.height + heightOfFollowing(blocks, index + 1) : 0;
}
