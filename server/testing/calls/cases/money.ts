import { eq } from "drizzle-orm";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { succeeded } from "#server/testing/builders.ts";
import { KEYS } from "#server/testing/shop.ts";
import type { World } from "#server/testing/world.ts";
import { londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { type CasesOf, refused } from "../call-case.ts";
import type { Reply } from "../test-client.ts";
import { inReply } from "./kept-texts.ts";
import { staff, superAdminOnly } from "./who-may.ts";

type Portal = World["portal"];

const whyMoneyMoves = { least: 3, most: 500, trimmed: true } as const;

const creditReason = async ({ db }: Portal, { body }: Reply) => {
  const { number } = body as { readonly number: string };
  return (
    await db
      .select()
      .from(invoices)
      .where(eq(invoices.number, Number(number.slice("CN-".length))))
  )[0]?.reason;
};

const voidReason = async ({ db }: Portal, id = 0) => (await db.select().from(payments).where(eq(payments.id, id)))[0]?.voidReason;

const transferReference = async ({ db }: Portal, id = 0) =>
  (await db.select().from(payments).where(eq(payments.quoteId, id)))[0]?.reference;

const today = () => londonDay(new Date());

const writtenOff = async (world: World) => {
  const id = await world.owedInvoice();
  const boss = await world.as("superAdmin");
  const path = `/api/invoices/${invoiceNumber(id)}/write-offs`;
  return { id, writeOffId: succeeded(await boss.post<{ id: number }>(path, { amount: 1, reason: "bad_debt" })).id };
};

/** Payments, invoices and bookkeeping. */
export const MONEY_CALLS: CasesOf<"payments" | "invoices" | "money" | "bookkeeping"> = {
  "bookkeeping.list": { ...superAdminOnly, by: "superAdmin" },
  "bookkeeping.make": {
    ...superAdminOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => {
      const body = { format: "xero", from: today(), to: today() } as const;
      // Earlier documents are exported first, so that each export takes one document.
      await (await world.as("superAdmin")).post("/api/bookkeeping/exports", body);
      await world.owedInvoice();
      return { body };
    },
    texts: { from: refused(400), to: refused(400) },
  },
  "invoices.list": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "invoices.sums": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "invoices.credit": {
    ...superAdminOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.owedInvoice(), body: { gross: 1, reason: "A window was left out" } }),
    texts: { reason: { ...whyMoneyMoves, read: async (reply, { portal }) => creditReason(portal, reply) } },
  },
  "invoices.writeOffs": { ...staff, by: "admin" },
  "invoices.writeOff": {
    ...superAdminOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.owedInvoice(), body: { amount: 1, reason: "other", note: "Agreed by phone" } }),
    texts: { note: { least: 1, most: 500, trimmed: true, read: inReply("note") } },
  },
  "invoices.deleteWriteOff": { ...superAdminOnly, success: 204, by: "superAdmin", ask: (world) => writtenOff(world) },
  "invoices.reverseWriteOff": { ...superAdminOnly, success: 201, by: "superAdmin", ask: (world) => writtenOff(world) },
  "money.cash": { ...superAdminOnly, by: "superAdmin", query: { from: "2026-01-01", to: "2026-12-31" } },
  "money.marginOrders": {
    ...superAdminOnly,
    by: "superAdmin",
    query: { by: "month", key: "2026-11", from: "2026-01-01", to: "2026-12-31" },
  },
  "money.margin": { ...superAdminOnly, by: "superAdmin", query: { by: "client", from: "2026-01-01", to: "2026-12-31" } },
  "money.payouts": { ...superAdminOnly, by: "superAdmin" },
  "money.read": { ...superAdminOnly, by: "superAdmin" },
  "money.vat": { ...superAdminOnly, by: "superAdmin", query: { from: "2026-01-01", to: "2026-12-31" } },
  "payments.pay": {
    may: ["customer", "super_admin"],
    gets: [401, 200, 404, 403, 403, 200, 403],
    colleagues: [403, 200],
    by: "customer",
    ask: async (world) => ({ id: await world.sentQuote() }),
  },
  "payments.confirm": {
    may: ["customer", "super_admin"],
    gets: [401, 200, 404, 403, 403, 200, 403],
    by: "customer",
    ask: async (world) => ({ id: await world.sentQuote() }),
  },
  "payments.config": {
    ...superAdminOnly,
    by: "superAdmin",
  },
  "payments.configure": {
    ...superAdminOnly,
    by: "superAdmin",
    ask: async () => ({ body: KEYS }),
    texts: { publicKey: refused(400), secretKey: refused(400) },
  },
  "payments.list": { ...staff, by: "admin" },
  "payments.sums": { ...staff, by: "admin" },
  "payments.read": { ...staff, by: "admin", ask: async (world) => ({ id: await world.transfer() }), lasts: true },
  "payments.record": {
    ...superAdminOnly,
    success: 201,
    by: "superAdmin",
    ask: async ({ accounts }) => ({ body: { companyId: accounts.customer.companyId, receivedOn: today(), amount: 10, allocations: [] } }),
    texts: {
      receivedOn: refused(400),
      reference: { least: 0, most: 140, trimmed: true, blankIsNone: true },
      "allocations[].number": refused(400, 404, 413),
    },
  },
  "payments.allocate": {
    ...superAdminOnly,
    by: "superAdmin",
    ask: async (world) => ({
      id: await world.transfer(),
      body: { allocations: [{ number: invoiceNumber(await world.owedInvoice()), amount: 1 }] },
    }),
    texts: { "allocations[].number": refused(400, 404, 413) },
  },
  "payments.void": {
    ...superAdminOnly,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.transfer(), body: { reason: "Typed for another client" } }),
    texts: { reason: { ...whyMoneyMoves, read: async (_, { portal }, id) => voidReason(portal, id) } },
  },
  "payments.refund": {
    ...superAdminOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.transfer(), body: { amount: 1, reason: "Paid twice", creditNote: false } }),
    texts: { reason: whyMoneyMoves, invoiceNumber: refused(201, 400, 404, 413), paidOn: refused(400) },
  },
  "payments.refundsOf": { ...staff, by: "admin", ask: async (world) => ({ id: await world.transfer() }), lasts: true },
  "payments.refunds": { ...staff, by: "admin" },
  "payments.disputes": { ...staff, by: "admin" },
  "payments.payByTransfer": {
    ...superAdminOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.sentQuote(), body: { receivedOn: today() } }),
    texts: {
      receivedOn: refused(400),
      reference: {
        least: 0,
        most: 140,
        trimmed: true,
        blankIsNone: true,
        read: async (_, { portal }, id) => transferReference(portal, id),
      },
    },
  },
};
