import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isApiToken, newApiToken } from "#server/platform/security/api-token.ts";
import { apiTokens, sessions } from "#server/schema/identity/sessions.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import { createTestClient, type TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { SCOPES, type Scope } from "#shared/contract/identity/scopes.ts";
import { documentPath } from "#shared/contract/parts/papers.ts";
import { tokenTasks } from "./tokens.ts";

let portal: TestPortal;
let second: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ writeLimit: 30 });
  second = await startPortal({ beside: portal });
});
afterAll(async () => {
  await second.stop();
  await portal.stop();
});

const FORBIDDEN = "A token may not do this";
interface NewToken {
  readonly id: number;
  readonly token: string;
  readonly expiresAt: string;
}
const create = async (client: TestClient, scopes: readonly Scope[], more = {}) =>
  succeeded(await client.post<NewToken>("/api/account/tokens", { name: "Sync", scopes, ...more }));

/** A program with a token and no cookie. */
function programOf({ token }: Pick<NewToken, "token">, owner: TestClient, at = portal) {
  const client = createTestClient(at.url, owner.account);
  const headers = { authorization: `Bearer ${token}` };
  return {
    get: (path: string, more = {}) => client.get(path, { ...headers, ...more }),
    post: (path: string, body?: unknown, more = {}) => client.post(path, body, { ...headers, ...more }),
    patch: (path: string, body?: unknown) => client.patch(path, body, headers),
    delete: (path: string) => client.delete(path, undefined, headers),
    cookies: client.cookies,
  };
}

test("a token has 43 digits of base 62 and the six digits of their CRC-32", () => {
  const token = newApiToken();
  expect(token).toMatch(/^ttr_[0-9A-Za-z]{49}$/);
  expect(isApiToken(token)).toBe(true);
  const at = 10;
  const mistyped = `${token.slice(0, at)}${token[at] === "a" ? "b" : "a"}${token.slice(at + 1)}`;
  expect([isApiToken(mistyped), isApiToken(token.slice(1)), isApiToken(`${token}0`)]).toEqual([false, false, false]);
  expect(isApiToken(`ttr_${"0".repeat(43)}${"0".repeat(6)}`)).toBe(false);
});

describe("creating and revoking", () => {
  test("the reply contains the token once; list and database hold only its end and a hash", async () => {
    const owner = await portal.signIn("supplier");
    const { token, id, expiresAt } = await create(owner, ["workshop:read", "workshop:read"]);
    expect(isApiToken(token)).toBe(true);
    const listed = await owner.get("/api/account/tokens");
    expect(listed.body).toMatchObject([{ id, scopes: ["workshop:read"], lastFour: token.slice(-4), lastUsedAt: null }]);
    expect(listed.text).not.toContain(token);
    expect(Math.round((Date.parse(expiresAt) - portal.clock().getTime()) / 86_400_000)).toBe(90);
    const stored = JSON.stringify(await portal.db.select().from(apiTokens).where(eq(apiTokens.id, id)));
    expect(stored).not.toContain(token.slice(4, 40));
    const trail = JSON.stringify(await portal.db.select().from(auditEntries));
    expect(trail).not.toContain(token.slice(4, 40));
  });

  test.each([
    [{ name: "Sync", scopes: [] }, "Choose at least one scope"],
    [{ name: "Sync", scopes: ["users:write"] }, "Unknown scope"],
    [{ name: "Sync", scopes: ["orders:read"], expiresInDays: 0 }, "A token lasts from 1 to 365 days"],
    [{ name: "Sync", scopes: ["orders:read"], expiresInDays: 366 }, "A token lasts from 1 to 365 days"],
    [{ name: " ", scopes: ["orders:read"] }, "Please enter a name"],
  ])("the body %j is refused: %s", async (body, sentence) => {
    const owner = await portal.signIn("supplier");
    const reply = await owner.post("/api/account/tokens", body);
    expect([reply.status, reply.text]).toEqual([400, sentence]);
    expect((await owner.get("/api/account/tokens")).body).toEqual([]);
  });

  test("a person has at most twenty tokens, also by two creations at once", async () => {
    const person = await portal.createAccount("supplier");
    const owner = await portal.openSession(person);
    for (let count = 0; count < 19; count += 1) await create(owner, ["orders:read"]);
    const other = await second.openSession(person);
    const body = { name: "Sync", scopes: ["orders:read"] };
    const both = await Promise.all([owner, other].map((client) => client.post("/api/account/tokens", body)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.text).toBe("At most 20 tokens");
  });

  test("admins and people who may not manage create no token, nor does a super admin in View As", async () => {
    const manager = await portal.createAccount("customer");
    const colleague = await portal.createAccount("customer", { colleagueOf: manager, mayManage: false });
    const boss = await portal.createAccount("super_admin");
    const clients = [await portal.signIn("admin"), await portal.openSession(colleague), await portal.openSession(manager, boss)];
    const body = { name: "Sync", scopes: ["orders:read"] };
    for (const client of clients) expect((await client.post("/api/account/tokens", body)).status).toBe(403);
  });

  test("a revoked token is refused at once at every process, and only its owner revokes it", async () => {
    const owner = await portal.signIn("supplier");
    const made = await create(owner, ["orders:read"]);
    const there = programOf(made, owner, second);
    expect((await there.get("/api/orders")).status).toBe(200);
    expect((await (await portal.signIn("supplier")).delete(`/api/account/tokens/${made.id}`)).status).toBe(404);
    expect((await owner.delete(`/api/account/tokens/${made.id}`)).status).toBe(204);
    const reply = await there.get("/api/orders");
    expect([reply.status, reply.text]).toEqual([401, "This token is not valid"]);
  });
});

describe("a program with a token", () => {
  test("any scope reads the own account and the shutter types, and nothing else without its scope", async () => {
    const owner = await portal.signIn("customer");
    const program = programOf(await create(owner, ["remakes:read"]), owner);
    for (const path of ["/api/user", "/api/products", "/api/remakes"])
      expect([path, (await program.get(path)).status]).toEqual([path, 200]);
    for (const path of [
      "/api/orders",
      "/api/quotes",
      "/api/company/people",
      "/api/account/tokens",
      "/api/account/sessions",
      "/api/search?q=1",
    ])
      expect([path, (await program.get(path)).text]).toEqual([path, FORBIDDEN]);
  });

  test("a write scope includes its read scope, and no token pays", async () => {
    const owner = await portal.signIn("customer");
    const quote = await portal.quoteFor(owner);
    const program = programOf(await create(owner, ["quotes:write", "orders:write", "invoices:read"]), owner);
    expect((await program.get(`/api/quotes/${quote.id}`)).status).toBe(200);
    expect((await program.patch(`/api/quotes/${quote.id}/job`, { jobName: "By token" })).status).toBe(200);
    for (const path of [`/api/quotes/${quote.id}/pay`, `/api/quotes/${quote.id}/confirm-payment`, "/api/account/pay"]) {
      const reply = await program.post(path, {});
      expect([path, reply.status, reply.text]).toEqual([path, 403, FORBIDDEN]);
    }
  });

  test("a token with every scope has only its owner's rights", async () => {
    const owner = await portal.signIn("supplier");
    const program = programOf(await create(owner, SCOPES), owner);
    expect((await program.get("/api/workshop")).status).toBe(200);
    expect((await program.get("/api/quotes")).text).toBe("Your account may not do this");
    const order = await portal.orderFor(await portal.signIn("customer"));
    const text = (await program.get(`/api/orders/${order.id}`)).text;
    expect(text).not.toMatch(/total|price/i);
  });

  test("a token ignores a cookie beside it, starts no session, and needs no origin of ours", async () => {
    const [owner, other] = [await portal.signIn("supplier"), await portal.signIn("customer")];
    const program = programOf(await create(owner, ["workshop:write"]), owner);
    const cookie = [...other.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const before = await portal.db.$count(sessions);
    const reply = await program.get("/api/user", { cookie });
    expect(reply.body).toMatchObject({ user: { id: owner.account?.id } });
    const offcut = { section: "stile", material: "Basswood Classic", color: null, lengthMm: 900 };
    const written = await program.post("/api/workshop/offcuts", offcut, { origin: "https://elsewhere.test", cookie });
    expect(written.status).toBe(201);
    expect([await portal.db.$count(sessions), program.cookies.size]).toEqual([before, 0]);
    // A wrong token is no reason to look at the cookie.
    expect((await createTestClient(portal.url, null).get("/api/user", { authorization: `Bearer ${newApiToken()}`, cookie })).status).toBe(
      401,
    );
  });

  test("a document is read by its scope", async () => {
    const owner = await portal.signIn("customer");
    const quote = await portal.quoteFor(owner);
    const [may, mayNot] = [await create(owner, ["quotes:read"]), await create(owner, ["orders:read"])].map((made) =>
      programOf(made, owner),
    );
    expect((await may?.get(documentPath("quotation", quote.id)))?.headers.get("content-type")).toBe("application/pdf");
    expect((await mayNot?.get(documentPath("quotation", quote.id)))?.text).toBe(FORBIDDEN);
  });

  test("the audit trail names the person and the token", async () => {
    const owner = await portal.signIn("supplier");
    const program = programOf(await create(owner, ["workshop:write"], { name: "Saw sync" }), owner);
    const offcut = { section: "stile", material: "Basswood Classic", color: null, lengthMm: 950 };
    const { id } = succeeded(await program.post("/api/workshop/offcuts", offcut)) as { id: number };
    const { body } = await (await portal.superAdmin()).get<{ tokenName: string; actor: { id: number } }[]>(
      `/api/audit?action=workshop.addOffcut&actorId=${owner.account?.id}`,
    );
    expect(body).toMatchObject([{ tokenName: "Saw sync", targetId: id, actor: { id: owner.account?.id } }]);
  });

  test("a token's writes are counted apart from its owner's, up to the limit of a minute", async () => {
    const person = await portal.createAccount("supplier");
    const owner = await portal.openSession(person);
    const program = programOf(await create(owner, ["workshop:write"]), owner);
    const take = () => program.post("/api/orders/999999/take");
    for (let count = 0; count < 30; count += 1) expect((await take()).status).toBe(404);
    expect((await take()).status).toBe(429);
    expect((await owner.post("/api/orders/999999/take")).status).toBe(404);
  });

  test("a token's 601st read within a minute is refused, and its owner still reads", async () => {
    const owner = await portal.signIn("supplier");
    const program = programOf(await create(owner, ["orders:read"]), owner, second);
    const statuses = new Set<number>();
    for (let round = 0; round < 60; round += 1)
      for (const { status } of await Promise.all(Array.from({ length: 10 }, () => program.get("/api/user")))) statuses.add(status);
    expect([...statuses]).toEqual([200]);
    const refused = await program.get("/api/user");
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await owner.get("/api/user")).status).toBe(200);
  });
});

test("guesses of one network are refused after sixty in a minute, and another network's token works", async () => {
  const owner = await portal.signIn("supplier");
  const { token } = await create(owner, ["orders:read"]);
  const from = (ip: string, text: string) =>
    createTestClient(portal.url, null).get("/api/orders", { authorization: `Bearer ${text}`, "x-forwarded-for": ip });
  const statuses: number[] = [];
  for (let count = 0; count < 61; count += 1) statuses.push((await from("203.0.113.77", newApiToken())).status);
  expect([statuses.slice(0, 60), statuses[60]]).toEqual([Array(60).fill(401), 429]);
  const other = await fetch(new URL("/api/orders", portal.url), {
    headers: { authorization: `Bearer ${token}`, "x-forwarded-for": "203.0.113.78" },
  });
  expect(other.status).toBe(200);
});

describe("the end of a token", () => {
  const works = async (program: ReturnType<typeof programOf>) => (await program.get("/api/user")).status === 200;

  test("a token ends with its day, and its owner is emailed once, a week before", async () => {
    const person = await portal.createAccount("supplier");
    const owner = await portal.openSession(person);
    const made = await create(owner, ["orders:read"], { name: "Nightly", expiresInDays: 30 });
    await create(owner, ["orders:read"], { name: "Short", expiresInDays: 3 });
    const program = programOf(made, owner);
    const warn = async () => {
      await tokenTasks(portal.appContext).tasks["warn-of-ending-tokens"]?.({} as never);
      return (await portal.mails()).filter(({ to }) => to === person.email).map(({ subject }) => subject);
    };
    portal.clock.advance(22 * 86_400_000);
    expect(await warn()).toEqual([]);
    portal.clock.advance(1.5 * 86_400_000);
    await warn();
    expect(await warn()).toEqual([expect.stringMatching(/^Your API token “Nightly” ends on \d+ \w+ \d{4}/)]);
    expect(await works(program)).toBe(true);
    portal.clock.advance(7 * 86_400_000);
    expect(await works(program)).toBe(false);
  });

  test("a person's suspension and a company's suspension end tokens for good", async () => {
    const boss = await portal.signIn("super_admin");
    const suspend = async (person: User) => {
      succeeded(await boss.patch(`/api/users/${person.id}`, { suspended: true }));
      succeeded(await boss.patch(`/api/users/${person.id}`, { suspended: false }));
    };
    const suspendCompany = async (person: User) => {
      succeeded(await boss.patch(`/api/clients/${person.id}`, { approvalStatus: "suspended", reason: "Late" }));
      succeeded(await boss.patch(`/api/clients/${person.id}`, { approvalStatus: "approved" }));
    };
    for (const end of [suspend, suspendCompany]) {
      const person = await portal.createAccount("customer");
      const client = await portal.openSession(person);
      const program = programOf(await create(client, ["orders:read"]), client);
      expect(await works(program)).toBe(true);
      await end(person);
      expect(await works(program)).toBe(false);
    }
  });
});
