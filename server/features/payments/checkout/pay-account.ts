import { and, desc, eq, gt, inArray, notExists } from "drizzle-orm";
import type { Call, Handler, Handlers } from "#server/context.ts";
import { requireMayOrder } from "#server/features/companies/people.ts";
import { payeesBankNow } from "#server/features/invoices/parties.ts";
import { numberIn } from "#server/features/payments/refunds/refund-payment.ts";
import { unlessStripeFails } from "#server/features/payments/stripe/stripe-client.ts";
import { requireStripe } from "#server/features/payments/stripe/stripe-settings.ts";
import { entriesOf } from "#server/features/receivables/account-entries.ts";
import { accountOf } from "#server/features/receivables/company-account.ts";
import { type Balance, lockBalances } from "#server/features/receivables/ledger.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import { conflict, notFound, Refusal } from "#server/platform/http/errors.ts";
import { accountCheckoutLines } from "#server/schema/allocations.ts";
import { accountCheckouts, checkoutSessions } from "#server/schema/checkouts.ts";
import { invoiceBalances } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { account as contract } from "#shared/contract/receivables.ts";
import { sumPence } from "#shared/domain/money.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { openCheckout } from "./checkout-session.ts";
import { closeSessionsFor, refuseOtherPages } from "./close-sessions.ts";
import { syncSession } from "./open-sessions.ts";
import { NOT_CHARGED, refuseSum } from "./pay-quote.ts";

type Paying = Call<typeof contract.pay>;

/** The balances of the company's named invoices. @throws 404, 409 */
async function owedBalances(db: Db, companyId: number, numbers: readonly string[], lock: boolean): Promise<Balance[]> {
  const wanted = numbers.map(numberIn);
  const found = lock
    ? await lockBalances(db, wanted)
    : await db.select().from(invoiceBalances).where(inArray(invoiceBalances.number, wanted));
  return wanted.map((number, index) => {
    const balance = found.find((one) => one.number === number && one.companyId === companyId);
    if (!balance) throw notFound(`Invoice ${numbers[index]}`);
    if (balance.owedPence === 0)
      throw conflict(`${invoiceNumber(number)} ${balance.lostPence > 0 ? "was written off" : "is already paid"}`);
    return balance;
  });
}

/** True if both lists have the same debts. */
const haveEqualDebts = (before: readonly Balance[], now: readonly Balance[]): boolean =>
  before.every(({ number, owedPence }) => now.some((one) => one.number === number && one.owedPence === owedPence));

/**
 * Opens one Checkout session for the debts of several invoices (rule Y12), after closing other open
 * sessions for them.
 */
const payInvoices: Handler<typeof contract.pay> = async (call) => {
  const { db, user, now, record, commit } = call;
  await requireMayOrder(db, user);
  const { numbers } = call.body();
  const balances = await owedBalances(db, user.companyId, numbers, false);
  refuseSum(sumPence(balances.map(({ owedPence }) => owedPence)));
  const stripe = await requireStripe(call);
  await closeSessionsFor(call, { companyId: user.companyId, numbers: balances.map(({ number }) => number) });
  // The row is stored first, because Stripe's return address and the metadata contain its id.
  const checkout =
    (await findUnfinishedCheckout(db, call, balances)) ?? (await inTransaction(db, (tx) => storeCheckout(tx, call, balances)));
  const session = await unlessStripeFails(NOT_CHARGED, async () =>
    openCheckout(stripe, await purchaseOf(db, checkout, balances, user.email), call.publicUrl),
  );
  try {
    return await commit(async (tx) => {
      const present = await owedBalances(tx, user.companyId, numbers, true);
      if (!haveEqualDebts(balances, present)) throw conflict("The amount owed has just changed. Nothing was charged; please try again.");
      await refuseOtherPages(tx, { companyId: user.companyId, numbers: present.map(({ number }) => number) }, [session.id]);
      await tx
        .insert(checkoutSessions)
        .values({
          id: session.id,
          checkoutId: checkout.id,
          userId: user.id,
          amount: sumPence(balances.map(({ owedPence }) => owedPence)),
          url: session.url ?? "",
          createdAt: now,
          expiresAt: new Date(session.expires_at * 1000),
        })
        // Two simultaneous presses may have found the same unfinished Checkout.
        .onConflictDoNothing();
      record({ targetType: "invoices", targetId: balances[0]?.number ?? null, after: { pays: numbers, stripeSessionId: session.id } });
      return { checkoutUrl: session.url ?? "" };
    });
  } catch (error) {
    // The session's address is never sent, and expiring the session ensures that nobody can pay it.
    if (error instanceof Refusal) await stripe.checkout.sessions.expire(session.id).catch(() => {});
    throw error;
  }
};

type Checkout = typeof accountCheckouts.$inferSelect;

/**
 * Stripe repeats a creation for 24 hours under one key. One hour less allows for differing clocks.
 */
const KEY_IS_KNOWN_MS = 23 * 3_600_000;

/**
 * Finds this person's Checkout for the same amounts without a stored session: the process died, or
 * another press is between the two steps. Under its key Stripe returns the same session.
 */
async function findUnfinishedCheckout(db: Db, { user, now }: Paying, balances: readonly Balance[]): Promise<Checkout | undefined> {
  const unfinished = await db
    .select({ checkout: accountCheckouts, line: accountCheckoutLines })
    .from(accountCheckouts)
    .innerJoin(accountCheckoutLines, eq(accountCheckoutLines.checkoutId, accountCheckouts.id))
    .where(
      and(
        eq(accountCheckouts.companyId, user.companyId),
        eq(accountCheckouts.userId, user.id),
        gt(accountCheckouts.createdAt, new Date(now.getTime() - KEY_IS_KNOWN_MS)),
        notExists(db.select().from(checkoutSessions).where(eq(checkoutSessions.checkoutId, accountCheckouts.id))),
      ),
    )
    .orderBy(desc(accountCheckouts.id), accountCheckoutLines.number);
  const sums = sumsOf(balances.map(({ number, owedPence }) => [number, owedPence]));
  return unfinished
    .map(({ checkout }) => checkout)
    .find(({ id }) => {
      const lines = unfinished.filter(({ checkout }) => checkout.id === id);
      return sumsOf(lines.map(({ line }) => [line.number, line.amountPence])) === sums;
    });
}

const sumsOf = (parts: readonly (readonly [number: number, amountPence: number])[]): string =>
  parts
    .map(([number, amountPence]) => `${number} ${amountPence}`)
    .sort()
    .join();

async function storeCheckout(tx: Db, { user, now }: Paying, balances: readonly Balance[]): Promise<Checkout> {
  const [checkout] = await tx.insert(accountCheckouts).values({ companyId: user.companyId, userId: user.id, createdAt: now }).returning();
  if (!checkout) throw new Error("The Checkout was not stored");
  await tx
    .insert(accountCheckoutLines)
    .values(balances.map(({ number, owedPence }) => ({ checkoutId: checkout.id, number, amountPence: owedPence })));
  return checkout;
}

async function purchaseOf(db: Db, { id, createdAt }: Checkout, balances: readonly Balance[], customerEmail: string) {
  const jobs = await db
    .select({ id: quotes.id, jobName: quotes.jobName, poNumber: quotes.poNumber })
    .from(quotes)
    .where(
      inArray(
        quotes.id,
        balances.map(({ quoteId }) => quoteId),
      ),
    );
  const lines = balances.map(({ number, quoteId, owedPence }) => {
    const job = jobs.find((one) => one.id === quoteId);
    const words = [job?.jobName, job?.poNumber].filter(Boolean).join(", ");
    return { name: `Invoice ${invoiceNumber(number)}`, description: words || "Made-to-measure window shutters", amount: owedPence };
  });
  return {
    lines,
    description: `Invoices ${balances.map(({ number }) => invoiceNumber(number)).join(", ")}`.slice(0, 500),
    mark: { checkoutId: String(id) },
    customerEmail,
    successPath: `/invoices?paid=${id}`,
    cancelPath: "/invoices",
    key: `account-${id}-once-0-${createdAt.toISOString()}`,
  };
}

const UNKNOWN =
  "Stripe cannot be queried about this payment just now. If you have paid, it will be recorded automatically: there is no need to pay again.";

/**
 * The customer returned from Stripe's page. Stripe's API alone decides whether the payment
 * succeeded.
 */
const confirmPayment: Handler<typeof contract.confirmPayment> = async (call) => {
  const { db, limits, user, body, record, commit } = call;
  const [checkout] = await db
    .select()
    .from(accountCheckouts)
    .where(and(eq(accountCheckouts.id, body.id), eq(accountCheckouts.companyId, user.companyId)));
  if (!checkout) throw notFound("Payment");
  const isPaid = async () => (await db.$count(payments, eq(payments.checkoutId, checkout.id))) > 0;
  const before = await isPaid();
  if (!before) {
    await limits["confirm-payment"].count(user.id);
    const stripe = await requireStripe(call);
    const sessions = await db
      .select({ id: checkoutSessions.id })
      .from(checkoutSessions)
      .where(eq(checkoutSessions.checkoutId, checkout.id));
    for (const { id } of sessions) await unlessStripeFails(UNKNOWN, () => syncSession(call, stripe, id));
  }
  const lines = await db
    .select({ number: accountCheckoutLines.number })
    .from(accountCheckoutLines)
    .where(eq(accountCheckoutLines.checkoutId, checkout.id))
    .orderBy(accountCheckoutLines.number);
  const reply = { numbers: lines.map(({ number }) => invoiceNumber(number)), paid: before || (await isPaid()) };
  const isNews = reply.paid && !before;
  return commit(async () => {
    record(isNews ? { targetType: "invoices", targetId: lines[0]?.number ?? null, after: { paid: reply.numbers } } : null);
    return reply;
  });
};

export const accountHandlers: Handlers<typeof contract> = {
  // All people of the company may read it, like its invoices (rule Y19).
  read: async ({ db, user, now }) => ({ ...(await accountOf(db, user.companyId, now)), bank: await payeesBankNow(db) }),
  entries: ({ db, user, query, page }) => entriesOf(db, user.companyId, query, page),
  pay: payInvoices,
  confirmPayment,
};
