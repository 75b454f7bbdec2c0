/** The steps in which a shutter is made, in their order (rule W2). */
export const PIECE_STEPS = ["cut", "assembled", "finished", "packed"] as const;
export type PieceStep = (typeof PIECE_STEPS)[number];
export const PIECE_STEP_LABEL = { cut: "Cut", assembled: "Assembled", finished: "Finished", packed: "Packed" } as const satisfies Record<
  PieceStep,
  string
>;

/** Of an order whose shutters are told all at once; of a larger one those of a window. */
export const MOST_PIECES = 1500;

/** Of each step its mark; null: not done. */
export type Marks<Mark> = Readonly<Record<PieceStep, Mark | null>>;

export const eachStep = <Value>(made: (step: PieceStep) => Value) =>
  Object.fromEntries(PIECE_STEPS.map((step) => [step, made(step)])) as Record<PieceStep, Value>;

/** A step that is done does those before it, one that is undone undoes those after it. What is done already keeps its first mark. */
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
