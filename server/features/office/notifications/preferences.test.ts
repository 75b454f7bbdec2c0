import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companySettings } from "#server/schema/company-settings.ts";
import { digestNotices, noticeWishes } from "#server/schema/notifications.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { kindsFor, type MailTime, NOTICE_KINDS, type NoticeKind } from "#shared/domain/notifications.ts";
import { ROLES, type Role } from "#shared/domain/roles.ts";

/** Tests how people choose the notices that reach them, by the bells and mails of real events. */

let portal: TestPortal;
let boss: TestClient;
let customer: TestClient;
let supplier: TestClient;
let admin: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  [boss, customer, supplier, admin] = await Promise.all([
    portal.superAdmin(),
    portal.signIn("customer"),
    portal.signIn("supplier"),
    portal.signIn("admin"),
  ]);
});
afterAll(() => portal.stop());

interface Preference {
  readonly kind: NoticeKind;
  readonly bell: boolean;
  readonly mail: MailTime;
}
const PATH = "/api/account/notifications";
const read = async (who: TestClient) => succeeded(await who.get<Preference[]>(PATH));
const idOf = ({ account }: TestClient) => account?.id ?? 0;

const orderFor = async () => {
  const { id } = await portal.orderFor(customer);
  const supplierId = supplier.account?.companyId ?? 0;
  await portal.db.update(orders).set({ supplierId }).where(eq(orders.id, id));
  return id;
};
const remakeFor = async () => succeeded(await askForRemake(customer, await orderFor())).id;
const message = (who: TestClient, id: number, to: string) => who.post(`/api/orders/${id}/messages`, { message: "On Monday?", to });

interface Cause {
  readonly reader: () => TestClient;
  /** Prepares the thing, and returns the event. */
  readonly prepare: () => Promise<() => Promise<unknown>>;
}
const CAUSES: Partial<Record<NoticeKind, Cause>> = {
  quote_sent: {
    reader: () => customer,
    prepare: async () => {
      const { id } = await portal.quoteFor(customer);
      return () => boss.patch(`/api/quotes/${id}/status`, { quoteStatus: "sent" });
    },
  },
  order_created: {
    reader: () => customer,
    prepare: async () => {
      const { id } = await portal.quoteFor(customer);
      return () => boss.post(`/api/quotes/${id}/convert`, { shippingAddress: "9 Ferry Road, Rye" });
    },
  },
  order_status: {
    reader: () => customer,
    prepare: async () => {
      const id = await orderFor();
      return () => boss.patch(`/api/orders/${id}/status`, { status: "processing" });
    },
  },
  order_message: {
    reader: () => customer,
    prepare: async () => {
      const id = await orderFor();
      return () => message(boss, id, "customer");
    },
  },
  remake_status: {
    reader: () => customer,
    prepare: async () => {
      const id = await remakeFor();
      return () => boss.patch(`/api/remakes/${id}/status`, { status: "approved" });
    },
  },
  remake_reply: {
    reader: () => customer,
    prepare: async () => {
      const id = await remakeFor();
      return () => boss.post(`/api/remakes/${id}/replies`, { message: "On Monday" });
    },
  },
  registration: {
    reader: () => admin,
    prepare: async () => async () => {
      const body = await portal.signUp();
      await portal.mails();
      return { status: 201, body };
    },
  },
  quote_placed: {
    reader: () => admin,
    prepare: async () => {
      const { id } = await portal.quoteFor(customer);
      return () => customer.post(`/api/quotes/${id}/place`, { shippingAddress: "1 High Street, Lewes" });
    },
  },
  change_requested: {
    reader: () => boss,
    prepare: async () => {
      const id = await orderFor();
      return () => customer.post(`/api/orders/${id}/change-requests`, { text: "10 mm wider, please" });
    },
  },
  incoming_message: {
    reader: () => supplier,
    prepare: async () => {
      const id = await orderFor();
      return () => message(customer, id, "customer");
    },
  },
  incoming_remake: {
    reader: () => supplier,
    prepare: async () => {
      const id = await orderFor();
      return () => askForRemake(customer, id);
    },
  },
  invoices_waiting: {
    reader: () => boss,
    prepare: async () => {
      const id = await orderFor();
      return () => boss.post(`/api/orders/${id}/ship`, { confirmed: true });
    },
  },
};

/** The numbers of bells, mails and digest notices of one event for its reader. */
async function countDuring(reader: TestClient, kind: NoticeKind, work: () => Promise<unknown>) {
  const count = async () => {
    const bells = succeeded(await reader.get<{ type: string }[]>("/api/notifications?limit=100"));
    const mails = (await portal.mails()).filter(({ to }) => to === reader.account?.email);
    return [bells.filter(({ type }) => type === kind).length, mails.length, await portal.db.$count(digestNotices)];
  };
  const before = await count();
  succeeded((await work()) as Parameters<typeof succeeded>[0]);
  return (await count()).map((number, at) => number - (before[at] ?? 0));
}

test.each(Object.entries(CAUSES) as [NoticeKind, Cause][])(
  "a notice of the kind %s reaches its reader as usual, and then only in the chosen way",
  { timeout: 60_000 },
  async (kind, { reader, prepare }) => {
    const who = reader();
    const { bell, mail } = NOTICE_KINDS[kind].usual;
    const usual = [bell ? 1 : 0, mail === "now" ? 1 : 0, 0];
    expect(await countDuring(who, kind, await prepare())).toEqual(usual);
    const WISHES: [Omit<Preference, "kind">, number[]][] = [
      [{ bell: false, mail: "none" }, [0, 0, 0]],
      [{ bell: true, mail: "digest" }, [1, 0, 1]],
      [{ bell: false, mail: "now" }, [0, 1, 0]],
    ];
    for (const [wish, expected] of WISHES) {
      succeeded(await who.put(PATH, [{ kind, ...wish }]));
      await portal.db.delete(digestNotices);
      expect([wish, await countDuring(who, kind, await prepare())]).toEqual([wish, expected]);
    }
    succeeded(await who.put(PATH, [{ kind, bell, mail }]));
    expect(await countDuring(who, kind, await prepare())).toEqual(usual);
    expect(await portal.db.$count(noticeWishes, eq(noticeWishes.userId, idOf(who)))).toBe(0);
  },
);

test("an invoice is emailed to a person who wants no mail about the order", async () => {
  await saveSeller(portal);
  await portal.db.update(companySettings).set({ mailInvoices: true });
  const id = await orderFor();
  succeeded(await customer.put(PATH, [{ kind: "order_status", bell: false, mail: "none" }]));
  const ship = () => boss.post(`/api/orders/${id}/ship`, { confirmed: true });
  expect(await countDuring(customer, "order_status", ship)).toEqual([0, 1, 0]);
  expect((await portal.mails()).at(-1)).toMatchObject({
    to: customer.account?.email,
    papers: [{ document: expect.stringMatching(/^INV-/) }],
  });
});

test.each(ROLES)("a %s lists each kind of the role once, as it is sent without a choice", async (role: Role) => {
  const who = await portal.signIn(role);
  const kinds = kindsFor({ role, mayManage: true });
  expect(await read(who)).toEqual(kinds.map((kind) => ({ kind, ...NOTICE_KINDS[kind].usual })));
});

test("a person who may not manage the company has no choice about its webhooks", async () => {
  const mate = await portal.signIn(await portal.createAccount("customer", { colleagueOf: customer.account as never, mayManage: false }));
  expect((await read(mate)).map(({ kind }) => kind)).not.toContain("webhook");
  expect((await mate.put(PATH, [{ kind: "webhook", bell: true, mail: "now" }])).status).toBe(400);
});

test("a part of the list changes only its kinds, and only for the person who saves it", async () => {
  const [one, other] = [await portal.signIn("customer"), await portal.signIn("customer")];
  const changed = { kind: "retail", bell: false, mail: "digest" } as const;
  const reply = succeeded(await one.put<Preference[]>(PATH, [changed]));
  expect(reply).toEqual((await read(other)).map((row) => (row.kind === "retail" ? changed : row)));
  expect(await read(one)).toEqual(reply);
  expect(succeeded(await one.put<Preference[]>(PATH, []))).toEqual(reply);
  expect(succeeded(await one.put<Preference[]>(PATH, reply))).toEqual(reply);
});

test.each([
  ["an unknown kind", [{ kind: "horses", bell: true, mail: "now" }], "Unknown kind"],
  ["another role's kind", [{ kind: "quote_placed", bell: true, mail: "now" }], "Unknown kind"],
  ["an unknown time", [{ kind: "retail", bell: true, mail: "weekly" }], "Email must be now, digest or none"],
  ["no bell", [{ kind: "retail", mail: "now" }], "Bell must be true or false"],
  ["no list", { kind: "retail" }, "The request needs a list of kinds"],
])("saving %s is refused and changes nothing", async (_, body, sentence) => {
  const who = await portal.signIn("customer");
  const { status, text } = await who.put(PATH, body);
  expect([status, text]).toEqual([400, sentence]);
  expect(await portal.db.$count(noticeWishes, eq(noticeWishes.userId, idOf(who)))).toBe(0);
});

test("a super admin reads the notifications of the viewed person and cannot save them", async () => {
  const owner = await portal.createAccount("customer");
  await (await portal.signIn(owner)).put(PATH, [{ kind: "retail", bell: false, mail: "none" }]);
  const viewing = await portal.openSession(owner, await portal.createAccount("super_admin"));
  expect(await read(viewing)).toContainEqual({ kind: "retail", bell: false, mail: "none" });
  expect((await viewing.put(PATH, [{ kind: "retail", bell: true, mail: "now" }])).status).toBe(403);
});
