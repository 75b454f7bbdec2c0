import type { Db } from "#server/db/connect.ts";
import { referrals } from "#server/db/schema.ts";
import { commissionOn } from "#shared/domain/commission.ts";
import { pence } from "#shared/domain/money.ts";
import type { AccountKey, People } from "./demo-accounts.ts";
import type { Timeline } from "./demo-timeline.ts";
import type { Trade } from "./demo-trade.ts";

const REFERRALS: readonly { readonly by: AccountKey; readonly brought: AccountKey; readonly paidOut: boolean }[] = [
  { by: "customer", brought: "fenetre", paidOut: true },
  { by: "customer", brought: "kestrel", paidOut: false },
  { by: "customer", brought: "waiting", paidOut: false },
  { by: "shropshire", brought: "harbour", paidOut: false },
];

/** Which company referred which. A company's first paid quote earns the commission (rule P9). */
export async function storeReferrals(db: Db, people: People, trade: Trade, time: Timeline): Promise<void> {
  const rows = REFERRALS.map(({ by, brought, paidOut }) => {
    const company = people[brought];
    const first = firstPaid(trade, company.id);
    return {
      referrerId: people[by].id,
      referredUserId: company.id,
      commission: first ? commissionOn(first.subtotal) : pence(0),
      earnedByQuoteId: first?.id ?? null,
      paidOutAt: paidOut && first?.paidAt ? time.later(first.paidAt, 200) : null,
      createdAt: company.createdAt,
    };
  });
  await db.insert(referrals).values(rows.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt)));
}

const firstPaid = ({ quotes }: Trade, userId: number) =>
  quotes
    .map(({ quote }) => quote)
    .filter((quote) => quote.userId === userId && quote.paidAt !== null)
    .toSorted((one, other) => Number(one.paidAt) - Number(other.paidAt))[0];
