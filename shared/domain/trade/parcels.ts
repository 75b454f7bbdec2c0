/** The windows and shutters of a parcel in words, for emails, papers and screens (rule W83). */

/** A longer list in one request would not be checked by anybody (rule C9). */
export const MOST_IN_A_PARCEL = 200;

interface ShippedPiece {
  readonly itemId: number;
  readonly piece: number;
}
interface Window {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
}

/** `1 to 3 and 5` */
function rangesInWords(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  const words = runs.flatMap(([first, last]) =>
    last === first + 1 ? [`${first}`, `${last}`] : [first === last ? `${first}` : `${first} to ${last}`],
  );
  const [last] = words.slice(-1);
  return words.length < 2 ? (last ?? "") : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** The windows in the parcel, in the order's order, with the number of their shutters. */
export function windowsInParcel<Item extends Window>(items: readonly Item[], pieces: readonly ShippedPiece[]) {
  return items.flatMap((item) => {
    const numbers = pieces.filter(({ itemId }) => itemId === item.id).map(({ piece }) => piece);
    if (numbers.length === 0) return [];
    return [{ item, shutters: numbers.length, words: inWindow(item.quantity, numbers) }];
  });
}

/**
 * `2 shutters`, `shutter 2 of 3`, `shutters 1 and 3 of 4`; empty for the only shutter of a window.
 */
function inWindow(quantity: number, numbers: readonly number[]): string {
  if (quantity === 1) return "";
  if (numbers.length === quantity) return `${quantity} shutters`;
  return `${numbers.length === 1 ? "shutter" : "shutters"} ${rangesInWords(numbers)} of ${quantity}`;
}

/** `Bay left, 2 shutters`: one line for each window. */
export const piecesInWords = (items: readonly Window[], pieces: readonly ShippedPiece[]): string[] =>
  windowsInParcel(items, pieces).map(({ item, words }) => [item.name, words].filter(Boolean).join(", "));

/** `2 of 4 are packed`, `None of 4 is packed`: why an order is not shipped without a question. */
export function packedInWords({ packed, shutters }: { readonly packed: number; readonly shutters: number }): string {
  if (packed === 0) return `None of ${shutters} is packed`;
  return `${packed} of ${shutters} ${packed === 1 ? "is" : "are"} packed`;
}

/** True for that sentence: the change needs `confirmed`. */
export const isUnpackedReason = (sentence: string): boolean => /^(None|\d+) of \d+ (is|are) packed$/.test(sentence);

/** `2 of 3 shipped` */
export const shippedInWords = ({ shipped, shutters }: { readonly shipped: number; readonly shutters: number }): string =>
  `${shipped} of ${shutters} shipped`;
