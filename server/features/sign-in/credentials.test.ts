import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { users } from "#server/schema/companies-and-users.ts";
import { sessions } from "#server/schema/identity/sessions.ts";
import type { Reply } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const COOKIE = "tiltrod.sid";
/** Each test uses an address of its own, so that failures of one test do not count in another. */
let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return { "x-forwarded-for": `198.51.100.${addresses}` };
};
const tryIn = (email: string, password: string, headers = newAddress()): Promise<Reply> =>
  portal.visitor().post("/api/login", { email, password }, headers);

describe("signing in", () => {
  test("signing in returns the account and nothing of its password", async () => {
    const account = await portal.createAccount("customer", { address: "1 High Street" });
    const { status, body, text } = await tryIn(account.email, PASSWORD);
    expect(status).toBe(200);
    expect(body).toEqual({
      user: {
        id: account.id,
        email: account.email,
        role: "customer",
        companyId: account.companyId,
        companyName: account.companyName,
        contactName: account.contactName,
        address: "1 High Street",
        phone: null,
        vatNumber: null,
        referralCode: account.referralCode,
        approvalStatus: "approved",
        mayOrder: true,
        mayManage: true,
        directOrders: false,
        sellerPhone: null,
        isImpersonating: false,
      },
    });
    expect(text).not.toMatch(/password|argon2/i);
  });

  test("signing in and View As return the same user as GET /api/user", async () => {
    const founder = await portal.createAccount("customer", { contactName: "Ada Larch" });
    const ben = await portal.createAccount("customer", { colleagueOf: founder, mayOrder: false, mayManage: false });
    const { body } = await tryIn(ben.email, PASSWORD);
    expect(body).toMatchObject({ user: { orderedBy: "Ada Larch", managedBy: "Ada Larch", directOrders: false, mayOrder: false } });
    expect((await (await portal.signIn(ben)).get("/api/user")).body).toEqual(body);
    const boss = await portal.signIn("super_admin");
    const viewed = await boss.post<{ user: object }>(`/api/impersonate/${ben.id}`);
    expect(viewed.body.user).toEqual({ ...(body as { user: object }).user, isImpersonating: true, viewedBy: boss.account?.id });
  });

  test("an e-mail at sign-in is the same in any case and with spaces around it", async () => {
    const { email } = await portal.createAccount("customer", { email: "Anna.Strong@Company.Test" });
    for (const typed of [email, email.toLowerCase(), email.toUpperCase(), `  ${email}  `]) {
      expect((await tryIn(typed, PASSWORD)).status).toBe(200);
    }
  });

  test.each([
    ["pending", "Your account is waiting for admin approval"],
    ["rejected", "Your registration was declined"],
    ["suspended", "Your account is suspended"],
  ] as const)("a %s account with the right password is refused with its own sentence", async (approvalStatus, sentence) => {
    const { email } = await portal.createAccount("customer", { approvalStatus });
    const right = await tryIn(email, PASSWORD);
    expect([right.status, right.text]).toEqual([403, sentence]);
    expect(right.headers.getSetCookie()).toEqual([]);
    const wrong = await tryIn(email, "not the password");
    expect([wrong.status, wrong.text]).toEqual([401, "Invalid email or password"]);
  });

  test("an unknown e-mail and a wrong password get the same reply", async () => {
    const { email } = await portal.createAccount("customer");
    for (const [who, password] of [
      ["nobody@company.test", PASSWORD],
      [email, "wrong password"],
      [email, ` ${PASSWORD}`],
      [email, PASSWORD.toUpperCase()],
    ] as const) {
      const { status, text } = await tryIn(who, password);
      expect([status, text]).toEqual([401, "Invalid email or password"]);
    }
  });

  test.each([
    [{ email: "no", password: PASSWORD }, "Please enter a valid email address"],
    [{ email: "a@company.test", password: "12345" }, "Password must be at least 6 characters"],
    [{ email: "a@company.test" }, "Password must be at least 6 characters"],
    [{}, "Please enter a valid email address"],
  ])("a sign-in with %j is refused: %s", async (body, sentence) => {
    const { status, text } = await portal.visitor().post("/api/login", body);
    expect([status, text]).toEqual([400, sentence]);
  });

  test("a deleted account cannot sign in", async () => {
    const { id, email } = await portal.createAccount("customer");
    await portal.db.update(users).set({ deletedAt: portal.clock() }).where(eq(users.id, id));
    expect((await tryIn(email, PASSWORD)).status).toBe(401);
  });
});

describe("a session", () => {
  test("a session has a new id after each sign-in, and the old id is invalid", async () => {
    const account = await portal.createAccount("customer");
    const client = await portal.signIn(account);
    const old = client.cookies.get(COOKIE);
    expect((await client.post("/api/login", { email: account.email, password: PASSWORD })).status).toBe(200);
    expect(client.cookies.get(COOKIE)).not.toBe(old);
    const thief = portal.visitor();
    thief.cookies.set(COOKIE, old ?? "");
    expect((await thief.get("/api/user")).status).toBe(401);
  });

  test("a session id cannot be planted before the sign-in", async () => {
    const account = await portal.createAccount("customer");
    const victim = portal.visitor();
    victim.cookies.set(COOKIE, "s%3Aplanted.by-somebody-else");
    await victim.post("/api/login", { email: account.email, password: PASSWORD });
    expect(victim.cookies.get(COOKIE)).not.toContain("planted");
  });

  test("a session is stored by its hash, and its cookie is hidden from scripts", async () => {
    const account = await portal.createAccount("customer");
    const { headers } = await tryIn(account.email, PASSWORD);
    const cookie = headers.getSetCookie().join();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Path=\//);
    const id = /s%3A([^.]+)\./.exec(cookie)?.[1] ?? "";
    const rows = await portal.db.select().from(sessions);
    expect(rows.some(({ idHash }) => idHash === id)).toBe(false);
  });

  test("a session ends at sign-out, which deletes the cookie", async () => {
    const client = await portal.signIn("customer");
    const kept = client.cookies.get(COOKIE) ?? "";
    expect((await client.post("/api/logout")).status).toBe(204);
    expect(client.cookies.has(COOKIE)).toBe(false);
    client.cookies.set(COOKIE, kept);
    expect((await client.get("/api/user")).status).toBe(401);
    expect((await portal.visitor().post("/api/logout")).status).toBe(204);
  });

  test("a session ends after 12 idle hours, and after 7 days however busy", async () => {
    const HOUR = 3_600_000;
    const idle = await portal.signIn("customer");
    portal.clock.advance(11.9 * HOUR);
    expect((await idle.get("/api/user")).status).toBe(200);
    portal.clock.advance(11.9 * HOUR);
    expect((await idle.get("/api/user")).status).toBe(200);
    portal.clock.advance(12.1 * HOUR);
    expect((await idle.get("/api/user")).status).toBe(401);

    const busy = await portal.signIn("customer");
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      portal.clock.advance(11 * HOUR);
      expect((await busy.get("/api/user")).status).toBe(200);
    }
    portal.clock.advance(11 * HOUR);
    expect((await busy.get("/api/user")).status).toBe(401);
    portal.clock.set(new Date());
  });

  test("a session of a suspended account ends at once", async () => {
    const account = await portal.createAccount("customer");
    const [one, other] = [await portal.signIn(account), await portal.signIn(account)];
    const admin = await portal.signIn("admin");
    await admin.patch(`/api/clients/${account.id}`, { approvalStatus: "suspended" });
    expect([(await one.get("/api/user")).status, (await other.get("/api/quotes")).status]).toEqual([401, 401]);
    await admin.patch(`/api/clients/${account.id}`, { approvalStatus: "approved" });
    // An approval after the suspension does not restore old sessions.
    expect((await one.get("/api/user")).status).toBe(401);
  });
});
