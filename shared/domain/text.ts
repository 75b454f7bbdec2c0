const figures = new Intl.NumberFormat("en-GB");

/**
 * Formats a count with its noun: `1 window`, `1,204 windows`.
 * @param many the plural where it is not formed with an s: `countOf(2, "reply", "replies")`
 */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${figures.format(count)} ${count === 1 ? one : many}`;

/** Begins a text with a capital, as a sentence or a label does. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
