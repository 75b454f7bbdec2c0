import { and, eq, isNotNull, notInArray } from "drizzle-orm";
import sharp from "sharp";
import type { Db } from "#server/platform/db/connect.ts";
import { retailBusinesses, retailLinks, retailLogos } from "#server/schema/retail.ts";
import { pence } from "#shared/domain/money.ts";
import type { TestPortal } from "./portal.ts";

/** A fitter's business as it is sent. */
export const BUSINESS = {
  tradingName: "Orchard Shutters",
  phone: "01632 960200",
  email: "hello@orchard.example",
  address: "9 Orchard Yard, Lewes",
  website: "https://orchard.example",
  footer: "Family run since 1998.",
  vatRegistered: true,
  vatNumber: "GB123456789",
  markupPercent: 62.5,
  fittingPrice: 45,
  fittingPer: "window",
  depositPercent: 40,
  validDays: 30,
  leadTimeWeeks: 6,
  terms: "Payment within 7 days of fitting.",
  bankName: "High Street Bank",
  sortCode: "12-34-56",
  accountNumber: "12345678",
  accent: "#7a3b10",
} as const;

/** A telephone number of the company's own, because two companies cannot share one. */
export const phoneOf = (companyId: number): string => `01632 9${String(companyId).padStart(5, "0")}`;

/** Stores the business directly, without the call. */
export async function storeBusiness({ db }: { readonly db: Db }, companyId: number): Promise<void> {
  const { markupPercent, fittingPrice, depositPercent, ...rest } = BUSINESS;
  const figures = {
    markupHundredths: markupPercent * 100,
    fittingPricePence: pence(fittingPrice * 100),
    depositHundredths: depositPercent * 100,
  };
  await db
    .insert(retailBusinesses)
    .values({ ...rest, ...figures, phone: phoneOf(companyId), sortCode: "123456", companyId })
    .onConflictDoNothing();
}

/** A logo on a transparent ground. */
export const clearLogo = async (): Promise<Blob> =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 300, height: 120, channels: 4, background: { r: 122, g: 59, b: 16, alpha: 0.4 } } })
        .png()
        .toBuffer(),
    ),
  ]);

/** Removes the company's logo. */
export async function dropLogo({ db }: Pick<TestPortal, "db">, companyId: number): Promise<void> {
  await db.update(retailBusinesses).set({ logoId: null }).where(eq(retailBusinesses.companyId, companyId));
  // Sent quotations retain their logo.
  const sent = db.select({ id: retailLinks.logoId }).from(retailLinks).where(isNotNull(retailLinks.logoId));
  await db.delete(retailLogos).where(and(eq(retailLogos.companyId, companyId), notInArray(retailLogos.id, sent)));
}

/** Gives the company one new logo, whatever it had. */
export async function storeLogo(portal: Pick<TestPortal, "db">, companyId: number): Promise<void> {
  await storeBusiness(portal, companyId);
  await dropLogo(portal, companyId);
  const picture = { type: "image/png", width: 300, height: 120, content: Buffer.from(await (await clearLogo()).arrayBuffer()) } as const;
  const [logo] = await portal.db
    .insert(retailLogos)
    .values({ companyId, ...picture })
    .returning({ id: retailLogos.id });
  await portal.db
    .update(retailBusinesses)
    .set({ logoId: logo?.id ?? null })
    .where(eq(retailBusinesses.companyId, companyId));
}
