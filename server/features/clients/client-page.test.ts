import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientNotes } from "#server/schema/clients.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let admin: TestClient;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.signIn("admin");
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

const newClient = async () => {
  const account = await portal.createAccount("customer", { address: "1 High Street, Lewes" });
  return { ...account, as: await portal.signIn(account), path: `/api/clients/${account.companyId}` };
};
interface Page {
  companyName: string;
  phone: string | null;
  terms: object;
  remakes: { windows: number; remade: number; rate: number };
}
const read = async (path: string) => succeeded(await admin.get<Page>(path));

test("a new client's page has the phone and the default terms", async () => {
  const { path, companyName } = await newClient();
  succeeded(await admin.patch(`${path}/profile`, { phone: "01632 960456" }));
  expect(await read(path)).toMatchObject({
    companyName,
    phone: "01632 960456",
    terms: { discountPercent: 0, paymentDays: 0, creditLimit: null, accountsName: null },
    remakes: { windows: 0, remade: 0, rate: 0 },
  });
});

test("a client's page lists its people with their rights, invited and suspended ones too, and no other company's", async () => {
  const { as, companyId, path, email, contactName } = await newClient();
  await newClient();
  const invited = { contactName: "Ben Hart", email: "ben@hart.test", mayOrder: true, mayManage: false };
  succeeded(await as.post("/api/company/people", invited));
  const colleague = await portal.createAccount("customer", { colleagueOf: { companyId }, contactName: "Cleo Moss" });
  await portal.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, colleague.id));
  const { members } = succeeded(await admin.get<{ members: object[] }>(path));
  expect(members).toMatchObject([
    { contactName, email, mayOrder: true, mayManage: true, invited: false, suspended: false },
    { ...invited, invited: true, suspended: false },
    { contactName: "Cleo Moss", email: colleague.email, invited: false, suspended: true },
  ]);
});

describe("windows that were remade", () => {
  const orderOf = async (as: TestClient, windows: number): Promise<OrderReply> => {
    const product = await portal.product();
    return portal.orderFor(as, { items: Array.from({ length: windows }, () => portal.windowOf(product, { quantity: 2 })) });
  };
  const itemsOf = async (as: TestClient, orderId: number) =>
    succeeded(await as.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${orderId}`)).quote.items.map(({ id }) => id);
  const remake = async (as: TestClient, orderId: number, itemIds: readonly number[]) => {
    const windows = itemIds.map((quoteItemId) => ({ quoteItemId, pieces: 1 }));
    const fields: Record<string, string> = windows.length > 0 ? { windows: JSON.stringify(windows) } : {};
    return succeeded(await askForRemake(as, orderId, [], { fields })).id;
  };

  test("remade windows are rows, counted once, without denied remakes; the rate has four decimals", async () => {
    const { as, path } = await newClient();
    const order = await orderOf(as, 7);
    const [first = 0, second = 0] = await itemsOf(as, order.id);
    expect((await read(path)).remakes).toEqual({ windows: 7, remade: 0, rate: 0 });
    const id = await remake(as, order.id, [first, second]);
    await remake(as, order.id, [first]);
    expect((await read(path)).remakes).toEqual({ windows: 7, remade: 2, rate: 0.2857 });
    await portal.db.update(remakes).set({ status: "denied" }).where(eq(remakes.id, id));
    expect((await read(path)).remakes).toEqual({ windows: 7, remade: 1, rate: 0.1429 });
  });

  test("a remake without named windows counts its order's windows once that order names them", async () => {
    const { as, path } = await newClient();
    const order = await orderOf(as, 4);
    const remakeId = await remake(as, order.id, []);
    expect((await read(path)).remakes).toEqual({ windows: 4, remade: 4, rate: 1 });
    succeeded(await boss.patch(`/api/remakes/${remakeId}/status`, { status: "approved" }));
    const [itemId] = await itemsOf(as, order.id);
    succeeded(await boss.post(`/api/remakes/${remakeId}/order`, { items: [{ itemId, quantity: 1 }] }));
    expect((await read(path)).remakes).toEqual({ windows: 4, remade: 1, rate: 0.25 });
  });

  test("a remake without named windows counts all; its free order, cancelled ones, drafts and old ones do not count", async () => {
    const { as, path } = await newClient();
    const order = await orderOf(as, 2);
    const remakeId = await remake(as, order.id, []);
    expect((await read(path)).remakes).toEqual({ windows: 2, remade: 2, rate: 1 });
    succeeded(await boss.patch(`/api/remakes/${remakeId}/status`, { status: "approved" }));
    const items = (await itemsOf(as, order.id)).map((itemId) => ({ itemId, quantity: 1 }));
    succeeded(await boss.post(`/api/remakes/${remakeId}/order`, { items }));
    expect((await read(path)).remakes).toEqual({ windows: 2, remade: 2, rate: 1 });
    const [cancelled, draft, old] = [await orderOf(as, 1), await orderOf(as, 1), await orderOf(as, 1)];
    await portal.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, cancelled.id));
    await portal.db.update(orders).set({ status: "draft" }).where(eq(orders.id, draft.id));
    expect((await read(path)).remakes.windows).toBe(3);
    await portal.db
      .update(orders)
      .set({ createdAt: new Date(Date.now() - 367 * 86_400_000) })
      .where(eq(orders.id, old.id));
    expect((await read(path)).remakes.windows).toBe(2);
  });
});

describe("notes of the office", () => {
  interface Note {
    id: number;
    text: string;
    createdAt: string;
    by: { id: number; contactName: string };
  }

  test("the office's notes are listed newest first, and only their author deletes them", async () => {
    const { path, as } = await newClient();
    const first = succeeded(await admin.post<Note>(`${path}/notes`, { text: "Rings before he comes" }));
    const second = succeeded(await boss.post<Note>(`${path}/notes`, { text: "Pays by the 5th" }));
    expect(first).toMatchObject({ text: "Rings before he comes", by: { id: admin.account?.id, contactName: admin.account?.contactName } });
    expect(succeeded(await admin.get<Note[]>(`${path}/notes`))).toEqual([second, first]);
    expect(await boss.delete(`${path}/notes/${first.id}`)).toMatchObject({ status: 403, text: "Only the author of a note may delete it" });
    const other = await newClient();
    expect(await admin.delete(`${other.path}/notes/${first.id}`)).toMatchObject({ status: 404, text: "Note not found" });
    expect((await admin.delete(`${path}/notes/${first.id}`)).status).toBe(204);
    expect((await admin.delete(`${path}/notes/${first.id}`)).status).toBe(404);
    expect(succeeded(await admin.get<Note[]>(`${path}/notes`))).toEqual([second]);
    expect((await as.get(`${path}/notes`)).status).toBe(403);
    const trail = (await portal.db.select().from(auditEntries).orderBy(auditEntries.id)).filter(({ action }) =>
      action.startsWith("clients."),
    );
    expect(trail.slice(-3).map(({ action }) => action)).toEqual(["clients.addNote", "clients.addNote", "clients.deleteNote"]);
    expect(JSON.stringify(trail)).not.toContain("Pays by the 5th");
  });

  test("the office's notes are paged, and one Idempotency-Key adds one note", async () => {
    const { path } = await newClient();
    const headers = { "idempotency-key": "a-note" };
    const once = await Promise.all([1, 2, 3].map(() => admin.post<Note>(`${path}/notes`, { text: "Once" }, headers)));
    expect(new Set(once.map(({ body }) => body.id)).size).toBe(1);
    for (const text of ["two", "three"]) succeeded(await admin.post(`${path}/notes`, { text }));
    const page = await admin.get<Note[]>(`${path}/notes?limit=2`);
    expect(page.body.map(({ text }) => text)).toEqual(["three", "two"]);
    const next = /<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    expect((await admin.get<Note[]>(next)).body.map(({ text }) => text)).toEqual(["Once"]);
  });

  test.each([
    ["", "Please write a note"],
    ["   ", "Please write a note"],
    ["x".repeat(2001), "Note must be at most 2,000 characters"],
    [7, "Please write a note"],
  ])("the note %j is refused", async (text, sentence) => {
    const { path } = await newClient();
    expect(await admin.post(`${path}/notes`, { text })).toMatchObject({ status: 400, text: sentence });
  });

  test("a client's notes are deleted with the last account of a company that never traded", async () => {
    const { path, id, companyId } = await newClient();
    succeeded(await admin.post(`${path}/notes`, { text: "A friend of Ada's" }));
    expect((await boss.delete(`/api/users/${id}`)).status).toBe(204);
    expect(await portal.db.$count(clientNotes, eq(clientNotes.companyId, companyId))).toBe(0);
  });
});
