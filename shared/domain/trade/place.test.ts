import { expect, test } from "vitest";
import { placeOf } from "./place.ts";

test.each([
  ["1 High Street, Lewes", "Lewes"],
  ["1 High Street, Lewes BN7 1AA", "Lewes BN7 1AA"],
  ["12 Mill Lane\nClifton, Bristol\nbs84qa", "Bristol BS8 4QA"],
  ["12 Mill Lane\r\nBristol,BS8  4QA, United Kingdom", "Bristol BS8 4QA"],
  ["1 High Street, Lewes, East Sussex, BN7 1AA, England, U.K.", "East Sussex BN7 1AA"],
  ["10 Downing Street, SW1A 2AA London", "London SW1A 2AA"],
  ["Unit 4, M1 1AE, Manchester, M60 2LA", "Manchester M60 2LA"],
  ["BN7 1AA", "BN7 1AA"],
  ["3 Main Street, Dundalk, Co. Louth, A91 X2R9, Ireland", "A91 X2R9"],
  ["3 Main Street, Dundalk, Republic of Ireland", "Dundalk"],
  ["England", ""],
  ["12 New England Road", "12 New England Road"],
  ["Quai 5, 75007 Paris", "75007 Paris"],
  [" , ,\n", ""],
])("the address %j has the short form %j", (address, place) => {
  expect(placeOf(address)).toBe(place);
});
