import { and, eq, inArray } from "drizzle-orm";
import type Stripe from "stripe";
import type { Context } from "#server/context.ts";
import { unlessStripeFails } from "#server/features/payments/stripe/stripe-client.ts";
import { stripeOrNull } from "#server/features/payments/stripe/stripe-settings.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { allocations } from "#server/schema/allocations.ts";
import { payments } from "#server/schema/payments.ts";
import type { PAYOUT_LINE_KINDS } from "#shared/contract/office/money.ts";
import { pence, sumPence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";

/**
 * Stripe's payouts, to tick off against the bank's statement (rule K20). They are read from Stripe
 * and stored nowhere: ten payouts a page, and at most a hundred lines of each.
 */

const PAYOUTS = 10;
const LINES = 100;
const NO_KEYS = "Card payments are not set up: save Stripe's keys in Settings first";
const NO_ANSWER = "Stripe did not answer. Please try again in a moment.";

type LineKind = (typeof PAYOUT_LINE_KINDS)[number];

const KINDS: Readonly<Record<string, LineKind>> = {
  charge: "charge",
  payment: "charge",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund",
  payment_failure_refund: "refund",
  stripe_fee: "fee",
};

type Transaction = Stripe.BalanceTransaction;

/** The payout's own withdrawal from the balance is not one of its lines. */
const isLine = ({ type }: Transaction): boolean => !type.startsWith("payout");

const kindOf = ({ type, reporting_category }: Transaction): LineKind =>
  KINDS[type] ?? (reporting_category.startsWith("dispute") ? "dispute" : "other");

/** The payment intent of a line's charge, refund or dispute. */
function intentOf({ source }: Transaction): string | null {
  const intent = source !== null && typeof source === "object" && "payment_intent" in source ? source.payment_intent : null;
  return typeof intent === "string" ? intent : (intent?.id ?? null);
}

/** @throws 409 without keys, 503 if Stripe does not answer */
export async function payoutsAtStripe(context: Pick<Context, "db" | "seal" | "stripeFor">, after: string | undefined) {
  const stripe = await stripeOrNull(context);
  if (!stripe) throw conflict(NO_KEYS);
  const { listed, hasMore } = await unlessStripeFails(NO_ANSWER, async () => {
    const page = await stripe.payouts.list({ limit: PAYOUTS, ...(after !== undefined && { starting_after: after }) });
    const found = await Promise.all(
      page.data.map(async (payout) => {
        const { data } = await stripe.balanceTransactions.list({ payout: payout.id, limit: LINES, expand: ["data.source"] });
        return { payout, transactions: data.filter(isLine) };
      }),
    );
    return { listed: found, hasMore: page.has_more };
  });
  const intents = listed.flatMap(({ transactions }) => transactions.map(intentOf)).filter((intent) => intent !== null);
  const known = await paymentsOf(context.db, intents);
  return { payouts: listed.map(({ payout, transactions }) => toReply(payout, transactions, known)), hasMore };
}

interface Known {
  readonly id: number;
  readonly numbers: Set<number>;
}

/** The portal's payments of these intents, with the invoices that they pay. */
async function paymentsOf(db: Db, intents: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const byIntent = new Map<string, Known>();
  if (intents.length === 0) return byIntent;
  const rows = await db
    .select({ id: payments.id, intent: payments.stripePaymentIntentId, number: allocations.number })
    .from(payments)
    .leftJoin(allocations, and(eq(allocations.paymentId, payments.id), eq(allocations.kind, "allocated")))
    .where(inArray(payments.stripePaymentIntentId, [...new Set(intents)]));
  for (const { id, intent, number } of rows) {
    const payment = byIntent.get(intent ?? "") ?? { id, numbers: new Set<number>() };
    if (number !== null) payment.numbers.add(number);
    byIntent.set(intent ?? "", payment);
  }
  return byIntent;
}

const dayOf = (seconds: number) => londonDay(new Date(seconds * 1000));

function toReply(payout: Stripe.Payout, transactions: readonly Transaction[], known: ReadonlyMap<string, Known>) {
  const lines = transactions.map((transaction) => {
    const payment = known.get(intentOf(transaction) ?? "");
    const { id, created, amount, fee, net } = transaction;
    return {
      id,
      kind: kindOf(transaction),
      on: dayOf(created),
      amount: pence(amount),
      fee: pence(fee),
      net: pence(net),
      paymentId: payment?.id ?? null,
      invoices: [...(payment?.numbers ?? [])].toSorted((a, b) => a - b).map(invoiceNumber),
    };
  });
  const sumOf = (kind: LineKind) => sumPence(lines.filter((line) => line.kind === kind).map(({ amount }) => amount));
  const [charges, refunds] = [sumOf("charge"), pence(-sumOf("refund"))];
  const fees = pence(sumPence(lines.map(({ fee }) => fee)) - sumOf("fee"));
  const amount = pence(payout.amount);
  return {
    id: payout.id,
    arrivesOn: dayOf(payout.arrival_date),
    status: payout.status,
    currency: payout.currency.toUpperCase(),
    amount,
    charges,
    refunds,
    fees,
    other: pence(amount - charges + refunds + fees),
    lines,
    unlisted: pence(amount - sumPence(lines.map(({ net }) => net))),
  };
}
