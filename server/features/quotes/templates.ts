import { and, asc, eq, sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { lockCompany } from "#server/features/companies/end-account.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { brokenConstraint, conflict, notFound } from "#server/platform/http/errors.ts";
import { windowTemplates } from "#server/schema/quote-items.ts";
import { type templates as contract, MOST_TEMPLATES } from "#shared/contract/templates.ts";

const columns = {
  id: windowTemplates.id,
  name: windowTemplates.name,
  isDefault: windowTemplates.isDefault,
  window: windowTemplates.window,
};

const isOfCompany = (companyId: number) => eq(windowTemplates.companyId, companyId);
const own = (companyId: number, id: number) => and(isOfCompany(companyId), eq(windowTemplates.id, id));

/** @throws 409 if another template of the company has the name */
async function refuseTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (brokenConstraint(error) === "window_templates_names") throw conflict("There is a template with this name already");
    throw error;
  }
}

/** Clears the company's default, because it has at most one. */
const clearDefault = (db: Db, companyId: number) =>
  db
    .update(windowTemplates)
    .set({ isDefault: false })
    .where(and(isOfCompany(companyId), eq(windowTemplates.isDefault, true)));

/**
 * The choices with which a company's windows begin (rule Q20). Changes of one company run one after
 * the other, so that it has one default and at most 50 templates.
 */
export const templateHandlers: Handlers<typeof contract> = {
  list: ({ db, user }) =>
    db
      .select(columns)
      .from(windowTemplates)
      .where(isOfCompany(user.companyId))
      .orderBy(asc(sql`lower(${windowTemplates.name})`))
      .limit(MOST_TEMPLATES),

  create: async ({ db, user, body, now, record }) => {
    const { companyId } = user;
    await lockCompany(db, companyId);
    if ((await db.$count(windowTemplates, isOfCompany(companyId))) >= MOST_TEMPLATES) throw conflict(`At most ${MOST_TEMPLATES} templates`);
    const isDefault = body.isDefault ?? false;
    if (isDefault) await clearDefault(db, companyId);
    const [stored] = await refuseTakenName(() =>
      db.insert(windowTemplates).values({ companyId, name: body.name, isDefault, window: body.window, createdAt: now }).returning(columns),
    );
    if (!stored) throw new Error("The template was not stored");
    record({ targetId: stored.id, after: stored });
    return stored;
  },

  change: async ({ db, user, params, body, record }) => {
    const { companyId } = user;
    await lockCompany(db, companyId);
    const [before] = await db.select(columns).from(windowTemplates).where(own(companyId, params.id));
    if (!before) throw notFound("Template");
    const { name = before.name, isDefault = before.isDefault, window = before.window } = body;
    if (isDefault) await clearDefault(db, companyId);
    const [after] = await refuseTakenName(() =>
      db.update(windowTemplates).set({ name, isDefault, window }).where(own(companyId, params.id)).returning(columns),
    );
    if (!after) throw notFound("Template");
    record({ before, after });
    return after;
  },

  delete: async ({ db, user, params, record }) => {
    const [gone] = await db.delete(windowTemplates).where(own(user.companyId, params.id)).returning(columns);
    if (!gone) throw notFound("Template");
    record({ before: gone });
    return null;
  },
};
