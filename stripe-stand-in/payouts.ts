import { page, pageInOrder } from "./lists.ts";
import type { ApiHandler, Context } from "./state.ts";
import { findExisting } from "./stripe-error.ts";
import { type BalanceTransaction, newId, nulls, type Payout } from "./stripe-objects.ts";

export const listPayouts: ApiHandler = ({ context, params }) =>
  page(
    [...context.state.payouts.values()].map(({ payout }) => payout),
    params,
    "/v1/payouts",
  );

/** Lists the transactions of one payout, newest first; its own withdrawal is the first. */
export const listBalanceTransactions: ApiHandler = ({ context, params }) => {
  const { payout, transactions } = findExisting(context.state.payouts, params.requiredText("payout"), "payout", "payout");
  const own = transaction({ source: payout.id, type: "payout", amount: -payout.amount, created: payout.created });
  return pageInOrder([own, ...transactions.toReversed()], params, "/v1/balance_transactions");
};

/** Card fees: 1.5 % and 20p. */
const feeOf = (amount: number): number => Math.round(amount * 0.015) + 20;

interface Move {
  readonly id?: string;
  readonly source: string;
  readonly type: BalanceTransaction["type"];
  readonly amount: number;
  readonly fee?: number;
  readonly created: number;
}

const transaction = ({ id = newId.balanceTransaction(), source, type, amount, fee = 0, created }: Move): BalanceTransaction => ({
  id,
  object: "balance_transaction",
  amount,
  available_on: created,
  balance_type: "payments",
  created,
  currency: "gbp",
  fee,
  fee_details: [],
  net: amount - fee,
  reporting_category: type,
  source,
  status: "available",
  type,
  ...nulls("description exchange_rate"),
});

/** Pays out everything that no earlier payout contains, as Stripe does each day. */
export function payOut(context: Context): Payout {
  const { state } = context;
  const settled = new Set([...state.payouts.values()].flatMap(({ transactions }) => transactions.map(({ id }) => id)));
  const charges = [...state.charges.values()]
    .filter(({ paid }) => paid)
    .map(({ id, amount, created, balance_transaction }) =>
      transaction({ id: String(balance_transaction), source: id, type: "charge", amount, fee: feeOf(amount), created }),
    );
  const refunds = [...state.refunds.values()]
    .filter(({ status }) => status === "succeeded")
    .map(({ id, amount, created, balance_transaction }) =>
      transaction({ id: String(balance_transaction), source: id, type: "refund", amount: -amount, created }),
    );
  const disputes = [...state.disputes.values()].flatMap((dispute) => dispute.balance_transactions as unknown as BalanceTransaction[]);
  const transactions = [...charges, ...refunds, ...disputes].filter(({ id }) => !settled.has(id));
  const amount = transactions.reduce((sum, { net }) => sum + net, 0);
  const payout = newPayout(amount, context.now());
  state.payouts.set(payout.id, { id: payout.id, payout, transactions });
  return payout;
}

const newPayout = (amount: number, created: number): Payout => ({
  id: newId.payout(),
  object: "payout",
  amount,
  arrival_date: created - (created % DAY),
  automatic: true,
  balance_transaction: newId.balanceTransaction(),
  created,
  currency: "gbp",
  destination: null,
  livemode: false,
  metadata: {},
  method: "standard",
  reconciliation_status: "completed",
  source_type: "card",
  status: "paid",
  type: "bank_account",
  ...nulls(
    "application_fee application_fee_amount description failure_balance_transaction failure_code failure_message original_payout",
    "payout_method reversed_by statement_descriptor trace_id",
  ),
});
const DAY = 24 * 3600;
