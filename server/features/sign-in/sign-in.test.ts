import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selectPeople } from "#server/features/companies/people.ts";
import { referrals, users } from "#server/schema/companies-and-users.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { Account } from "#shared/contract/parts/people.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const HOUR = 3_600_000;
const rowOf = async (id: number) => (await selectPeople(portal.db).where(eq(users.id, id)))[0];
const BODY = { email: "fresh@company.test", password: PASSWORD, companyName: "Fresh", contactName: "Fran" };

describe("registering", () => {
  test("a registration creates a waiting customer who is not signed in, and mails a confirmation", async () => {
    const visitor = portal.visitor();
    const { status, body } = await visitor.post<{ user: { id: number } }>("/api/register", BODY);
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ email: BODY.email, role: "customer", approvalStatus: "pending", isImpersonating: false });
    expect((await visitor.get("/api/user")).status).toBe(401);
    expect((await portal.mails()).at(-1)).toMatchObject({ to: BODY.email });
  });

  test("a registration stores no field that its form lacks", async () => {
    const extras = {
      role: "super_admin",
      approvalStatus: "approved",
      id: 1,
      referralCode: "",
      isImpersonating: true,
      website: "x",
      deletedAt: null,
    };
    const { body } = await portal
      .visitor()
      .post<{ user: { id: number } }>("/api/register", { ...BODY, ...extras, email: "grabby@company.test" });
    expect(body.user).toMatchObject({ role: "customer", approvalStatus: "pending", isImpersonating: false });
    expect(body.user.id).not.toBe(1);
  });

  test("a taken e-mail is a 409, in any case and with spaces, also at the same moment", async () => {
    await portal.signUp({ email: "taken@company.test" });
    for (const email of ["taken@company.test", " TAKEN@Company.Test "]) {
      const { status, text } = await portal.visitor().post("/api/register", { ...BODY, email });
      expect([status, text]).toEqual([409, "An account with this email already exists"]);
    }
    const both = await Promise.all([1, 2].map(() => portal.visitor().post("/api/register", { ...BODY, email: "race@company.test" })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test("the stored password is argon2id of 19 MiB, two passes, one lane", async () => {
    const { id } = await portal.signUp();
    expect((await rowOf(id))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test.each([
    [{ email: "x" }, "Please enter a valid email address"],
    [{ email: `${"x".repeat(250)}@company.test` }, "Email must be at most 254 characters"],
    [{ password: "12345" }, "Password must be at least 6 characters"],
    [{ password: "x".repeat(129) }, "Password must be at most 128 characters"],
    [{ companyName: " a " }, "Company name must be at least 2 characters"],
    [{ companyName: "x".repeat(121) }, "Company name must be at most 120 characters"],
    [{ contactName: "" }, "Contact name must be at least 2 characters"],
    [{ contactName: undefined }, "Contact name must be at least 2 characters"],
    [{ companyName: "Claim it at https://evil.example" }, "Names cannot hold a web address"],
    [{ contactName: "see www.evil" }, "Names cannot hold a web address"],
    [{ contactName: "evil.example" }, "Names cannot hold a web address"],
    [{ companyName: "Fresh\nYour account is blocked" }, "Names cannot hold line breaks"],
    [{ contactName: "Fran\u2028Please ring" }, "Names cannot hold line breaks"],
    [{ companyName: "TILTROD." }, "Company name: this is our own name, please enter your company's"],
    [{ referralCode: "NOSUCHCODE" }, "Unknown referral code"],
    [{ referralCode: "x".repeat(41) }, "Unknown referral code"],
  ])("a registration with %j is refused with %s, and nothing is stored", async (wrong, sentence) => {
    const before = await portal.db.$count(users);
    const { status, text } = await portal.visitor().post("/api/register", { ...BODY, email: "nobody-yet@company.test", ...wrong });
    expect([status, text]).toEqual([400, sentence]);
    expect(await portal.db.$count(users)).toBe(before);
  });

  test.each(["\u202A", "\u202E", "\u2066", "\u2069", "\u200B", "\u2060", "\uFEFF"])(
    "a name with the hidden character %j is refused",
    async (sign) => {
      for (const [field, label] of [
        ["companyName", "Company name"],
        ["contactName", "Contact name"],
      ] as const)
        for (const value of [`${sign}Fresh`, `Fre${sign}sh`, `Fresh${sign}`]) {
          const { status, text } = await portal.visitor().post("/api/register", { ...BODY, email: "hidden@company.test", [field]: value });
          expect([status, text]).toEqual([400, `${label} contains hidden characters: please type it instead of pasting it`]);
        }
    },
  );

  test("zero-width joiners in a name stay, and blank ends are removed", async () => {
    const { id } = await portal.signUp({ companyName: " 👩\u200D👧 Sh\u200Cutters ", contactName: "\u00a0Fran\t" });
    expect(await rowOf(id)).toMatchObject({ companyName: "👩\u200D👧 Sh\u200Cutters", contactName: "Fran" });
  });

  test("the mail of a registration contains nothing of the sender but a name of at most 60 characters", async () => {
    const long = `Claim your prize now ${"z".repeat(90)}`;
    await portal.signUp({ email: "victim@company.test", companyName: "Ring 0900 123456", contactName: long });
    const mail = (await portal.mails()).at(-1);
    expect(mail?.text).toContain(`Hello ${long.slice(0, 60)}…,`);
    for (const part of [mail?.subject, mail?.text, mail?.html]) {
      expect(part).not.toContain(long.slice(0, 61));
      expect(part).not.toContain("0900");
    }
  });

  test("neither a newcomer nor a customer may use the seller's own name", async () => {
    const boss = await portal.superAdmin();
    await boss.put("/api/settings/company", { name: "Alder & Reed Shutters Ltd" });
    const sentence = "Company name: this is our own name, please enter your company's";
    const own = " alder &  REED shutters ltd.";
    const registered = await portal.visitor().post("/api/register", { ...BODY, email: "posing@company.test", companyName: own });
    expect([registered.status, registered.text]).toEqual([400, sentence]);
    const customer = await portal.signIn("customer");
    const profile = { companyName: own, contactName: "Fran", address: "1 High Street" };
    const renamed = await customer.patch(`/api/users/${customer.account?.id}/profile`, profile);
    expect([renamed.status, renamed.text]).toEqual([400, sentence]);
    // The rule does not apply to the seller's own staff.
    expect((await boss.patch(`/api/users/${boss.account?.id}/profile`, { ...profile, contactName: "The boss" })).status).toBe(200);
  });

  test("a referral code at registration records the referrer, with nothing earned; a blank code records none", async () => {
    const referrer = await portal.createAccount("customer");
    const { id } = await portal.signUp({ referralCode: ` ${referrer.referralCode.toLowerCase()} ` });
    const rows = await portal.db.select().from(referrals).where(eq(referrals.referredId, id));
    expect(rows).toMatchObject([{ referrerId: referrer.id, commission: 0, paidOutAt: null }]);
    expect((await portal.signUp({ referralCode: "  " })).id).toBeGreaterThan(0);
  });
});

describe("a profile", () => {
  test("a profile without an address accepts a new contact name; a stored address cannot be removed", async () => {
    const account = await portal.createAccount("customer", { address: null });
    const client = await portal.signIn(account);
    const save = (address: string) =>
      client.patch<{ address: string | null }>(`/api/users/${account.id}/profile`, { companyName: "Oak Ltd", contactName: "Bea", address });
    for (const blank of ["", "  "]) {
      const { status, body } = await save(blank);
      expect([status, body.address]).toEqual([200, null]);
    }
    expect((await save("12")).text).toBe("Address must be at least 5 characters");
    expect((await save("12 Mill Lane")).body.address).toBe("12 Mill Lane");
    const refused = await save("");
    expect([refused.status, refused.text]).toEqual([400, "Address must be at least 5 characters"]);
  });

  const PROFILE = { companyName: "New name", contactName: "New contact", address: "12 New Street" };

  test("a person changes their own profile, and no other field with it", async () => {
    const client = await portal.signIn("customer");
    const id = client.account?.id ?? 0;
    const { status, body } = await client.patch(`/api/users/${id}/profile`, { ...PROFILE, role: "admin", email: "other@company.test" });
    expect([status, body]).toEqual([200, { ...client.account, ...PROFILE }]);
    expect(await rowOf(id)).toMatchObject({ role: "customer", email: client.account?.email });
  });

  test("profile texts are stored without blank ends, however many there are", async () => {
    const client = await portal.signIn("customer");
    const padding = " ".repeat(300_000);
    const padded = { companyName: `${padding}New name`, contactName: `New contact${padding}`, address: `12 New Street\n${padding}` };
    const { status, body } = await client.patch(`/api/users/${client.account?.id}/profile`, padded);
    expect([status, body]).toEqual([200, { ...client.account, ...PROFILE }]);
  });

  test("a profile includes the company's phone, which stays when omitted and is removed when blank", async () => {
    const client = await portal.signIn("customer");
    const save = async (facts: object) =>
      succeeded(await client.patch<Account>(`/api/users/${client.account?.id}/profile`, { ...PROFILE, ...facts })).phone;
    expect(await save({ phone: " +44 1632 960456 " })).toBe("+44 1632 960456");
    expect(await save({})).toBe("+44 1632 960456");
    expect((await client.get<{ user: Account }>("/api/user")).body.user.phone).toBe("+44 1632 960456");
    expect(await save({ phone: null })).toBeNull();
  });

  test("a VAT number of the profile stays when omitted, is suggested for quotations and is removed when blank", async () => {
    const client = await portal.signIn("customer");
    const save = async (facts: object) =>
      succeeded(await client.patch<Account>(`/api/users/${client.account?.id}/profile`, { ...PROFILE, ...facts })).vatNumber;
    expect(await save({ vatNumber: " GB 842 1190 37 " })).toBe("GB 842 1190 37");
    expect(await save({})).toBe("GB 842 1190 37");
    expect(succeeded(await client.get("/api/company/retail"))).toMatchObject({ vatRegistered: true, vatNumber: "GB 842 1190 37" });
    expect(await save({ vatNumber: "" })).toBeNull();
    expect(succeeded(await client.get("/api/company/retail"))).toMatchObject({ vatRegistered: false, vatNumber: "" });
  });

  test("another person's profile is changed by the super admin only; an unknown one is 404", async () => {
    const other = await portal.createAccount("customer");
    for (const role of ["customer", "supplier", "admin"] as const) {
      expect((await (await portal.signIn(role)).patch(`/api/users/${other.id}/profile`, PROFILE)).status).toBe(403);
    }
    const superAdmin = await portal.superAdmin();
    expect((await superAdmin.patch(`/api/users/${other.id}/profile`, PROFILE)).body).toMatchObject({ id: other.id, ...PROFILE });
    expect((await superAdmin.patch("/api/users/999999/profile", PROFILE)).status).toBe(404);
  });

  test.each([
    [{ companyName: "a" }, "Company name must be at least 2 characters"],
    [{ contactName: " b " }, "Contact name must be at least 2 characters"],
    [{ address: "abcd " }, "Address must be at least 5 characters"],
    [{ address: "x".repeat(501) }, "Address must be at most 500 characters"],
    [{ phone: "0".repeat(41) }, "Phone must be at most 40 characters"],
    [{ vatNumber: "0".repeat(21) }, "VAT number must be at most 20 characters"],
  ])("a profile with %j is refused: %s", async (wrong, sentence) => {
    const client = await portal.signIn("customer");
    const { status, text } = await client.patch(`/api/users/${client.account?.id}/profile`, { ...PROFILE, ...wrong });
    expect([status, text]).toEqual([400, sentence]);
  });
});

describe("changing a password", () => {
  const NEW = "a better horse";

  test("a password change ends the account's other sessions, keeps this one, and applies at once", async () => {
    const account = await portal.createAccount("customer");
    const [here, elsewhere] = [await portal.signIn(account), await portal.signIn(account)];
    const { status } = await here.patch(`/api/users/${account.id}/password`, { currentPassword: PASSWORD, newPassword: NEW });
    expect(status).toBe(204);
    expect([(await here.get("/api/user")).status, (await elsewhere.get("/api/user")).status]).toEqual([200, 401]);
    expect((await portal.visitor().post("/api/login", { email: account.email, password: PASSWORD })).status).toBe(401);
    expect((await portal.visitor().post("/api/login", { email: account.email, password: NEW })).status).toBe(200);
    expect((await portal.mails()).at(-1)).toMatchObject({ to: account.email });
  });

  test.each([
    [{ currentPassword: "not the one" }, "Current password is incorrect"],
    [{ currentPassword: "short" }, "Current password is required"],
    [{ newPassword: "12345" }, "New password must be at least 6 characters"],
    [{ newPassword: "x".repeat(129) }, "Password must be at most 128 characters"],
  ])("a password change with %j is refused: %s", async (wrong, sentence) => {
    const client = await portal.signIn("customer");
    const body = { currentPassword: PASSWORD, newPassword: NEW, ...wrong };
    const { status, text } = await client.patch(`/api/users/${client.account?.id}/password`, body);
    expect([status, text]).toEqual([400, sentence]);
  });

  test("another person's password cannot be changed, by the super admin either", async () => {
    const other = await portal.createAccount("customer");
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await (await portal.superAdmin()).patch(`/api/users/${other.id}/password`, body)).status).toBe(403);
  });
});

describe("a forgotten password", () => {
  const forget = (email: string) => portal.visitor().post("/api/forgot-password", { email });
  const reset = (token: string, password = "brand new one") => portal.visitor().post("/api/reset-password", { token, password });
  const linkTo = async (email: string): Promise<string> => {
    const mails = (await portal.mails()).filter((mail) => mail.to === email && mail.text.includes("/reset-password#token="));
    return /token=([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";
  };

  test("a forgotten password gets the same reply for any e-mail, and a mail only for a known one", async () => {
    const { email } = await portal.createAccount("customer");
    const before = (await portal.mails()).length;
    expect([(await forget("nobody@company.test")).status, (await forget(email.toUpperCase())).status]).toEqual([204, 204]);
    const mails = (await portal.mails()).slice(before);
    expect(mails.map(({ to }) => to)).toEqual([email]);
  });

  test("a mailed link sets a new password once, and every session ends", async () => {
    const account = await portal.createAccount("customer");
    const client = await portal.signIn(account);
    await forget(account.email);
    const token = await linkTo(account.email);
    expect((await reset(token)).status).toBe(204);
    expect((await client.get("/api/user")).status).toBe(401);
    expect((await portal.visitor().post("/api/login", { email: account.email, password: "brand new one" })).status).toBe(200);
    const again = await reset(token, "yet another one");
    expect([again.status, again.text]).toEqual([400, "This link has expired"]);
  });

  test("two uses of one link at once set one password", async () => {
    const { email } = await portal.createAccount("customer");
    await forget(email);
    const token = await linkTo(email);
    const replies = await Promise.all([reset(token, "first password"), reset(token, "second password")]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 400]);
  });

  test("a link for a new password is valid for an hour", async () => {
    const { email } = await portal.createAccount("customer");
    await forget(email);
    const early = await linkTo(email);
    await forget(email);
    const late = await linkTo(email);
    portal.clock.advance(HOUR - 60_000);
    expect((await reset(early)).status).toBe(204);
    await forget(email);
    const fresh = await linkTo(email);
    portal.clock.advance(HOUR + 1000);
    expect((await reset(fresh)).text).toBe("This link has expired");
    // The other links ended with the password for which they were mailed.
    expect((await reset(late)).text).toBe("This link has expired");
    portal.clock.set(new Date());
  });

  test.each(["", "unknown", "x".repeat(500)])("an unknown token %j is a 400", async (token) => {
    const { status, text } = await reset(token);
    expect([status, text]).toEqual([400, "This link has expired"]);
  });

  test("a link stays valid after a new password that is too short", async () => {
    const { email } = await portal.createAccount("customer");
    await forget(email);
    const token = await linkTo(email);
    expect((await reset(token, "12345")).text).toBe("Password must be at least 6 characters");
    expect((await reset(token)).status).toBe(204);
  });

  test("the database stores no token and the audit trail no password", async () => {
    const { email } = await portal.createAccount("customer");
    await forget(email);
    const token = await linkTo(email);
    await reset(token);
    const trail = JSON.stringify(await portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)));
    for (const secret of [token, "brand new one", PASSWORD, "argon2"]) expect(trail).not.toContain(secret);
    const kept = await portal.db.execute("select token_hash from password_resets");
    expect(JSON.stringify(kept.rows)).not.toContain(token);
  });
});

describe("a guessable password is a 400 in every form, and changes nothing", () => {
  const SENTENCE = "This password is too easy to guess";
  const GUESSABLE = ["123456", "PassWord", "      ", "my-Fresh.Face-1", "fresh shutters ltd 1", "Tiltrod2026"];
  const names = { companyName: "Fresh Shutters Ltd", contactName: "Fran" };

  test.each(GUESSABLE)("the guessable password %j is refused in every form", async (password) => {
    const account = await portal.createAccount("customer", { ...names, email: "fresh.face@company.test" });
    const own = await portal.openSession(account);
    const [boss, email] = [await portal.superAdmin(), "fresh.face@other.test"];
    await portal.visitor().post("/api/forgot-password", { email: account.email });
    const token = /token=([\w-]+)/.exec((await portal.mails()).findLast(({ to }) => to === account.email)?.text ?? "")?.[1] ?? "";
    const before = [await portal.db.$count(users), await rowOf(account.id)];
    const problem = { accept: "application/problem+json" };
    const replies = [
      await portal.visitor().post("/api/register", { ...names, email, password }, problem),
      await boss.post("/api/users", { ...names, email, password, role: "customer" }, problem),
      await portal.visitor().post("/api/reset-password", { token, password }, problem),
      await own.patch(`/api/users/${account.id}/password`, { currentPassword: PASSWORD, newPassword: password }, problem),
    ];
    const refused = (path: string) => ({ status: 400, body: { detail: SENTENCE, errors: [{ path, message: SENTENCE }] } });
    expect(replies).toMatchObject([...Array(3).fill(refused("password")), refused("newPassword")]);
    expect([await portal.db.$count(users), await rowOf(account.id)]).toEqual(before);
    // The refused password did not use the link.
    expect((await portal.visitor().post("/api/reset-password", { token, password: "sea glass and oak" })).status).toBe(204);
    await portal.db.update(users).set({ deletedAt: portal.clock() }).where(eq(users.id, account.id));
  });

  test("a guessable password from before the rule still signs in", async () => {
    const account = await portal.createAccount("customer", { password: "123456" });
    expect((await portal.visitor().post("/api/login", { email: account.email, password: "123456" })).status).toBe(200);
  });
});
