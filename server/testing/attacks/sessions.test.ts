import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieName } from "#server/platform/http/session/session-store.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { sessions } from "#server/schema/identity/sessions.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal, type User } from "#server/testing/portal.ts";

/**
 * Tests the access that a cookie gives: to its owner, and to people who planted it, stole it or
 * made one up.
 */

const COOKIE = "tiltrod.sid";
let portal: TestPortal;
let second: TestPortal;
let secure: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  second = await startPortal({ beside: portal });
  secure = await startPortal({ beside: portal, publicUrl: new URL("https://portal.test") });
  boss = await portal.superAdmin();
});
afterAll(async () => {
  await second.stop();
  await secure.stop();
  await portal.stop();
});

/** The status of a request with only this cookie. */
const worth = async (cookie: string | undefined, at = portal): Promise<number> => {
  const thief = at.visitor();
  if (cookie !== undefined) thief.cookies.set(COOKIE, cookie);
  return (await thief.get("/api/user")).status;
};
const cookieOf = (client: TestClient): string => client.cookies.get(COOKIE) ?? "";
const login = (client: TestClient, { email }: { email: string }, password = PASSWORD) => client.post("/api/login", { email, password });

/** A person who is signed in three times: here, elsewhere, and on the other process. */
async function threeTimes(): Promise<{ account: User; here: TestClient; cookies: string[] }> {
  const account = await portal.createAccount("customer");
  const [here, elsewhere] = [await portal.openSession(account), await portal.openSession(account)];
  const there = await second.openSession(account);
  return { account, here, cookies: [here, elsewhere, there].map(cookieOf) };
}
const worthOfAll = (cookies: readonly string[]) => Promise.all(cookies.map((cookie, at) => worth(cookie, at % 2 ? second : portal)));

describe("the id changes with what it stands for, and the old one is worth nothing", () => {
  test("a sign-in changes the session id, also over an open session of another person", async () => {
    const { here, cookies } = await threeTimes();
    const newcomer = await portal.createAccount("customer");
    expect((await login(here, newcomer)).status).toBe(200);
    expect(cookies).not.toContain(cookieOf(here));
    expect([await worth(cookies[0]), await worth(cookies[1])]).toEqual([401, 200]);
  });

  test("a start and an end of View As change the session id", async () => {
    const [who, owner] = [await portal.createAccount("customer"), await portal.createAccount("super_admin")];
    const client = await portal.openSession(owner);
    const before = cookieOf(client);
    succeeded(await client.post(`/api/impersonate/${who.id}`));
    const viewing = cookieOf(client);
    succeeded(await client.post("/api/stop-impersonation"));
    const after = cookieOf(client);
    expect(new Set([before, viewing, after]).size).toBe(3);
    expect([await worth(before), await worth(viewing), await worth(after)]).toEqual([401, 401, 200]);
  });

  test("a cookie planted before the sign-in signs no one in, made up, signed or from a stranger's session", async () => {
    const account = await portal.createAccount("customer");
    const stranger = cookieOf(await portal.openSession(await portal.createAccount("customer")));
    for (const planted of ["s%3Aplanted.by-somebody", "planted", stranger]) {
      const victim = portal.visitor();
      victim.cookies.set(COOKIE, planted);
      expect((await login(victim, account)).status).toBe(200);
      expect(cookieOf(victim)).not.toBe(planted);
      expect(await worth(planted)).toBe(401);
    }
  });

  test("a failed sign-in and a visit give no one a cookie", async () => {
    const visitor = portal.visitor();
    expect((await login(visitor, { email: "nobody@company.test" }, "wrong password")).status).toBe(401);
    await visitor.get("/api/user");
    await visitor.get("/healthz");
    expect([...visitor.cookies]).toEqual([]);
  });
});

describe("a copy of a cookie is invalid on every process after", () => {
  test("a copy of a cookie is invalid on every process after signing out", async () => {
    const { here, cookies } = await threeTimes();
    expect((await here.post("/api/logout")).status).toBe(204);
    expect([await worth(cookies[0]), await worth(cookies[0], second)]).toEqual([401, 401]);
  });

  test("a password change ends every session of the account but its own", async () => {
    const { account, here, cookies } = await threeTimes();
    const body = { currentPassword: PASSWORD, newPassword: "a better horse" };
    expect((await here.patch(`/api/users/${account.id}/password`, body)).status).toBe(204);
    expect(await worthOfAll(cookies)).toEqual([200, 401, 401]);
  });

  test.each([
    ["a suspension", (id: number) => boss.patch(`/api/clients/${id}`, { approvalStatus: "suspended" })],
    ["a deletion", (id: number) => boss.delete(`/api/users/${id}`)],
  ])("a copy of a cookie is invalid after this act: %s", async (_, act) => {
    const { account, cookies } = await threeTimes();
    expect((await act(account.id)).status).toBeLessThan(300);
    expect(await worthOfAll(cookies)).toEqual([401, 401, 401]);
    expect(await portal.db.$count(sessions, eq(sessions.userId, account.id))).toBe(0);
  });

  test("a View As session ends with the suspension of the viewed person and the deletion of the super admin", async () => {
    const [first, other] = [await portal.createAccount("customer"), await portal.createAccount("customer")];
    const owner = await portal.createAccount("super_admin");
    const [one, two] = [await portal.openSession(first, owner), await portal.openSession(other, owner)];
    succeeded(await boss.patch(`/api/clients/${first.id}`, { approvalStatus: "suspended" }));
    expect([await worth(cookieOf(one)), await worth(cookieOf(two))]).toEqual([401, 200]);
    expect((await boss.delete(`/api/users/${owner.id}`)).status).toBe(204);
    expect(await worth(cookieOf(two))).toBe(401);
  });

  test("a removed role applies at once, because the row decides on rights, not the cookie", async () => {
    const owner = await portal.createAccount("super_admin");
    const client = await portal.openSession(owner);
    expect((await client.get("/api/users")).status).toBe(200);
    await portal.db.update(users).set({ role: "customer" }).where(eq(users.id, owner.id));
    const reply = await fetch(new URL("/api/users", portal.url), { headers: { cookie: `${COOKIE}=${cookieOf(client)}` } });
    expect(reply.status).toBe(403);
  });
});

describe("a cookie that was made up or changed", () => {
  const signed = (id: string, secret: string): string =>
    encodeURIComponent(`s:${id}.${createHmac("sha256", secret).update(id).digest("base64").replace(/=+$/, "")}`);

  test("a cookie with any one letter changed is refused", async () => {
    const cookie = decodeURIComponent(cookieOf(await portal.openSession(await portal.createAccount("customer"))));
    expect(await worth(encodeURIComponent(cookie))).toBe(200);
    const changed = [...cookie].map((letter, at) => cookie.slice(0, at) + (letter === "A" ? "B" : "A") + cookie.slice(at + 1));
    // The last letter of a base64 text has unused bits: the portal compares the text, not the
    // decoded bytes.
    for (const other of changed) expect([other, await worth(encodeURIComponent(other))]).toEqual([other, 401]);
  });

  test("a valid id with a wrong, missing or foreign signature, or the stored hash, is refused", async () => {
    const account = await portal.createAccount("customer");
    const cookie = decodeURIComponent(cookieOf(await portal.openSession(account)));
    const [, id = "", signature = ""] = /^s:([^.]+)\.(.+)$/.exec(cookie) ?? [];
    const [row] = await portal.db.select().from(sessions).where(eq(sessions.userId, account.id));
    const forged = [
      "",
      id,
      `s:${id}`,
      `s:${id}.`,
      `s:${row?.idHash}.${signature}`,
      `j:{"userId":${account.id}}`,
      `${id}.${signature}`,
      `s:${id}.${signature}.${signature}`,
      `s:${id}.${signature}=`,
      `s:${"x".repeat(3000)}.${signature}`,
    ].map(encodeURIComponent);
    const others = ["the session secret of the tests, 32 long", "", "secret", "keyboard cat"].map((secret) => signed(id, secret));
    for (const value of [...forged, ...others]) expect([value.slice(0, 80), await worth(value)]).toEqual([value.slice(0, 80), 401]);
  });

  test("a cookie needs our name: on https the one that only this host can set", async () => {
    const account = await portal.createAccount("customer");
    const value = cookieOf(await portal.openSession(account));
    const name = cookieName(new URL("https://portal.test"));
    const at = async (url: string, cookie: string) => (await fetch(new URL("/api/user", url), { headers: { cookie } })).status;
    expect(name).toBe("__Host-tiltrod.sid");
    expect(await at(secure.url, `${COOKIE}=${value}`)).toBe(401);
    expect(await at(secure.url, `${name}=${value}`)).toBe(200);
    // A cookie that a neighbouring host put in front does not sign the person in as another: the
    // reply is a refusal, or for the person.
    expect([200, 401]).toContain(await at(secure.url, `${name}=planted; ${name}=${value}`));
  });

  test("an https cookie is Secure, HttpOnly, Lax, for this host and all its paths, and set only over https", async () => {
    const { email } = await portal.createAccount("customer");
    const body = JSON.stringify({ email, password: PASSWORD });
    const headers = { "content-type": "application/json", "x-forwarded-proto": "https" };
    const { headers: replied } = await fetch(new URL("/api/login", secure.url), { method: "POST", body, headers });
    const cookies = replied.getSetCookie();
    expect(cookies.map((cookie) => cookie.slice(0, cookie.indexOf("=")))).toEqual(["__Host-tiltrod.sid", "__Host-tiltrod.device"]);
    expect(cookies[0]).toMatch(/^__Host-tiltrod\.sid=s%3A/);
    for (const cookie of cookies) {
      for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]) expect(cookie.split("; ")).toContain(attribute);
      expect(cookie).not.toMatch(/Domain=/i);
    }
    const plain = await fetch(new URL("/api/login", secure.url), { method: "POST", body, headers: { "content-type": "application/json" } });
    expect(plain.headers.getSetCookie()).toEqual([]);
  });
});
