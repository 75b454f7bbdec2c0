import { and, desc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { workshopSettingsOf } from "#server/features/companies/workshop-settings.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { barPlanBars, offcuts } from "#server/schema/bar-plans.ts";
import type { saw as contract } from "#shared/contract/saw.ts";
import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { type OwnSection, sectionOf } from "#shared/domain/window/saw/sections.ts";

type Row = typeof offcuts.$inferSelect;

const inStock = (companyId: number) => and(eq(offcuts.companyId, companyId), isNull(offcuts.goneAt));

export const offcutOf = ({ id, section, heightTenthMm, material, color, lengthTenthMm, fromPlanId, fromBar, createdAt }: Row) => ({
  id,
  section,
  heightMm: heightTenthMm === null ? null : heightTenthMm / 10,
  material,
  color,
  lengthMm: lengthTenthMm / 10,
  from: fromPlanId === null || fromBar === null ? null : { planId: fromPlanId, bar: fromBar },
  createdAt,
});

/** An offcut with its size, so that a device without a network needs no settings to display it. */
const withSize = (sections: readonly OwnSection[]) => (row: Row) => {
  const offcut = offcutOf(row);
  return { ...offcut, size: sectionOf(offcut.section as Profile, sections, offcut.heightMm) };
};

const listOffcuts = (db: Db, companyId: number, page: Page) =>
  db
    .select()
    .from(offcuts)
    .where(and(inStock(companyId), page.after ? lt(offcuts.id, page.after.id) : undefined))
    .orderBy(desc(offcuts.id))
    .limit(rowsToFetch(page));

/** The reply to a second use of an offcut, both from the stock list and from a plan. */
export const OFFCUT_USED = "This offcut is used";

/** True if a plan of any company has sawn this company's offcut. */
async function isSawn(db: Db, { id, companyId }: { readonly id: number; readonly companyId: number }): Promise<boolean> {
  const [bar] = await db
    .select({ bar: barPlanBars.bar })
    .from(barPlanBars)
    .innerJoin(offcuts, eq(offcuts.id, barPlanBars.offcutId))
    .where(and(eq(barPlanBars.offcutId, id), isNotNull(barPlanBars.sawnAt), eq(offcuts.companyId, companyId)));
  return bar !== undefined;
}

/** A plan considers only the longest offcuts (groups.ts), so reading more has no use. */
const MOST_READ = 2000;

/** The company's offcuts that a plan may use, the longest first. */
export async function offcutsOf(db: Db, companyId: number) {
  const rows = await db.select().from(offcuts).where(inStock(companyId)).orderBy(desc(offcuts.lengthTenthMm), offcuts.id).limit(MOST_READ);
  return rows.map(offcutOf);
}

const tenths = (mm: number): number => Math.round(mm * 10);

/** The calls for a workshop's offcuts (rule W46). */
export const offcutHandlers: Handlers<Pick<typeof contract, "offcuts" | "addOffcut" | "removeOffcut">> = {
  offcuts: async ({ db, user, page }) => {
    const { sections } = await workshopSettingsOf(db, user.companyId);
    return (await listOffcuts(db, user.companyId, page)).map(withSize(sections));
  },

  addOffcut: async ({ db, user, body, now, record }) => {
    const { section, material, color, heightMm, lengthMm } = body;
    const [stored] = await db
      .insert(offcuts)
      .values({
        companyId: user.companyId,
        section,
        material,
        color: color || null,
        heightTenthMm: heightMm === null || heightMm === undefined ? null : tenths(heightMm),
        lengthTenthMm: tenths(lengthMm),
        createdAt: now,
      })
      .returning();
    if (!stored) throw new Error("The offcut was not stored");
    record({ targetId: stored.id, after: { offcut: stored.id, ...body } });
    const { sections } = await workshopSettingsOf(db, user.companyId);
    return withSize(sections)(stored);
  },

  removeOffcut: async ({ db, user, params, now, record }) => {
    const [gone] = await db
      .update(offcuts)
      .set({ goneAt: now })
      .where(and(eq(offcuts.id, params.id), inStock(user.companyId)))
      .returning();
    if (!gone) throw (await isSawn(db, { id: params.id, companyId: user.companyId })) ? conflict(OFFCUT_USED) : notFound("Offcut");
    record({ targetId: gone.id, before: { offcut: gone.id, section: gone.section, material: gone.material } });
    return null;
  },
};
