import { useQueries, useQuery } from "@tanstack/react-query";
import { query, type Reply } from "#client/lib/api.ts";
import { type Marks, MOST_PIECES } from "#shared/domain/window/saw/pieces.ts";

/** How far one shutter is. Whose mark it is does not matter here. */
export interface PieceState extends Marks<object> {
  readonly itemId: number;
  readonly piece: number;
}

/** `12.3`: the third shutter of the window whose number is 12. */
export const pieceInAddress = ({ itemId, piece }: PieceState): string => `${itemId}.${piece}`;

/** The same list until a shutter of it changes. */
const allPieces = (replies: readonly { readonly data: Reply<"workshop", "pieces"> | undefined }[]): readonly PieceState[] | undefined =>
  replies.every(({ data }) => data) ? replies.flatMap(({ data }) => data?.pieces ?? []) : undefined;

/** Each shutter of the order; of a very large one, asked for window by window. */
export function usePieces({ id, shutters, quote }: Reply<"orders", "read">): readonly PieceState[] | undefined {
  const asks = shutters > MOST_PIECES ? quote.items.map(({ id: itemId }) => ({ itemId: String(itemId) })) : [{}];
  return useQueries({
    queries: asks.map((asked) => query("workshop", "pieces", { params: { id }, query: asked })),
    combine: allPieces,
  });
}

/**
 * Tells the server that a label was scanned: who had an order in hand is told where it went (rule
 * W12).
 */
export const useScanned = (orderId: number, address: string): void =>
  void useQuery({
    ...query("workshop", "pieces", { params: { id: orderId }, query: { piece: address } }),
    enabled: /^\d+\.\d+$/.test(address),
  });

/** The next one that is not packed, from there on and then from the first. */
export function nextAfter(pieces: readonly PieceState[], here: PieceState): PieceState | undefined {
  const at = pieces.indexOf(here);
  return [...pieces.slice(at + 1), ...pieces.slice(0, at)].find((piece) => !piece.packed);
}
