import { and, asc, desc, eq, isNull, lt, lte, sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict, forbidden, notFound } from "#server/platform/http/errors.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { clientNotes } from "#server/schema/clients.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import type { clientPages } from "#shared/contract/client-pages.ts";
import { londonDay } from "#shared/domain/period.ts";

type NoteCalls = Pick<typeof clientPages, "notes" | "addNote" | "deleteNote" | "finishNote" | "noteReminders">;

/** The dashboard lists reminders one by one, so it receives only the earliest. */
const MOST_REMINDERS = 20;
const FIRST_WORDS = 80;

const selectNotes = (db: Db) =>
  db
    .select({
      id: clientNotes.id,
      text: clientNotes.text,
      remindOn: clientNotes.remindOn,
      doneAt: clientNotes.doneAt,
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
    const { text, remindOn = null } = body;
    if (remindOn !== null && remindOn < londonDay(now)) throw badRequest("The day of the reminder cannot be in the past");
    const [stored] = await db
      .insert(clientNotes)
      .values({ companyId: params.id, byUserId: user.id, text, remindOn, createdAt: now })
      .returning({ id: clientNotes.id });
    const [note] = await selectNotes(db).where(eq(clientNotes.id, stored?.id ?? 0));
    if (!note) throw new Error("The note was not stored");
    record({ targetType: "clients", targetId: params.id, after: { noteId: note.id } });
    return note;
  },

  noteReminders: ({ db, user, now }) =>
    db
      .select({
        noteId: clientNotes.id,
        client: { id: companies.id, name: companies.name },
        text: sql<string>`left(${clientNotes.text}, ${FIRST_WORDS})`,
        remindOn: sql<string>`${clientNotes.remindOn}`,
      })
      .from(clientNotes)
      .innerJoin(companies, eq(companies.id, clientNotes.companyId))
      .where(and(eq(clientNotes.byUserId, user.id), lte(clientNotes.remindOn, londonDay(now)), isNull(clientNotes.doneAt)))
      .orderBy(asc(clientNotes.remindOn), asc(clientNotes.id))
      .limit(MOST_REMINDERS),

  finishNote: async ({ db, user, params, now, record }) => {
    const { byUserId, remindOn, doneAt } = await lockNote(db, params);
    if (byUserId !== user.id) throw forbidden("Only the author of a note may finish its reminder");
    if (remindOn === null) throw conflict("This note has no reminder");
    if (doneAt === null) {
      await db.update(clientNotes).set({ doneAt: now }).where(eq(clientNotes.id, params.noteId));
      record({ targetType: "clients", targetId: params.id, after: { noteId: params.noteId, done: true } });
    } else record(null);
    const [note] = await selectNotes(db).where(eq(clientNotes.id, params.noteId));
    if (!note) throw notFound("Note");
    return note;
  },

  deleteNote: async ({ db, user, params, record }) => {
    const note = await lockNote(db, params);
    if (note.byUserId !== user.id) throw forbidden("Only the author of a note may delete it");
    await db.delete(clientNotes).where(eq(clientNotes.id, params.noteId));
    record({ targetType: "clients", targetId: params.id, before: { noteId: params.noteId } });
    return null;
  },
});

/** @throws 404 */
async function lockNote(db: Db, { id, noteId }: { readonly id: number; readonly noteId: number }) {
  const [note] = await db
    .select({ byUserId: clientNotes.byUserId, remindOn: clientNotes.remindOn, doneAt: clientNotes.doneAt })
    .from(clientNotes)
    .where(and(eq(clientNotes.id, noteId), eq(clientNotes.companyId, id)))
    .for("update");
  if (!note) throw notFound("Note");
  return note;
}
