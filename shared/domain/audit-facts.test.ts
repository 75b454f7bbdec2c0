import { expect, test } from "vitest";
import { COMPANY_FACTS, differences, PERSON_FACTS } from "./audit-facts.ts";

const called = { people: new Map([[7, "Ada Marsh"]]), companies: new Map([[3, "Northmoor Joinery Works"]]) };
const lines = (before: unknown, after: unknown) =>
  differences(before, after, called).map((change) => [change.name, change.before, change.after]);

test.each([
  ["a move", { status: "pending" }, { status: "in_progress" }, [["Status", "Pending", "In progress"]]],
  [
    "something new",
    null,
    { companyName: "Oak", windows: 3 },
    [
      ["Company name", null, "Oak"],
      ["Windows", null, "3"],
    ],
  ],
  ["what stayed", { a: 1, b: [64, 76] }, { a: 2, b: [64, 76] }, [["A", "1", "2"]]],
  ["an amount in pence", null, { finalTotalPence: 123_450 }, [["Final total", null, "£1,234.50"]]],
  ["something cleared", { shippingDate: "2026-11-20" }, { shippingDate: null }, [["Shipping date", "20 Nov 2026", null]]],
  ["yes and no", { paidOut: false }, { paidOut: true }, [["Paid out", "No", "Yes"]]],
  ["an instant, in London", null, { archivedAt: "2026-07-01T13:05:00.000Z" }, [["Archived at", null, "1 Jul 2026, 14:05"]]],
  ["a list", { louvres: [64] }, { louvres: [64, 76] }, [["Louvres", "64", "64, 76"]]],
  ["a role", { role: "admin" }, { role: "super_admin" }, [["Role", "Admin", "Super admin"]]],
  ["a carrier", { carrier: null }, { carrier: "own_van" }, [["Carrier", null, "Own van"]]],
  ["a carrier of before", null, { carrier: "city_link" }, [["Carrier", null, "City link"]]],
  ["a supplier", { supplierId: 3 }, { supplierId: 4 }, [["Made by", "Northmoor Joinery Works", "Company 4"]]],
  ["a person", null, { userId: 7 }, [["For", null, "Ada Marsh"]]],
  ["an approval", { approvalStatus: "pending" }, { approvalStatus: "rejected" }, [["Approval status", "Waiting for approval", "Declined"]]],
  ["louvre sizes", { standardLouverSizes: [] }, { standardLouverSizes: [63, 76] }, [["Louvre sizes", null, "63, 76 mm"]]],
  ["colours", { colorOptions: ["Silk"] }, { colorOptions: ["Silk", "Chalk"] }, [["Colours", "Silk", "Silk, Chalk"]]],
  ["a quote that was copied", null, { duplicateOf: 5 }, [["Copy of", null, "Q-5"]]],
  [
    "bars",
    null,
    { stock: [{ profile: "louvre-76", stockMm: 4800, kerfMm: 3.2 }] },
    [["Bars", null, "Louvres 76 mm: 4800 mm, kerf 3.2 mm"]],
  ],
  [
    "bars with their trim",
    null,
    { stock: [{ profile: "stile", stockMm: 2400, kerfMm: 3, trimMm: 5, keepMm: 500 }] },
    [["Bars", null, "Stiles: 2400 mm, kerf 3 mm, trim 5 mm, offcuts from 500 mm"]],
  ],
  ["parts of a thing", null, { windows: [{ itemId: 4, panel: null, fault: "bowed" }] }, [["Windows", null, "Item number 4, Fault bowed"]]],
  ["something that is no set of facts", "old", "new", [["Value", "old", "new"]]],
  ["nothing", null, null, []],
])("the difference that is %s in words", (_what, before, after, expected) => expect(lines(before, after)).toEqual(expected));

test("facts that hold ids of people and companies, whose names the trail looks up", () => {
  expect([PERSON_FACTS, COMPANY_FACTS]).toEqual([["userId"], ["referredBy", "supplierId"]]);
});
