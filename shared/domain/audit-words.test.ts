import { expect, test } from "vitest";
import { auditText, THING_OPTIONS, thingPath, thingWords } from "./audit-words.ts";
import type { Role } from "./roles.ts";

const called = {
  people: new Map<number, string>(),
  companies: new Map([
    [3, "Northmoor"],
    [4, "Calderbrook"],
  ]),
};

test.each([
  [
    "products.update",
    { name: "Basswood", basePrice: "£289.00" },
    { name: "Basswood", basePrice: "£301.00" },
    "Price of Basswood: £289.00 → £301.00",
  ],
  ["orders.changeStatus", { status: "pending" }, { status: "in_progress" }, "Status of Basswood: Pending → In progress"],
  ["orders.changeDates", { shippingDate: "2026-11-20" }, { shippingDate: null }, "Shipping date of Basswood: 20 Nov 2026 → none"],
  ["orders.changeTracking", { a: 1, b: 1, c: null }, { a: 2, b: 3, c: 4 }, "Basswood: A 1 → 2, B 1 → 3 and 1 more"],
  ["payments.pay", null, { amountPence: 32_508 }, "Payment of Basswood started, £325.08"],
  ["payments.settled", null, { amountPence: 32_508 }, "Basswood was paid, £325.08"],
  ["quotes.convert", { quoteStatus: "sent" }, { quoteStatus: "accepted", orderId: 12 }, "Basswood became order ORD-12"],
  ["accounts.signInFailed", null, { email: "a@b.example" }, "Failed sign-in: a@b.example"],
  ["notifications.markRead", null, null, "Mark read: Basswood"],
  ["orders.changeSupplier", { supplierId: 3 }, { supplierId: 4 }, "Made by of Basswood: Northmoor → Calderbrook"],
  ["orders.changeSupplier", { supplierId: 3 }, { supplierId: null }, "Made by of Basswood: Northmoor → nobody"],
  ["orders.changeTracking", { carrier: "dpd" }, { carrier: null }, "Carrier of Basswood: DPD → none"],
  ["orders.sendMessage", null, { messageId: 5 }, "Message about Basswood"],
  ["quotes.askToPlace", null, { asked: ["Ada"] }, "Ada was asked to place Basswood"],
  ["quotes.askToPlace", null, { asked: ["Ada", "Ben", "Cy"] }, "Ada, Ben and Cy were asked to place Basswood"],
  ["quotes.addPhotos", null, { quoteItemId: 4, photos: 2 }, "Photos were added to Basswood: 2"],
  ["quotes.changePhoto", { forWorkshop: false }, { forWorkshop: true }, "A photo of Basswood is for the workshop"],
  ["quotes.changePhoto", { forWorkshop: true }, { forWorkshop: false }, "A photo of Basswood is no longer for the workshop"],
  ["quotes.removePhoto", { photo: 1 }, null, "A photo of Basswood was removed"],
  ["workshop.shipAll", null, { orders: [1, 2, 3].map((id) => ({ id, ok: true })) }, "3 orders were sent off: ORD-1, ORD-2, ORD-3"],
  [
    "workshop.shipAll",
    null,
    {
      orders: [
        { id: 1, ok: true },
        { id: 2, ok: false },
      ],
    },
    "1 order was sent off: ORD-1 (1 could not be)",
  ],
  ["workshop.shipAll", null, { orders: [{ id: 2, ok: false }] }, "1 order could not be sent off"],
  ["settings.saveWorkshop", { stock: [] }, { stock: [] }, "Bars, kerf, sections and clearances of a workshop were saved"],
  ["users.change", { role: "admin", suspended: false }, { role: "admin", suspended: true }, "Basswood was suspended"],
  ["users.change", { role: "admin", suspended: true }, { role: "admin", suspended: false }, "Basswood was reinstated"],
  ["users.change", { role: "admin", suspended: false }, { role: "super_admin", suspended: false }, "Role of Basswood: Admin → Super admin"],
  ["users.sendResetLink", null, { email: "a@b.example" }, "Link for a new password sent to Basswood"],
  ["clients.changeProfile", { phone: null }, { phone: "01632 960456" }, "Phone of Basswood: 01632 960456"],
  ["clients.addNote", null, { noteId: 3 }, "A note on Basswood was written"],
  ["clients.deleteNote", { noteId: 3 }, null, "A note on Basswood was deleted"],
  ["quotes.convert", { quoteStatus: "draft" }, { orderId: 4 }, "Basswood became order ORD-4"],
  [
    "quotes.convert",
    { quoteStatus: "draft" },
    { orderId: 4, acceptedOverLimit: true },
    "Basswood became order ORD-4, beyond its client's credit limit",
  ],
  ["products.restore", { archived: true }, { archived: false }, "Basswood is on offer again"],
])("%s of %j and %j has its sentence in the trail", (action, before, after, text) =>
  expect(auditText({ action, before, after }, "Basswood", called)).toBe(text),
);

test("a draft that its own company declines counts as withdrawn; a quote declined by staff or after sending does not", () => {
  const said = (from: string, role: Role | null) => {
    const [before, after] = [{ quoteStatus: from }, { quoteStatus: "declined", reason: undefined }];
    return auditText({ action: "quotes.changeStatus", before, after, role }, "Q-5", called);
  };
  expect(said("draft", "customer")).toBe("Q-5 was withdrawn");
  for (const [from, role] of [
    ["draft", "admin"],
    ["draft", null],
    ["sent", "customer"],
  ] as const)
    expect(said(from, role)).toMatch(/^Status of Q-5: \w+ → Declined$/);
});

test.each([
  ["invoices", 38, "INV-00038", "/invoices?search=INV-00038"],
  ["orders", 12, "ORD-12", "/orders?order=12"],
  ["orders", null, "Orders", null],
  ["users", 5, "User 5", null],
  ["products", null, "Products", null],
  ["clients", 4, "Client 4", "/clients/4"],
  ["stripe_settings", null, "Stripe settings", "/settings?tab=payments"],
  ["settings", null, "Company settings", "/settings?tab=company"],
  ["something_new", 3, "Something new 3", null],
])("the record %s %s is called %s and opens %s", (targetType, targetId, words, path) => {
  const entry = { action: "any.thing", targetType, targetId };
  expect([thingWords(entry), thingPath(entry)]).toEqual([words, path]);
});

test("the settings that a workshop saves have their own name and no filter option", () => {
  const entry = { action: "settings.saveWorkshop", targetType: "settings", targetId: null };
  expect([thingWords(entry), thingPath(entry)]).toEqual(["Bars of a workshop", null]);
  expect(THING_OPTIONS.map(({ value }) => value)).not.toContain("workshop_settings");
});

test("an invoice's credit is about the credit note, and opens the credit note and no invoice of its number", () => {
  const entry = { action: "invoices.credited", targetType: "invoices", targetId: 41 };
  expect([thingWords(entry), thingPath(entry)]).toEqual(["CN-00041", "/invoices?search=CN-00041"]);
  expect(THING_OPTIONS.map(({ value }) => value)).not.toContain("credit_notes");
});
