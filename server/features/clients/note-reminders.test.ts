import { afterAll, beforeAll, expect, test } from "vitest";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let admin: TestClient;
let boss: TestClient;
let clientId: number;
beforeAll(async () => {
  portal = await startPortal();
  clientId = (await portal.createAccount("customer", { companyName: "Harbour Blinds" })).companyId;
  await goTo("2026-12-01T09:00:00Z");
});
afterAll(() => portal.stop());

interface Note {
  readonly id: number;
  readonly remindOn: string | null;
  readonly doneAt: string | null;
}
const goTo = async (instant: string) => {
  portal.clock.set(instant);
  const author = admin?.account ?? (await portal.createAccount("admin"));
  admin = await portal.openSession(author as never);
  boss = await portal.openSession(await portal.createAccount("super_admin"));
};
const add = (text: string, remindOn?: string | null) =>
  admin.post<Note>(`/api/clients/${clientId}/notes`, { text, ...(remindOn !== undefined && { remindOn }) });
const remindersOf = async (who: TestClient) =>
  succeeded(await who.get<{ text: string; client: { name: string } }[]>("/api/note-reminders"));
const says = ({ status, text }: { status: number; text: string }) => [status, text];

test("a reminder is among its author's tasks from its day on, until it is done", async () => {
  const note = succeeded(await add("Ask about the new showroom", "2026-12-03"));
  expect(note).toMatchObject({ remindOn: "2026-12-03", doneAt: null });
  succeeded(await add("Rings before he comes"));
  // 23:30 in London, on the day before.
  await goTo("2026-12-02T23:30:00Z");
  expect(await remindersOf(admin)).toEqual([]);
  await goTo("2026-12-03T00:30:00Z");
  expect(await remindersOf(admin)).toEqual([
    { noteId: note.id, client: { id: clientId, name: "Harbour Blinds" }, text: "Ask about the new showroom", remindOn: "2026-12-03" },
  ]);
  expect(await remindersOf(boss)).toEqual([]);
  await goTo("2026-12-20T09:00:00Z");
  expect(await remindersOf(admin)).toHaveLength(1);
  const path = `/api/clients/${clientId}/notes/${note.id}/done`;
  expect(says(await boss.post(path))).toEqual([403, "Only the author of a note may finish its reminder"]);
  const { doneAt } = succeeded(await admin.post<Note>(path));
  expect(doneAt).toMatch(/^2026-12-20T09:00/);
  await goTo("2026-12-21T09:00:00Z");
  expect(succeeded(await admin.post<Note>(path)).doneAt).toBe(doneAt);
  expect(await remindersOf(admin)).toEqual([]);
});

test("a deleted note reminds nobody, and a note without a reminder cannot be done", async () => {
  const note = succeeded(await add("Send the sample", "2026-12-21"));
  expect(await remindersOf(admin)).toHaveLength(1);
  expect((await admin.delete(`/api/clients/${clientId}/notes/${note.id}`)).status).toBe(204);
  expect(await remindersOf(admin)).toEqual([]);
  const plain = succeeded(await add("Prefers mornings", null));
  expect(says(await admin.post(`/api/clients/${clientId}/notes/${plain.id}/done`))).toEqual([409, "This note has no reminder"]);
});

test("a day before today, or something that is no day, stores no note", async () => {
  const count = async () => succeeded(await admin.get<Note[]>(`/api/clients/${clientId}/notes`)).length;
  const before = await count();
  expect(says(await add("Too late", "2026-12-20"))).toEqual([400, "The day of the reminder cannot be in the past"]);
  expect(says(await add("No day", "tomorrow"))).toEqual([400, "The day of the reminder must be a date"]);
  expect(await count()).toBe(before);
});
