import { and, eq, isNull } from "drizzle-orm";
import { type quotes, users } from "#server/db/schema.ts";
import type { Context } from "#server/house.ts";
import { formatPence } from "#shared/domain/money.ts";
import { quoteNumber } from "#shared/domain/references.ts";

type PaidQuote = Pick<typeof quotes.$inferSelect, "id" | "userId" | "finalTotal" | "tax">;

/** Thanks the company for its money, in the transaction that records it. A deleted account is written to no more. */
export async function sendReceipt({ db, post }: Pick<Context, "db" | "post">, quote: PaidQuote): Promise<void> {
  const [payer] = await db
    .select({ email: users.email, contactName: users.contactName })
    .from(users)
    .where(and(eq(users.id, quote.userId), isNull(users.deletedAt)));
  if (!payer) return;
  await post.send(db, {
    to: payer.email,
    subject: `Payment received for quote ${quoteNumber(quote.id)}`,
    greeting: payer.contactName,
    paragraphs: [
      `We have received your payment of ${formatPence(quote.finalTotal)} for quote ${quoteNumber(quote.id)}, which includes ${formatPence(quote.tax)} VAT. Thank you.`,
      "This is a receipt, not a VAT invoice.",
    ],
    action: { label: "Open the quote", path: `/quotes?quote=${quote.id}` },
  });
}
