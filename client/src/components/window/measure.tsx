import { formatArea, formatMillimetres } from "#client/lib/format.ts";

/** A length in metres, read in millimetres. */
export function Measure({ metres }: { metres: number }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMillimetres(metres)}</span>;
}

/** `1,200 × 1,350 mm` (width first). */
export function Size({ widthM, heightM }: { widthM: number; heightM: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatMillimetres(widthM).replace(" mm", "")} × {formatMillimetres(heightM)}
    </span>
  );
}

export function Area({ squareMetres }: { squareMetres: number }) {
  return <span className="whitespace-nowrap tabular-nums">{formatArea(squareMetres)}</span>;
}
