import { useQueries, useQuery } from "@tanstack/react-query";
import { query, type Reply } from "#client/lib/api.ts";
import { type Marks, MOST_PIECES } from "#shared/domain/window/saw/pieces.ts";

/** The progress of one shutter, with the person who made each mark. */
export interface PieceState
  extends Marks<{ readonly by: { readonly contactName: string; readonly companyName: string }; readonly receivedAt?: string }> {
  readonly itemId: number;
  readonly piece: number;
}

/** Formats `12.3`: the third shutter of the window with id 12. */
export const formatPieceAddress = ({ itemId, piece }: Pick<PieceState, "itemId" | "piece">): string => `${itemId}.${piece}`;

/** Returns the identical array until a shutter in it changes. */
const allPieces = (replies: readonly { readonly data: Reply<"workshop", "pieces"> | undefined }[]): readonly PieceState[] | undefined =>
  replies.every(({ data }) => data) ? replies.flatMap(({ data }) => data?.pieces ?? []) : undefined;

/** A colleague at another tablet marks the same order. */
const READ_EVERY_MS = 30_000;

/**
 * Loads each shutter of the order, and again while it is displayed. A very large order is loaded
 * window by window.
 */
export function usePieces({ id, shutters, quote }: Reply<"orders", "read">): readonly PieceState[] | undefined {
  const asks = shutters > MOST_PIECES ? quote.items.map(({ id: itemId }) => ({ itemId: String(itemId) })) : [{}];
  return useQueries({
    queries: asks.map((asked) => ({
      ...query("workshop", "pieces", { params: { id }, query: asked }),
      refetchInterval: asks.length === 1 ? READ_EVERY_MS : (false as const),
    })),
    combine: allPieces,
  });
}

/**
 * Reports a scanned label to the server, which notifies a person with an open copy of an order that
 * moved to another workshop (rule W73).
 */
export const useScanned = (orderId: number, address: string): void =>
  void useQuery({
    ...query("workshop", "pieces", { params: { id: orderId }, query: { piece: address } }),
    enabled: /^\d+\.\d+$/.test(address),
  });

/** The next shutter that is not packed, from the current one on and then from the start. */
export function findNextPiece(pieces: readonly PieceState[], here: PieceState): PieceState | undefined {
  const at = pieces.indexOf(here);
  return [...pieces.slice(at + 1), ...pieces.slice(0, at)].find((piece) => !piece.packed);
}
