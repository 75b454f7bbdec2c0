import fc from "fast-check";
import { expect, test } from "vitest";
import { pence, sumPence } from "#shared/domain/money.ts";
import { isSageReference, sageReferences, xeroParts } from "./bookkeeping.ts";

const taxed = (netPence: number) => ({ netPence, taxed: true });
const free = (netPence: number) => ({ netPence, taxed: false });

test.each([
  [10_000, 2_000, [taxed(10_000)]],
  [10_002, 2_000, [taxed(10_002)]],
  [10_003, 2_001, [taxed(10_003)]],
  [82, 17, [taxed(87), free(-5)]],
  [88, 17, [taxed(87), free(1)]],
  [3, 0, [taxed(2), free(1)]],
  [0, 0, [taxed(0)]],
  [0, 1, [taxed(7), free(-7)]],
])("a net of %i with a VAT of %i is %j in Xero", (net, vat, parts) => {
  expect(xeroParts(pence(net), pence(vat))).toEqual(parts);
});

test("the parts for Xero add up to our net and our VAT, whatever the VAT is", () => {
  fc.assert(
    fc.property(fc.nat(2_000_000_000), fc.nat(500_000_000), (net, vat) => {
      const parts = xeroParts(pence(net), pence(vat));
      expect(sumPence(parts.map(({ netPence }) => netPence))).toBe(net);
      const worked = parts.map((part) => (part.taxed ? Math.round(part.netPence / 5) : 0));
      expect(worked.reduce((total, amount) => total + amount, 0)).toBe(vat);
      // One more penny would already exceed the VAT.
      const [first] = parts;
      if (parts.length === 2 && first) expect(Math.round((first.netPence + 1) / 5)).toBe(vat + 1);
    }),
  );
});

test.each([
  ["Kestrel Shutters Ltd", ["KESTRELS", "KESTREL2", "KESTREL3"]],
  ["Café Zoë & Söhne", ["CAFEZOES", "CAFEZOE2", "CAFEZOE3"]],
  ["4 U", ["4U", "4U2", "4U3"]],
  ["北京", ["C12", "C122", "C123"]],
  ["", ["C12", "C122", "C123"]],
])("the company %s has unused references in Sage", (name, references) => {
  const next = sageReferences(name, 12);
  expect(references.map(() => next.next().value)).toEqual(references);
});

test("the hundredth reference of one name still has eight characters", () => {
  const references = sageReferences("Kestrel Shutters", 12);
  let last = "";
  for (let number = 1; number <= 100; number += 1) last = references.next().value ?? "";
  expect(last).toBe("KESTR100");
});

test.each([
  ["ALDER", true],
  ["A1", true],
  ["alder", false],
  ["ALDER & REED", false],
  ["ALDERREED", false],
  ["", false],
])("the text %s is a Sage reference: %s", (name, isOne) => expect(isSageReference(name)).toBe(isOne));
