/** Something of a known height that is never cut in two. */
export interface Block {
  readonly height: number;
  /** Nothing to draw: the space between two others, which no page begins or ends with. */
  readonly draw?: (y: number) => void;
  /** Drawn again at the top of a page that begins with this block: the head of its table. */
  readonly head?: { readonly height: number; readonly draw: (y: number) => void };
  /** Not the last on its page: a heading, or the head of a table. */
  readonly keepWithNext?: boolean;
  /** Begins a page. */
  readonly onNewPage?: true;
}

interface Placed {
  readonly y: number;
  readonly draw: (y: number) => void;
}

export const space = (height: number): Block => ({ height });

/** The last `rows` of a table with what sums it up: totals never stand on a page without something that they are the total of. */
export function keptTogether(table: readonly Block[], rows: number, ...after: readonly Block[]): Block[] {
  const from = Math.max(table.length - rows, 0);
  return [...table.slice(0, from), ...[...table.slice(from), ...after].map((block) => ({ ...block, keepWithNext: true }))];
}

/** Deals blocks out to pages. It draws nothing, so the number of pages is known before the first is drawn. */
export function paginate(blocks: readonly Block[], { top, bottom }: { readonly top: number; readonly bottom: number }): Placed[][] {
  const pages: Placed[][] = [[]];
  let y = top;
  for (const [index, { height, draw, head, onNewPage }] of blocks.entries()) {
    const page = pages.at(-1) ?? [];
    if (!draw) {
      if (page.length > 0) y += height;
      continue;
    }
    // What is kept together but higher than a page goes on over the page all the same: a block at
    // least stays with its next one.
    const whole = height + heightKept(blocks, index);
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

/** The height of what has to stand on the same page after a block. */
function heightKept(blocks: readonly Block[], index: number): number {
  const block = blocks[index];
  const next = blocks[index + 1];
  return block?.keepWithNext && next ? next.height + heightKept(blocks, index + 1) : 0;
}
