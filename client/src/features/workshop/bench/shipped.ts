import type { Reply } from "#client/lib/api.ts";
import { CARRIER_NAME } from "#shared/domain/trade/carriers.ts";
import { formatPieceAddress, type PieceState } from "./pieces.ts";

type Order = Reply<"orders", "read">;
type Parcel = Order["parcels"][number];

/** `parcel 1 · DPD 1234` */
const parcelInWords = ({ n, carrier, trackingNumber }: Parcel): string =>
  [`parcel ${n}`, [carrier && CARRIER_NAME[carrier], trackingNumber].filter(Boolean).join(" ")].filter(Boolean).join(" · ");

/** Finds the parcel of each shipped shutter, by its address. */
export function shippedBy(parcels: readonly Parcel[]) {
  const known = new Map<string, Parcel>(
    parcels.flatMap((parcel) => parcel.pieces.map(({ itemId, piece }) => [`${itemId}.${piece}`, parcel] as const)),
  );
  const parcelOf = (piece: PieceState) => known.get(formatPieceAddress(piece));
  /**
   * `Shipped, parcel 1 · DPD 1234`; `1 of 2 shipped, parcel 1` if only some of them left; null if
   * none did.
   */
  const inWords = (pieces: readonly PieceState[]): string | null => {
    const shipped = pieces.flatMap((piece) => parcelOf(piece) ?? []);
    if (shipped.length === 0) return null;
    const many = shipped.length < pieces.length ? `${shipped.length} of ${pieces.length} shipped` : "Shipped";
    return `${many}, ${[...new Set(shipped)].map(parcelInWords).join("; ")}`;
  };
  return {
    isShipped: (piece: PieceState) => known.has(formatPieceAddress(piece)),
    /** True if all of these shutters left. */
    areShipped: (pieces: readonly PieceState[]) => pieces.length > 0 && pieces.every((piece) => known.has(formatPieceAddress(piece))),
    inWords,
  };
}
export type Shipped = ReturnType<typeof shippedBy>;
