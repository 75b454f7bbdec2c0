/** Something of a known height that is never cut in two. */
export interface Block {
  readonly height: number;
  readonly draw: (y: number) => void;
  /** Drawn again at the top of a page that begins with this block: the head of its table. */
  readonly head?: { readonly height: number; readonly draw: (y: number) => void };
  /** Not the last on its page: a heading, or the head of a table. */
  readonly keepWithNext?: boolean;
}

export interface Placed {
  readonly y: number;
  readonly draw: (y: number) => void;
}

export const space = (height: number): Block => ({ height, draw: () => {} });

/** Deals blocks out to pages. It draws nothing, so the number of pages is known before the first is drawn. */
export function paginate(blocks: readonly Block[], { top, bottom }: { readonly top: number; readonly bottom: number }): Placed[][] {
  const pages: Placed[][] = [[]];
  let y = top;
  for (const [index, block] of blocks.entries()) {
    const page = pages.at(-1) ?? [];
    const together = block.height + heightKept(blocks, index);
    const fresh = page.length === 0;
    // What is higher than a page is drawn all the same: better over the edge than never.
    if (!fresh && y + together > bottom) {
      y = top;
      const next: Placed[] = [];
      if (block.head) {
        next.push({ y, draw: block.head.draw });
        y += block.head.height;
      }
      pages.push([...next, { y, draw: block.draw }]);
    } else page.push({ y, draw: block.draw });
    y += block.height;
  }
  return pages;
}

/** The height of what has to stand on the same page after a block. */
function heightKept(blocks: readonly Block[], index: number): number {
  const block = blocks[index];
  const next = blocks[index + 1];
  return block?.keepWithNext && next ? next.height + heightKept(blocks, index + 1) : 0;
}
