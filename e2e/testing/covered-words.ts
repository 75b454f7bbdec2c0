/**
 * Runs in the page and returns the words of a table's rows that a control of the same row covers.
 * The hidden part of a truncated text does not count.
 */
export function coveredWords(table: Element): string[] {
  const visiblePart = (text: Node, rect: DOMRect) => {
    let { left, right, top, bottom } = rect;
    for (let box = text.parentElement; box && box !== table; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === "visible") continue;
      const clip = box.getBoundingClientRect();
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
      top = Math.max(top, clip.top);
      bottom = Math.min(bottom, clip.bottom);
    }
    return { left, right, top, bottom };
  };
  return [...table.querySelectorAll("tbody tr")].flatMap((row) => {
    const controls = [...row.querySelectorAll("[data-actions] :is(a, button)")].map((control) => ({
      control,
      box: control.getBoundingClientRect(),
    }));
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest("[data-actions], .sr-only, option")) continue;
      const words = document.createRange();
      words.selectNodeContents(text);
      for (const rect of words.getClientRects()) {
        const { left, right, top, bottom } = visiblePart(text, rect);
        if (right - left < 1 || bottom - top < 1) continue;
        for (const { control, box } of controls)
          if (left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1)
            covered.push(`${control.textContent || control.getAttribute("aria-label")} covers “${text.textContent}”`);
      }
    }
    return covered;
  });
}
