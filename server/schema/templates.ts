import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { companies } from "./accounts.ts";
import { createdAt, id, texts, trimmed } from "./columns.ts";

/** What a company's windows begin with: one name once, and one default. */
export const windowTemplates = pgTable(
  "window_templates",
  {
    id,
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    name: text("name").notNull(),
    isDefault: boolean("is_default").notNull().default(false),
    /** As the contract takes them: a type that is gone since, or a choice, is left out by the form. */
    window: jsonb("window").notNull().$type<Readonly<Record<string, unknown>>>(),
    createdAt,
  },
  (t) => [
    texts("window_templates", trimmed(t.name, LONGEST.templateName)),
    uniqueIndex("window_templates_names").on(t.companyId, sql`lower(${t.name})`),
    uniqueIndex("window_templates_default").on(t.companyId).where(sql`${t.isDefault}`),
  ],
);
