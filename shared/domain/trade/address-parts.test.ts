import { expect, test } from "vitest";
import { addressParts, fitIntoLines } from "./address-parts.ts";

test.each([
  ["Unit 4\nThe Old Dairy\n  Mill Lane\n\nLewes\nBN7 1AA", ["Unit 4", "The Old Dairy", "Mill Lane"], "Lewes", "BN7 1AA", ""],
  ["Unit 4\r\nMill Lane\r\nLewes BN7 1AA\r\nunited kingdom", ["Unit 4", "Mill Lane"], "Lewes", "BN7 1AA", "United Kingdom"],
  ["1 High Street, Hove, BN3 2AA", ["1 High Street"], "Hove", "BN3 2AA", ""],
  ["1 High Street, Hove", ["1 High Street"], "Hove", "", ""],
  ["1 High Street\nFlat 3\nSW1A 1AA", ["1 High Street", "Flat 3"], "", "SW1A 1AA", ""],
  ["Lewes", ["Lewes"], "", "", ""],
  [null, [], "", "", ""],
])("the address %j is split into its street, place, postcode and country", (address, street, city, postcode, country) => {
  expect(addressParts(address)).toEqual({ street, city, postcode, country });
});

test("further street lines are joined in the last line, and missing lines are empty", () => {
  expect(fitIntoLines(["a", "b", "c", "d", "e"], 4)).toEqual(["a", "b", "c", "d, e"]);
  expect(fitIntoLines(["a"], 3)).toEqual(["a", "", ""]);
});
