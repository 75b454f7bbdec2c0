/** Far more than 200 windows take; what is beyond it is no list of windows. */
const MOST_TEXT = 100_000;

/** A spreadsheet puts tabs between cells; a list that was typed or exported has semicolons, or commas. */
const separatorOf = (text: string): string => (text.includes("\t") ? "\t" : text.includes(";") ? ";" : ",");

const ROW_END = /\r\n|\r|\n/y;

/**
 * What was on the clipboard, as rows of cells. A cell with a tab, a line break or a quote in it comes in quotes, its own quotes doubled; a
 * quote that closes nowhere sensible (`47" bay`) is only a character. Never throws.
 */
export function pastedCells(text: string): string[][] {
  const source = text.slice(0, MOST_TEXT);
  const separator = separatorOf(source);
  const quoted = new RegExp(`[ ]*"((?:[^"]|"")*)"[ ]*(?=${separator}|\\r|\\n|$)`, "y");
  const plain = new RegExp(`[^${separator}\\r\\n]*`, "y");
  const rows: string[][] = [[]];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < source.length) {
    const cell = take(quoted)?.[1]?.replaceAll('""', '"') ?? take(plain)?.[0] ?? "";
    rows.at(-1)?.push(cell.replace(/\s+/g, " ").trim());
    if (source[at] === separator) at += 1;
    else if (take(ROW_END)) rows.push([]);
  }
  return rows;
}

/** Several cells, and so more than one field takes: tabs, or lines. One cell comes with a line break at its end. */
export const isTable = (text: string): boolean => /[\t\r\n]/.test(text.trim());
