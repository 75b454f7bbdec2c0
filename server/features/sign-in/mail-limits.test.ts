import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntries } from "#server/schema/records.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";

/** Limits of the mails that a stranger can make the portal send to others. */

let portal: TestPortal;
let second: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  second = await startPortal({ beside: portal });
});
afterAll(async () => {
  await second.stop();
  await portal.stop();
});

const from = (address: string) => ({ "x-forwarded-for": address });
let counted = 0;
const register = (address: string, at = portal) => {
  counted += 1;
  const body = { email: `many-${counted}@company.test`, password: PASSWORD, companyName: "Many", contactName: "Manny" };
  return at.visitor().post("/api/register", body, from(address));
};
const forget = (email: string, address: string, at = portal) => at.visitor().post("/api/forgot-password", { email }, from(address));
const mailsTo = async (email: string) => (await mailsToEach([email]))[0];
const mailsToEach = async (emails: readonly string[]) => {
  const mails = await portal.mails();
  return emails.map((email) => mails.filter(({ to }) => to === email).length);
};

describe("registrations", () => {
  test("registrations from one address are limited to a hundred an hour over all processes, then 429", async () => {
    // Registrations that fail by their e-mail count too, and need no hash, which would take most of
    // the test's time.
    await portal.createAccount("customer", { email: "taken@company.test" });
    const body = { email: "taken@company.test", password: PASSWORD, companyName: "Many", contactName: "Manny", referralCode: "NONE" };
    for (let round = 0; round < 10; round += 1) {
      const ten = Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? second : portal).visitor().post("/api/register", body, from("203.0.113.50")),
      );
      expect((await Promise.all(ten)).map(({ status, text }) => [status, text])).toEqual(Array(10).fill([400, "Unknown referral code"]));
    }
    for (const at of [portal, second]) {
      const refused = await register("203.0.113.50", at);
      expect([refused.status, refused.text]).toEqual([
        429,
        "Too many registrations came from your network. Please wait a while and try again.",
      ]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3500);
    }
    expect((await register("203.0.113.51")).status).toBe(201);
  });

  test("registrations from this machine itself are not counted", async () => {
    const counts = await portal.db.execute("select key from rate_limits where key like 'register%'");
    expect(
      (
        await portal
          .visitor()
          .post("/api/register", { email: "here@company.test", password: PASSWORD, companyName: "Here", contactName: "Hera" })
      ).status,
    ).toBe(201);
    expect((await portal.db.execute("select key from rate_limits where key like 'register%'")).rows).toEqual(counts.rows);
  });
});

describe("links for a forgotten password", () => {
  test("an account receives at most five password links, however many are requested and from any address", async () => {
    const { email } = await portal.createAccount("customer");
    const asked = Array.from({ length: 20 }, (_, at) => forget(email, `198.51.100.${at}`, at % 2 ? second : portal));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(20).fill(204));
    expect(await mailsTo(email)).toBe(5);
    const trail = (await portal.db.select().from(auditEntries)).filter(({ action }) => action === "accounts.forgotPassword");
    expect(trail).toHaveLength(5);
    portal.clock.advance(3_601_000);
    await forget(email, "198.51.100.99");
    expect(await mailsTo(email)).toBe(6);
    portal.clock.set(new Date());
  });

  test("one address requests thirty password links an hour; later requests get the same reply without a mail", async () => {
    const accounts = await Promise.all(Array.from({ length: 31 }, () => portal.createAccount("customer")));
    for (const { email } of accounts) expect((await forget(email, "203.0.113.60")).status).toBe(204);
    expect(await mailsToEach(accounts.map(({ email }) => email))).toEqual([...Array(30).fill(1), 0]);
    await forget(accounts[30]?.email ?? "", "203.0.113.61");
    expect(await mailsTo(accounts[30]?.email ?? "")).toBe(1);
  });
});
