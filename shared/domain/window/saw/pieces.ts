/** The steps of making a shutter, in their order (rule W2). */
export const PIECE_STEPS = ["cut", "assembled", "finished", "packed"] as const;
export type PieceStep = (typeof PIECE_STEPS)[number];
export const PIECE_STEP_LABEL = { cut: "Cut", assembled: "Assembled", finished: "Finished", packed: "Packed" } as const satisfies Record<
  PieceStep,
  string
>;

/**
 * The largest order whose shutters are sent together; for a larger order the shutters of one window
 * are.
 */
export const MOST_PIECES = 1500;

/** The mark of each step; null: not done. */
export type Marks<Mark> = Readonly<Record<PieceStep, Mark | null>>;

export const eachStep = <Value>(made: (step: PieceStep) => Value) =>
  Object.fromEntries(PIECE_STEPS.map((step) => [step, made(step)])) as Record<PieceStep, Value>;

/**
 * Sets or clears a step. Setting a step also sets the earlier ones, and clearing it clears the
 * later ones. A step that is already done keeps its first mark.
 */
export function markPiece<Mark>(
  marks: Marks<Mark>,
  { step, done }: { readonly step: PieceStep; readonly done: boolean },
  mark: Mark,
): Marks<Mark> {
  const place = PIECE_STEPS.indexOf(step);
  return eachStep((each) => {
    const at = PIECE_STEPS.indexOf(each);
    if (done) return at <= place ? (marks[each] ?? mark) : marks[each];
    return at >= place ? null : marks[each];
  });
}
