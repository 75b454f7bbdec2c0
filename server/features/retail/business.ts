import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Handlers } from "#server/context.ts";
import { requireMayManage } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { prepareLogo } from "#server/platform/photos/prepare-photo.ts";
import { retailBusinesses, retailLinks, retailLogos } from "#server/schema/retail.ts";
import type { businessBody, retail as contract } from "#shared/contract/retail.ts";
import { pence } from "#shared/domain/money.ts";

/** The fitter's business as homeowners see it, and its default terms (rules T1 and T2). */

export type Business = typeof retailBusinesses.$inferSelect;

const NOT_FILLED_IN = "Fill in your business details first";
const LOGO_PATH = "/api/company/retail/logo";
/** The default accent colour, dark enough for any paper. */
const USUAL_ACCENT = "#1f4d4a";

const businessOf = async (db: Db, companyId: number): Promise<Business | undefined> =>
  (await db.select().from(retailBusinesses).where(eq(retailBusinesses.companyId, companyId)))[0];

/** @throws 409 before the business details are saved */
export async function requireBusiness(db: Db, companyId: number): Promise<Business> {
  const business = await businessOf(db, companyId);
  if (!business) throw conflict(NOT_FILLED_IN);
  return business;
}

/** Suggested details for a company without saved ones, from its profile. */
const suggestedFor = ({ companyId, companyName, address, phone, email, vatNumber }: SignedInUser): Business => ({
  companyId,
  tradingName: companyName,
  phone: phone ?? "",
  email,
  address: address ?? "",
  website: "",
  footer: "",
  vatRegistered: vatNumber !== null,
  vatNumber: vatNumber ?? "",
  markupHundredths: 0,
  fittingPricePence: pence(0),
  fittingPer: "window",
  depositHundredths: 0,
  validDays: 30,
  leadTimeWeeks: null,
  terms: "",
  bankName: "",
  sortCode: "",
  accountNumber: "",
  accent: USUAL_ACCENT,
  logoId: null,
});

const toBusinessReply = (business: Business, saved: boolean) => {
  const { companyId: _, logoId, markupHundredths, fittingPricePence, depositHundredths, ...rest } = business;
  return {
    ...rest,
    saved,
    markupPercent: markupHundredths,
    fittingPrice: fittingPricePence,
    depositPercent: depositHundredths,
    // Another logo has another address, so that no browser shows the previous one.
    logo: logoId === null ? null : `${LOGO_PATH}?v=${logoId}`,
  };
};

async function readBusiness(db: Db, user: SignedInUser) {
  const business = await businessOf(db, user.companyId);
  return toBusinessReply(business ?? suggestedFor(user), business !== undefined);
}

const toBusinessRow = ({ markupPercent, fittingPrice, depositPercent, ...body }: z.output<typeof businessBody>) => ({
  ...body,
  phone: body.phone ?? "",
  email: body.email ?? "",
  address: body.address ?? "",
  website: body.website ?? "",
  footer: body.footer?.trim() ?? "",
  vatNumber: body.vatNumber ?? "",
  leadTimeWeeks: body.leadTimeWeeks ?? null,
  terms: body.terms?.trim() ?? "",
  bankName: body.bankName ?? "",
  sortCode: body.sortCode ?? "",
  accountNumber: body.accountNumber ?? "",
  accent: body.accent || USUAL_ACCENT,
  markupHundredths: markupPercent,
  fittingPricePence: fittingPrice,
  depositHundredths: depositPercent,
});

type BusinessHandlers = Pick<Handlers<typeof contract>, "business" | "saveBusiness" | "saveLogo" | "removeLogo">;

export const businessHandlers: BusinessHandlers = {
  business: ({ db, user }) => readBusiness(db, user),

  saveBusiness: async ({ db, user, body, record }) => {
    await requireMayManage(db, user);
    const values = toBusinessRow(body());
    await db
      .insert(retailBusinesses)
      .values({ ...values, companyId: user.companyId })
      .onConflictDoUpdate({ target: retailBusinesses.companyId, set: values });
    // The fitter's retail terms are private, so the audit trail does not contain them.
    record({ targetType: "clients", targetId: user.companyId });
    return readBusiness(db, user);
  },

  saveLogo: async ({ db, user, files, left, commit, record }) => {
    await requireMayManage(db, user);
    await requireBusiness(db, user.companyId);
    const [file] = files;
    if (!file) throw badRequest("Please choose a picture");
    const { type, width, height, content } = await prepareLogo(file, { company: user.companyId, left: left() });
    return commit(async (tx) => {
      const [logo] = await tx
        .insert(retailLogos)
        .values({ companyId: user.companyId, type, width, height, content })
        .returning({ id: retailLogos.id });
      await useLogo(tx, user.companyId, logo?.id ?? null);
      record({ targetType: "clients", targetId: user.companyId });
      return readBusiness(tx, user);
    });
  },

  removeLogo: async ({ db, user, record }) => {
    await requireMayManage(db, user);
    await useLogo(db, user.companyId, null);
    record({ targetType: "clients", targetId: user.companyId });
    return null;
  },
};

/** Sets another logo, or none. A logo of a sent quotation is not deleted. */
async function useLogo(db: Db, companyId: number, logoId: number | null): Promise<void> {
  await db.update(retailBusinesses).set({ logoId }).where(eq(retailBusinesses.companyId, companyId));
  await clearLogos(db, companyId);
}

/** Deletes logos, of one company or of all, that neither a business nor a sent quotation uses. */
export async function clearLogos(db: Db, companyId?: number): Promise<void> {
  const isShown = sql`exists (select from ${retailBusinesses} where ${retailBusinesses.logoId} = ${retailLogos.id})
    or exists (select from ${retailLinks} where ${retailLinks.logoId} = ${retailLogos.id})`;
  const isTheirs = companyId === undefined ? undefined : eq(retailLogos.companyId, companyId);
  await db.delete(retailLogos).where(and(isTheirs, sql`not (${isShown})`));
}

export type Logo = typeof retailLogos.$inferSelect;

export async function readLogo(db: Db, logoId: number): Promise<Logo | undefined> {
  return (await db.select().from(retailLogos).where(eq(retailLogos.id, logoId)))[0];
}

/** The current logo of a company. */
export async function logoOfCompany(db: Db, companyId: number): Promise<Logo | undefined> {
  const business = await businessOf(db, companyId);
  return business?.logoId ? readLogo(db, business.logoId) : undefined;
}
