import type { APIRequestContext, APIResponse } from "@playwright/test";

const COMPANY = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch & Wolverhampton Conservatories and Made-to-Measure Interiors";
const CONTACT = "Maximiliana Featherstonehaugh-Cholmondeley-Warburton of Bishop’s Stortford";
const EMAIL = `${"accounts.payable.and.receivable.department".padEnd(60, "x")}@${"made-to-measure-interiors.".repeat(5)}example`;
const ADDRESS = "1 Long Lane, Bishop’s Stortford";

/** The texts have the longest permitted lengths, 120 and 60 characters. */
const JOB = "Penthouse and both mezzanine bathrooms at Featherstonehaugh Court, Llanfairpwllgwyngyll (ask for Siobhán at the gate) #2";
const PO_NUMBER = "PO-2026-WOLVERHAMPTON-CONSERVATORIES-AND-INTERIORS-0004121/B";

const dayIn = (now: number, days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Gives the demo's customers the longest names, and a row of each list long texts. Some orders get
 * days of another year.
 */
export async function fillWithLongNames(owner: APIRequestContext): Promise<void> {
  const ok = async (asked: Promise<APIResponse>) => {
    const reply = await asked;
    if (!reply.ok()) throw new Error(`${reply.status()} ${reply.url()}: ${await reply.text()}`);
    return reply.status() === 204 ? null : reply.json();
  };
  await ok(owner.post("/api/users", { data: { companyName: COMPANY, contactName: CONTACT, email: EMAIL, password: "long names 4 all" } }));
  const users: { id: number; role: string }[] = await ok(owner.get("/api/users?limit=200"));
  for (const { id, role } of users)
    if (role === "customer" || role === "admin")
      await ok(owner.patch(`/api/users/${id}/profile`, { data: { companyName: COMPANY, contactName: CONTACT, address: ADDRESS } }));
  const today = Date.now();
  const days = { shippingDate: dayIn(today, 400), estimatedArrival: dayIn(today, 410) };
  const orders: { id: number }[] = await ok(owner.get("/api/orders?limit=6"));
  const unpaid: { quoteId: number; orderStatus: string }[] = await ok(owner.get("/api/orders?paymentStatus=unpaid&limit=200"));
  const job = { jobName: JOB, poNumber: PO_NUMBER };
  // An order that was sent off has its invoice, which fixes the names.
  for (const { quoteId, orderStatus } of unpaid)
    if (["pending", "processing"].includes(orderStatus)) await ok(owner.patch(`/api/quotes/${quoteId}/job`, { data: job }));
  for (const { id } of orders.slice(3)) await ok(owner.patch(`/api/orders/${id}/dates`, { data: days }));
  const product: { id: number } = await ok(
    owner.post("/api/products", {
      data: {
        name: "Full height solid panel café-style basswood shutters with divided tilt and unbroken mid rails, hand finished",
        description: "For bays, corners and doors. ".repeat(40),
        basePricePerM2: 1234.56,
        standardLouverSizes: [47, 63, 64, 76, 89, 114],
        colorOptions: ["White", "Cream", "Black", "Ultra-low-sheen-graphite-anthracite-with-a-hint-of-blue"],
      },
    }),
  );
  const window = { shutterTypeId: product.id, widthM: 3, heightM: 2.5, louverSize: 64, colorSelection: "White", quantity: 99 };
  await ok(owner.post("/api/quotes", { data: { items: [window], ...job } }));
  await ok(
    owner.post("/api/errors/report", {
      data: {
        errorType: "ChunkLoadErrorAfterDeploymentOfANewVersion",
        errorMessage: "Failed to fetch dynamically imported module ".repeat(6),
        requestPath: `/quotes?search=${"a".repeat(200)}`,
      },
    }),
  );
}
