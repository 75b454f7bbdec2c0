import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import { selectPeople } from "#server/features/companies/people.ts";
import { freezeQuotation } from "#server/features/retail/links.ts";
import { buildStoredTerms, quotationOf, weeksUntilReady } from "#server/features/retail/quotation.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { products } from "#server/schema/products.ts";
import { quotes } from "#server/schema/quotes.ts";
import { retailBusinesses, retailLinks, retailQuestions, retailQuotations } from "#server/schema/retail.ts";
import { formatPence, pence } from "#shared/domain/money.ts";
import { addDays, endOfDay, londonDay } from "#shared/domain/period.ts";
import { acceptanceSentence, totalsOf } from "#shared/domain/trade/retail.ts";
import type { People } from "./demo-accounts.ts";

/** The business details that a fitter of the demo shows to homeowners. */
const BUSINESS = {
  tradingName: "Ashdown & Vale Shutters",
  phone: "01632 960210",
  email: "hello@ashdownvale.example",
  address: "14 Chapel Row, Lewes, East Sussex BN7 2AA",
  website: "https://ashdownvale.example",
  footer: "Measured, made and fitted with care since 2004.",
  vatRegistered: true,
  vatNumber: "GB 842 1190 37",
  markupHundredths: 6500,
  fittingPricePence: pence(6500),
  fittingPer: "window",
  depositHundredths: 4000,
  validDays: 30,
  leadTimeWeeks: 6,
  terms:
    "We measure each window again before we order. Fitting takes about a day.\nThe deposit is due when you accept, the rest within 7 days of fitting.",
  bankName: "Weald & Downs Bank",
  sortCode: "204512",
  accountNumber: "73519042",
  accent: "#7a3b10",
} as const;

const MATERIALS: Readonly<Record<string, string>> = {
  "Basswood Classic": "Basswood",
  "MDF Essential": "Painted MDF",
  "PVC Aqua – waterproof": "Waterproof PVC",
  "Hardwood Signature (Paulownia)": "Paulownia hardwood",
  "Full-height Café style": "Basswood",
  "Aluminium Secure": "Aluminium",
};

const HOMES = [
  {
    customerName: "Mrs Hughes",
    customerPhone: "01632 960841",
    customerEmail: "p.hughes@orchard-lane.example",
    siteAddress: "4 Orchard Lane, Lewes BN7 1AB",
  },
  {
    customerName: "Mr and Mrs Osei",
    customerPhone: "01632 960377",
    customerEmail: "osei@southdown.example",
    siteAddress: "22 Southdown Terrace, Hove BN3 5PQ",
  },
] as const;

const EXTRAS = [
  { text: "Old blinds taken down and away", pence: pence(4000), optional: false },
  { text: "Window boards painted", pence: pence(18_000), optional: true },
  { text: "Brushed nickel hinges", pence: pence(6000), optional: true },
];

/**
 * Stores two quotations to homeowners: an open one that was viewed, and an accepted one (rule T10).
 */
export async function storeRetail(db: Db, people: People, now: Date): Promise<void> {
  for (const [name, material] of Object.entries(MATERIALS)) await db.update(products).set({ material }).where(eq(products.name, name));
  const { companyId, id } = people.customer;
  await db.insert(retailBusinesses).values({ ...BUSINESS, companyId });
  const [person] = await selectPeople(db).where(eq(users.id, id));
  if (!person) throw new Error("The demo's customer is gone");
  const user = { ...person, isImpersonating: false, impersonator: null };
  const open = await db
    .select({ id: quotes.id })
    .from(quotes)
    .where(
      and(
        eq(quotes.companyId, companyId),
        inArray(quotes.status, ["draft", "sent"]),
        isNull(quotes.orderId),
        isNull(quotes.placedAt),
        gt(quotes.validUntil, now),
      ),
    )
    .orderBy(asc(quotes.id))
    .limit(HOMES.length);
  for (const [place, quote] of open.entries()) {
    await db
      .update(quotes)
      .set(HOMES[place] ?? {})
      .where(eq(quotes.id, quote.id));
    const before = await quotationOf({ db, user }, quote.id);
    await db
      .insert(retailQuotations)
      .values({ quoteId: quote.id, ...buildStoredTerms(before, { extras: EXTRAS }), version: 2, revision: 2, changedBy: id });
    const quotation = await quotationOf({ db, user }, quote.id);
    const lasts = endOfDay(addDays(londonDay(now), BUSINESS.validDays));
    const expiresAt = lasts < quotation.quote.validUntil ? lasts : quotation.quote.validUntil;
    const { row } = await freezeQuotation(quotation, {
      revision: 2,
      expiresAt,
      by: id,
      now: new Date(now.getTime() - (place + 1) * 86_400_000),
      readyWeeks: await weeksUntilReady(db, quotation, now),
    });
    const openedAt = new Date(now.getTime() - (place + 1) * 43_200_000);
    const [link] = await db
      .insert(retailLinks)
      .values({
        ...row,
        sentTo: quotation.quote.customerEmail,
        openedAt,
        opens: place + 2,
        ...(place === 1 && acceptance(quotation, openedAt)),
      })
      .returning({ id: retailLinks.id });
    if (link && place === 0)
      await storeQuestions(
        db,
        { quoteId: quote.id, linkId: link.id, customerName: quotation.quote.customerName ?? "" },
        { openedAt, by: id },
      );
  }
}

function acceptance({ priced, business }: Awaited<ReturnType<typeof quotationOf>>, acceptedAt: Date) {
  const { totalPence } = totalsOf(pence(priced.subtotalPence + (EXTRAS[1]?.pence ?? 0)), { ...business, depositHundredths: 0 });
  return {
    acceptedAt,
    acceptedName: "Ama Osei",
    acceptedEmail: "osei@southdown.example",
    acceptedExtras: [1],
    acceptedTotalPence: totalPence,
    acceptedSentence: acceptanceSentence(formatPence(totalPence)),
    acceptedIp: "192.0.2.17",
    acceptedBrowser: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
  };
}

type Asked = Pick<typeof retailQuestions.$inferInsert, "quoteId" | "linkId" | "customerName">;

/** Stores an answered question and an unanswered one. */
async function storeQuestions(db: Db, asked: Asked, { openedAt, by }: { readonly openedAt: Date; readonly by: number }): Promise<void> {
  const minutesLater = (minutes: number) => new Date(openedAt.getTime() + minutes * 60_000);
  await db.insert(retailQuestions).values([
    {
      ...asked,
      askedAt: minutesLater(4),
      text: "Can the shutters in the bay fold right back, so that we can clean the glass?",
      answeredAt: minutesLater(95),
      answeredBy: by,
      answer: "Yes, each panel opens fully into the room. We show you how on the day.",
    },
    { ...asked, askedAt: minutesLater(140), text: "Would you paint the window boards before or after the fitting?" },
  ]);
}
