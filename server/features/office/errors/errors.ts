import { and, eq } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { personColumns } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { notFound } from "#server/platform/http/errors.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { errorRecords } from "#server/schema/records.ts";
import type { errors as contract } from "#shared/contract/office/errors.ts";
import { recordError } from "./record-error.ts";

/**
 * The limit is longer than the stored text, so that the cut cannot split a secret and hide it from
 * redaction, and short enough for a quick redaction.
 */
const MOST_REPORTED = 20_000;

/** The type of every browser report, and of no other record. */
const CLIENT_ERROR = "ClientError";

export const errorHandlers: Handlers<typeof contract> = {
  list: ({ db, query, page }) =>
    db
      .select()
      .from(errorRecords)
      .where(
        and(
          query.status && eq(errorRecords.status, query.status),
          query.severity && eq(errorRecords.severity, query.severity),
          afterCursor(page, errorRecords.createdAt, errorRecords.id),
        ),
      )
      .orderBy(...newestFirst(errorRecords.createdAt, errorRecords.id))
      .limit(rowsToFetch(page)),

  read: ({ db, params }) => existingRecord(db, params.id),

  changeStatus: async ({ db, params, body, record }) => {
    const [before] = await db.select().from(errorRecords).where(eq(errorRecords.id, params.id)).for("update");
    if (!before) throw notFound("Error");
    await db.update(errorRecords).set({ status: body.status }).where(eq(errorRecords.id, before.id));
    record({ before: { status: before.status }, after: { status: body.status } });
    return { ...before, status: body.status };
  },

  report: async ({ db, user, body, now }) => {
    const cut = (text: string) => text.slice(0, MOST_REPORTED);
    // The query is removed, because it may contain a name or a token, and so that the same crash on
    // two queries is one record.
    const [path = ""] = cut(body.requestPath ?? "").split(/[?#]/);
    const [type, message] = [cut(body.errorType ?? "").trim(), cut(body.errorMessage).trim() || "Unknown error"];
    // Any customer can send a report, so it must not look like the server's own record, count with
    // one, or raise an alert.
    const fault = {
      type: CLIENT_ERROR,
      message: `In a browser: ${type && !message.startsWith(type) ? `${type}: ${message}` : message}`,
      path: `client ${path.trim()}`.trim(),
      severity: "warning",
      stack: body.stack ? cut(body.stack) : undefined,
      userId: user.id,
    } as const;
    await recordError(db, fault, now);
    return null;
  },
};

async function existingRecord(db: Db, id: number) {
  const [row] = await db
    .select({ error: errorRecords, user: personColumns })
    .from(errorRecords)
    .leftJoin(users, eq(users.id, errorRecords.userId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(eq(errorRecords.id, id));
  if (!row) throw notFound("Error");
  const { id: userId, companyName, contactName } = row.user;
  const user = userId === null || companyName === null || contactName === null ? null : { id: userId, companyName, contactName };
  return { ...row.error, user };
}
