import { expect, test } from "vitest";
import { auditText, differences, thingWords } from "./audit-words.ts";

const lines = (before: unknown, after: unknown) => differences(before, after).map((change) => [change.name, change.before, change.after]);

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
  ["something cleared", { shippingDate: "2026-11-20" }, { shippingDate: null }, [["Shipping date", "2026-11-20", null]]],
  ["yes and no", { paidOut: false }, { paidOut: true }, [["Paid out", "No", "Yes"]]],
  ["an instant, in London", null, { archivedAt: "2026-07-01T13:05:00.000Z" }, [["Archived at", null, "1 Jul 2026, 14:05"]]],
  ["a list", { louvres: [64] }, { louvres: [64, 76] }, [["Louvres", "64", "64, 76"]]],
  ["something that is no set of facts", "old", "new", [["Value", "old", "new"]]],
  ["nothing", null, null, []],
])("%s", (_what, before, after, expected) => expect(lines(before, after)).toEqual(expected));

test.each([
  [
    "products.update",
    { name: "Basswood", basePrice: "£289.00" },
    { name: "Basswood", basePrice: "£301.00" },
    "Price of Basswood: £289.00 → £301.00",
  ],
  ["orders.changeStatus", { status: "pending" }, { status: "in_progress" }, "Status of Basswood: Pending → In progress"],
  ["orders.changeDates", { shippingDate: "2026-11-20" }, { shippingDate: null }, "Shipping date of Basswood: 2026-11-20 → none"],
  ["orders.changeTracking", { a: 1, b: 1, c: null }, { a: 2, b: 3, c: 4 }, "Basswood: A 1 → 2, B 1 → 3 and 1 more"],
  ["payments.pay", null, { amountPence: 32_508 }, "Payment of Basswood started, £325.08"],
  ["payments.settled", null, { amountPence: 32_508 }, "Basswood was paid, £325.08"],
  ["quotes.convert", { quoteStatus: "sent" }, { quoteStatus: "accepted", orderId: 12 }, "Basswood became order ORD-12"],
  ["accounts.signInFailed", null, { email: "a@b.example" }, "Failed sign-in: a@b.example"],
  ["notifications.markRead", null, null, "Mark read: Basswood"],
])("%s of %j and %j is said", (action, before, after, text) => expect(auditText({ action, before, after }, "Basswood")).toBe(text));

test.each([
  ["invoices", 38, "INV-00038"],
  ["orders", 12, "ORD-12"],
  ["users", 5, "User 5"],
  ["stripe_settings", null, "Stripe settings"],
  ["something_new", 3, "Something new 3"],
])("%s %s is %s", (targetType, targetId, words) => expect(thingWords({ targetType, targetId })).toBe(words));
