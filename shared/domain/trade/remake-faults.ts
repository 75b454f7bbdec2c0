/**
 * A sentence for the card of a remake that names no window; the card then lists all windows of its
 * order.
 */
export const NO_WINDOW_NAMED = "No window was named: ask before making";

/**
 * Faults of shutters: damage in transit, wrong production, failures in use, and wrong measurements.
 */
export const REMAKE_FAULTS = [
  "damaged_in_transit",
  "wrong_size",
  "wrong_colour",
  "wrong_side",
  "missing_part",
  "warped",
  "mechanism",
  "measuring_error",
  "other",
] as const;
export type RemakeFault = (typeof REMAKE_FAULTS)[number];

export const FAULT_LABEL = {
  damaged_in_transit: "Damaged in transit",
  wrong_size: "Wrong size",
  wrong_colour: "Wrong colour",
  wrong_side: "Wrong side or layout",
  missing_part: "Missing part",
  warped: "Warped",
  mechanism: "Mechanism",
  measuring_error: "Measuring error",
  other: "Other",
} as const satisfies Record<RemakeFault, string>;

/** `Bay left`, or `Door × 2` for more than one piece. */
export const piecesOf = (name: string, pieces: number): string => (pieces === 1 ? name : `${name} × ${pieces}`);
