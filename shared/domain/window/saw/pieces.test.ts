import fc from "fast-check";
import { expect, test } from "vitest";
import { eachStep, type Marks, markPiece, PIECE_STEPS } from "./pieces.ts";

const NONE: Marks<string> = eachStep(() => null);
const mark = fc.record({ step: fc.constantFrom(...PIECE_STEPS), done: fc.boolean(), by: fc.string() });

test("marking a step also marks earlier steps and keeps their first person; unmarking it unmarks later steps", () => {
  const cut = markPiece(NONE, { step: "cut", done: true }, "Ada");
  expect(cut).toEqual({ cut: "Ada", assembled: null, finished: null, packed: null });
  const finished = markPiece(cut, { step: "finished", done: true }, "Ben");
  expect(finished).toEqual({ cut: "Ada", assembled: "Ben", finished: "Ben", packed: null });
  expect(markPiece(finished, { step: "assembled", done: false }, "Cleo")).toEqual(cut);
});

test("no step is done without earlier steps after any marks, and a repeated mark changes nothing", () => {
  fc.assert(
    fc.property(fc.array(mark), (made) => {
      const marks = made.reduce((so, { by, ...asked }) => markPiece(so, asked, by), NONE);
      const done = PIECE_STEPS.map((step) => marks[step] !== null);
      expect(done).toEqual(done.toSorted((a, b) => Number(b) - Number(a)));
      for (const { by, ...asked } of made) {
        const once = markPiece(marks, asked, by);
        expect(markPiece(once, asked, "somebody later")).toEqual(once);
      }
    }),
  );
});
