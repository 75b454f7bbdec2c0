import { expect, test } from "vitest";
import { refuseAlreadySawn } from "./already-sawn.ts";
import { isAlreadySawnReason } from "./sawn-reason.ts";

/** Tests what a person reads of bars that somebody else had sawn before (rule W125). */

const sawnBy = (contactName: string, bar: number, already: boolean) => ({
  bar,
  already,
  sawn: { at: "2026-11-24T10:05:00.000Z", by: { contactName, companyName: "Northmoor", role: "supplier" as const } },
});

test("each person is named with the bars that they had sawn, and the other bars of the press are not", () => {
  const replies = [sawnBy("Morgan", 1, true), sawnBy("Ines", 2, true), sawnBy("Morgan", 4, true), sawnBy("Tomasz", 3, false)];
  const sentence =
    "Bars 1, 4 were sawn by Morgan on 24 Nov at 10:05 already. Bar 2 was sawn by Ines on 24 Nov at 10:05 already. If you sawed them too, their parts exist twice. Bar 3 is recorded";
  expect(() => refuseAlreadySawn(replies)).toThrow(sentence);
  expect([isAlreadySawnReason(sentence), isAlreadySawnReason("This offcut is used")]).toEqual([true, false]);
  expect(() => refuseAlreadySawn(replies.slice(-1))).not.toThrow();
});
