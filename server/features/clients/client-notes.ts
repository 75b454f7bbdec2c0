import { and, desc, eq, lt } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { forbidden, notFound } from "#server/platform/http/errors.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { clientNotes } from "#server/schema/clients.ts";
import { users } from "#server/schema/companies-and-users.ts";
import type { clientPages } from "#shared/contract/client-pages.ts";

type NoteCalls = Pick<typeof clientPages, "notes" | "addNote" | "deleteNote">;

const selectNotes = (db: Db) =>
  db
    .select({
      id: clientNotes.id,
      text: clientNotes.text,
      createdAt: clientNotes.createdAt,
      by: { id: users.id, contactName: users.contactName },
    })
    .from(clientNotes)
    .innerJoin(users, eq(users.id, clientNotes.byUserId));

const newestNotes = (db: Db, companyId: number, page: Page) =>
  selectNotes(db)
    .where(and(eq(clientNotes.companyId, companyId), page.after ? lt(clientNotes.id, page.after.id) : undefined))
    .orderBy(desc(clientNotes.id))
    .limit(rowsToFetch(page));

/**
 * Notes of the office about a client (rule A18), for staff alone.
 * @param requireClient throws 404
 */
export const noteHandlers = (requireClient: (db: Db, id: number) => Promise<unknown>): Handlers<NoteCalls> => ({
  notes: async ({ db, params, page }) => {
    await requireClient(db, params.id);
    return newestNotes(db, params.id, page);
  },

  addNote: async ({ db, user, params, body, now, record }) => {
    await requireClient(db, params.id);
    const [stored] = await db
      .insert(clientNotes)
      .values({ companyId: params.id, byUserId: user.id, text: body.text, createdAt: now })
      .returning({ id: clientNotes.id });
    const [note] = await selectNotes(db).where(eq(clientNotes.id, stored?.id ?? 0));
    if (!note) throw new Error("The note was not stored");
    record({ targetType: "clients", targetId: params.id, after: { noteId: note.id } });
    return note;
  },

  deleteNote: async ({ db, user, params, record }) => {
    const [note] = await db
      .select({ byUserId: clientNotes.byUserId })
      .from(clientNotes)
      .where(and(eq(clientNotes.id, params.noteId), eq(clientNotes.companyId, params.id)))
      .for("update");
    if (!note) throw notFound("Note");
    if (note.byUserId !== user.id) throw forbidden("Only the author of a note may delete it");
    await db.delete(clientNotes).where(eq(clientNotes.id, params.noteId));
    record({ targetType: "clients", targetId: params.id, before: { noteId: params.noteId } });
    return null;
  },
});
