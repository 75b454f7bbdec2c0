import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { inTransaction } from "#server/platform/db/connect.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { companySettings } from "#server/schema/company-settings.ts";
import { firstInvitations, invitations } from "#server/schema/identity/sessions.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { quotes } from "#server/schema/quotes.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { PASSWORD, startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { invoiceOf } from "#server/testing/trade/rows-of-jobs.ts";
import type { Role } from "#shared/domain/roles.ts";

interface Row {
  id: number;
  contactName: string;
  email: string;
  mayOrder: boolean;
  mayManage: boolean;
  invited: boolean;
  lastSeenAt: string | null;
}

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const PEOPLE = "/api/company/people";
const NONE = { mayOrder: false, mayManage: false };
const DAY = 86_400_000;
const WEEK = 7 * DAY;
let counted = 0;
const newEmail = () => {
  counted += 1;
  return `newcomer-${counted}@company.test`;
};
const companyOf = async (name: string) => {
  const founder = await portal.createAccount("customer", { companyName: name, contactName: `Ada of ${name}` });
  return { founder, ada: await portal.signIn(founder) };
};
const colleagueIn = (founder: User, facts: Partial<User> = NONE) => portal.createAccount("customer", { colleagueOf: founder, ...facts });
const invite = (client: TestClient, facts: object = {}) =>
  client.post<Row>(PEOPLE, { email: newEmail(), contactName: "Ben Newcomer", ...facts });
/** The secret in the link of the latest mail to an address. */
const tokenFor = async (email: string) => {
  const mail = (await portal.mails()).findLast(({ to }) => to === email);
  return /\/join#token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "no link was mailed";
};
const join = (token: string, password = PASSWORD) => portal.visitor().post("/api/join", { token, password });
const refusal = ({ status, text }: { status: number; text: string }) => [status, text];
const people = async (client: TestClient) => succeeded(await client.get<Row[]>(PEOPLE));

describe("inviting", () => {
  test("an invited person receives a mail, chooses a password, and signs in with the given rights", async () => {
    const { founder, ada } = await companyOf("Larch Shutters");
    const reply = await invite(ada, { email: " Ben@Larch.test ", contactName: "Ben Hart", mayOrder: true });
    expect(reply.status).toBe(201);
    const { id } = reply.body;
    const row = { id, contactName: "Ben Hart", email: "Ben@Larch.test", mayOrder: true, mayManage: false, lastSeenAt: null };
    expect(reply.body).toEqual({ ...row, invited: true });
    const mail = (await portal.mails()).findLast(({ to }) => to === "Ben@Larch.test");
    expect([mail?.subject, mail?.text.includes("Ada of Larch Shutters invites you")]).toEqual(["Join Larch Shutters – Tiltrod", true]);
    const token = await tokenFor("Ben@Larch.test");
    const greeting = await portal.visitor().post("/api/join/invitation", { token });
    expect(greeting.body).toEqual({ companyName: "Larch Shutters", contactName: "Ben Hart", email: "Ben@Larch.test" });
    const visitor = portal.visitor();
    expect((await visitor.post("/api/join", { token, password: "six and more" })).status).toBe(204);
    // Accepting an invitation does not sign the person in.
    expect((await visitor.get("/api/user")).status).toBe(401);
    const ben = await portal.signIn({ email: "ben@larch.test", password: "six and more" });
    expect(ben.account).toMatchObject({ id, companyId: founder.companyId, mayOrder: true, mayManage: false, role: "customer" });
    const [first] = await people(ada);
    expect(first).toEqual({ ...row, invited: false, lastSeenAt: expect.any(String) });
  });

  test("omitted rights default to no for a customer's person and yes for a supplier's, who may always order", async () => {
    const { ada } = await companyOf("Alder Shutters");
    expect((await invite(ada)).body).toMatchObject(NONE);
    const maker = await portal.signIn("supplier");
    expect((await invite(maker)).body).toMatchObject({ mayOrder: true, mayManage: true });
    expect((await invite(maker, NONE)).body).toMatchObject({ mayOrder: true, mayManage: false });
  });

  test("an invited person cannot sign in, get a password link or be viewed as before joining", async () => {
    const { founder, ada } = await companyOf("Hazel Shutters");
    const { id, email } = succeeded(await invite(ada));
    expect(refusal(await portal.visitor().post("/api/login", { email, password: PASSWORD }))).toEqual([401, "Invalid email or password"]);
    const before = (await portal.mails()).length;
    await portal.visitor().post("/api/forgot-password", { email });
    expect((await portal.mails()).length).toBe(before);
    const boss = await portal.superAdmin();
    expect((await boss.post(`/api/impersonate/${id}`)).status).toBe(409);
    const listed = succeeded(await boss.get<Row[]>(`/api/users?search=${email}`));
    expect(listed.map(({ id, invited }) => ({ id, invited }))).toEqual([{ id, invited: true }]);
    const [client] = succeeded(await boss.get<{ people: number }[]>(`/api/clients?search=${founder.companyName}`));
    expect(client?.people).toBe(1);
  });

  test("a link works once, for seven days, while the company is approved; a refused password does not use it", async () => {
    const { founder, ada } = await companyOf("Rowan Shutters");
    const { email } = succeeded(await invite(ada));
    const token = await tokenFor(email);
    const gone = [400, "This link has expired"];
    expect(refusal(await join(token, "password"))).toEqual([400, "This password is too easy to guess"]);
    expect(refusal(await join(token, "my Rowan Shutters"))).toEqual([400, "This password is too easy to guess"]);
    expect(refusal(await join(token, "short"))).toEqual([400, "Password must be at least 6 characters"]);
    const standing = (approvalStatus: "suspended" | "approved") =>
      portal.db.update(companies).set({ approvalStatus }).where(eq(companies.id, founder.companyId));
    await standing("suspended");
    expect(refusal(await join(token))).toEqual(gone);
    expect(refusal(await portal.visitor().post("/api/join/invitation", { token }))).toEqual(gone);
    await standing("approved");
    portal.clock.advance(WEEK + 1000);
    expect(refusal(await join(token))).toEqual(gone);
    portal.clock.advance(-WEEK - 1000);
    expect((await join(token)).status).toBe(204);
    for (const used of [token, "unknown", ""]) expect(refusal(await join(used))).toEqual(gone);
    expect(refusal(await portal.visitor().post("/api/join/invitation", {}))).toEqual(gone);
  });

  test("one of two people who join by one link at once succeeds", async () => {
    const { ada } = await companyOf("Maple Shutters");
    const { email } = succeeded(await invite(ada));
    const token = await tokenFor(email);
    // The lock holds both requests after they read the open link, so that both try to use it.
    const passwords = ["the first one", "the second"];
    const tries = await inTransaction(portal.owner, async (tx) => {
      await tx.select().from(invitations).for("update");
      const both = passwords.map((password) => join(token, password));
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitUntil(async () => (await portal.owner.execute(waiting)).rows.length === 2, { timeout: 20_000 });
      return both;
    });
    const replies = await Promise.all(tries);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 400]);
    const signIns = await Promise.all(passwords.map((password) => portal.visitor().post("/api/login", { email, password })));
    expect(signIns.map(({ status }) => status)).toEqual(replies.map(({ status }) => (status === 204 ? 200 : 401)));
  });

  test("a join during the deletion of the company's last person runs before or after it, never in between", async () => {
    const { founder, ada } = await companyOf("Osier Shutters");
    const { email } = succeeded(await invite(ada));
    const token = await tokenFor(email);
    const boss = await portal.superAdmin();
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const waitFor = (many: number) =>
      vi.waitUntil(async () => (await portal.owner.execute(waiting)).rows.length === many, { timeout: 20_000 });
    const [joining, ending] = await inTransaction(portal.owner, async (tx) => {
      await tx.select().from(companies).where(eq(companies.id, founder.companyId)).for("update");
      const joins = join(token);
      await waitFor(1);
      const ends = boss.delete(`/api/users/${founder.id}`);
      await waitFor(2);
      return [joins, ends] as const;
    });
    expect((await joining).status).toBe(204);
    expect(refusal(await ending)).toEqual([409, "Somebody else must be able to manage Osier Shutters first"]);
  });

  test("a repeated invitation updates name and rights of the same account and ends the old link", async () => {
    const { ada } = await companyOf("Willow Shutters");
    const first = succeeded(await invite(ada, { mayManage: true }));
    const old = await tokenFor(first.email);
    const again = await invite(ada, { email: first.email.toUpperCase(), contactName: "Benjamin", mayOrder: true });
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({ id: first.id, contactName: "Benjamin", mayOrder: true, mayManage: false, invited: true });
    expect((await join(old)).status).toBe(400);
    expect((await join(await tokenFor(again.body.email))).status).toBe(204);
    expect((await invite(ada, { email: first.email })).status).toBe(409);
  });

  test("an invitation reserves its e-mail for seven days from the first; then it is free again, and its link ends", async () => {
    const { ada } = await companyOf("Elm Shutters");
    const { ada: eve } = await companyOf("Oak Shutters");
    const boss = await portal.superAdmin();
    const names = { companyName: "Ash Shutters", contactName: "Ben Newcomer", password: PASSWORD };
    const takers = [
      (email: string) => portal.visitor().post("/api/register", { email, ...names }),
      (email: string) => boss.post("/api/users", { email, ...names }),
      (email: string) => invite(eve, { email }),
    ];
    const invited = await Promise.all(takers.map(async () => succeeded(await invite(ada))));
    const tries = () => Promise.all(takers.map((take, at) => take(invited[at]?.email ?? "")));
    expect((await tries()).map(refusal)).toEqual(takers.map(() => [409, "An account with this email already exists"]));
    // A repeated invitation, or one after a withdrawal, does not extend the seven days.
    for (const { email } of invited.slice(1)) succeeded(await invite(ada, { email }));
    succeeded(await ada.delete(`${PEOPLE}/${invited[0]?.id}`));
    succeeded(await invite(ada, { email: invited[0]?.email }));
    const links = await Promise.all(invited.map(({ email }) => tokenFor(email)));
    await portal.db.update(firstInvitations).set({ at: new Date(portal.clock().getTime() - WEEK) });
    expect((await tries()).map(({ status }) => status)).toEqual([201, 201, 201]);
    for (const link of links) expect(refusal(await join(link))).toEqual([400, "This link has expired"]);
    const left = (await people(ada)).map(({ id }) => id);
    expect(invited.filter(({ id }) => left.includes(id))).toEqual([]);
  });

  test("an email with an account elsewhere is invited, changed and withdrawn like an unknown one", async () => {
    const { founder, ada } = await companyOf("Hornbeam Shutters");
    const { founder: known, ada: owner } = await companyOf("Poplar Shutters");
    const accountBefore = await portal.db.select().from(users).where(eq(users.id, known.id));
    const names = { contactName: "Ben Newcomer", mayOrder: true };
    /** The replies to the calls about one invited email, without the email and the row's id. */
    const storyOf = async (email: string) => {
      const plain = (value: unknown, id: number) =>
        JSON.parse(
          JSON.stringify(value)
            .replace(new RegExp(email, "gi"), "EMAIL")
            .replace(new RegExp(`"id":${id}\\b`), '"id":"ID"'),
        ) as unknown;
      const first = await invite(ada, { email, ...names });
      const { id } = first.body;
      const again = await invite(ada, { email: email.toUpperCase(), ...names, mayManage: true });
      const replies = [
        first,
        again,
        await ada.patch<Row>(`${PEOPLE}/${id}`, { mayOrder: false }),
        await invite(ada, { email, ...names }),
        await ada.get<Row[]>(PEOPLE),
        await ada.get("/api/search?q=Newcomer"),
        await portal.visitor().post("/api/login", { email, password: "not the password" }),
        await portal.visitor().post("/api/forgot-password", { email: "nobody@company.test" }),
        await ada.delete(`${PEOPLE}/${id}`),
        await ada.get<Row[]>(PEOPLE),
      ];
      return replies.map(({ status, body, text }) => plain([status, body ?? text], id));
    };
    const unknownEmail = newEmail();
    const unknown = await storyOf(unknownEmail);
    expect(unknown.map((reply) => (reply as [number])[0])).toEqual([201, 201, 200, 201, 200, 200, 401, 204, 204, 200]);
    expect(await storyOf(known.email)).toEqual(unknown);
    // The known person receives an email without a link that does not mention other accounts.
    const mail = (await portal.mails()).findLast(({ to }) => to === known.email);
    expect(mail?.subject).toBe("Hornbeam Shutters invites you – Tiltrod");
    expect(mail?.text).not.toContain("/join");
    expect(await portal.db.select().from(users).where(eq(users.id, known.id))).toEqual(accountBefore);
    expect(await people(owner)).toHaveLength(1);
    expect((await portal.visitor().post("/api/login", { email: known.email, password: PASSWORD })).status).toBe(200);
    // The invitation of a colleague may be refused openly, because the list shows the colleague
    // anyway.
    expect(refusal(await invite(ada, { email: founder.email }))).toEqual([409, "An account with this email already exists"]);
    // A deleted account frees its email, so a repeated invitation now contains a link.
    const shadow = succeeded(await invite(ada, { email: known.email }));
    succeeded(await (await portal.superAdmin()).delete(`/api/users/${known.id}`));
    expect((await invite(ada, { email: known.email })).body.id).toBe(shadow.id);
    expect((await join(await tokenFor(known.email))).status).toBe(204);
  });

  test("a suspended person receives no email of an invitation from another company", async () => {
    const { ada } = await companyOf("Yew Shutters");
    const { founder: known } = await companyOf("Box Shutters");
    await portal.db.update(users).set({ suspendedAt: portal.clock() }).where(eq(users.id, known.id));
    expect((await invite(ada, { email: known.email })).status).toBe(201);
    expect((await portal.mails()).filter(({ to }) => to === known.email)).toEqual([]);
  });

  test("a company's own name cannot add a web address to the mail of an invitation", async () => {
    const { founder, ada } = await companyOf("https://not-us.example www.not-us．example");
    const { email } = succeeded(await invite(ada));
    const mail = (await portal.mails()).findLast(({ to }) => to === email);
    for (const part of [mail?.subject, mail?.text, mail?.html]) expect(part).not.toMatch(/:\/\/not-us|www\.|us[.．]example/);
    expect(mail?.subject).toContain("Join https not-us example");
    const refused = [400, "Names cannot hold a web address"];
    for (const name of [
      "see https://not-us",
      "www.not-us",
      "not-us.example",
      "NOT-US.EXAMPLE!",
      "not-us．example",
      "пример。рф",
      "not-us\u200D.example",
    ]) {
      expect([name, refusal(await invite(ada, { contactName: name }))]).toEqual([name, refused]);
      const profile = { companyName: "Ours", contactName: "Ada", address: "1 High Street, Lewes" };
      for (const key of ["companyName", "contactName"])
        expect(refusal(await ada.patch(`/api/users/${founder.id}/profile`, { ...profile, [key]: name }))).toEqual(refused);
      const boss = await portal.superAdmin();
      expect(refusal(await boss.put("/api/settings/company", { name }))).toEqual(refused);
    }
    const onTwoLines = { name: "Seller", bankName: "First\nBank" };
    expect(refusal(await (await portal.superAdmin()).put("/api/settings/company", onTwoLines))).toEqual([
      400,
      "Names cannot hold line breaks",
    ]);
    for (const contactName of ["J.P. Morris", "Ann-Marie O'Neil", "Dr. Who", "Ltd. & Sons", "3.5 mm"])
      expect([contactName, (await invite(ada, { contactName })).status]).toEqual([contactName, 201]);
  });

  test("a name that breaks the newer rule stays while other details change, and is checked when it changes", async () => {
    const { founder, ada } = await companyOf("www.ours.example");
    const boss = await portal.superAdmin();
    const save = (facts: object) =>
      ada.patch(`/api/users/${founder.id}/profile`, {
        companyName: "www.ours.example",
        contactName: "Ada",
        address: "1 High Street",
        ...facts,
      });
    expect((await save({ address: "2 High Street, Lewes" })).status).toBe(200);
    expect((await save({ contactName: "Eve" })).status).toBe(200);
    const refused = [400, "Names cannot hold a web address"];
    expect(refusal(await save({ companyName: "www.ours-too.example" }))).toEqual(refused);
    succeeded(await boss.put("/api/settings/company", { name: "Seller" }));
    await portal.db.update(companySettings).set({ name: "seller.example" });
    expect((await boss.put("/api/settings/company", { name: "seller.example", phone: "01273 555 0100" })).status).toBe(200);
    expect(refusal(await boss.put("/api/settings/company", { name: "other.example" }))).toEqual(refused);
    // A person may join an existing company with such a name, but no new company may have one.
    const create = (facts: object) => boss.post("/api/users", { contactName: "Ben", email: newEmail(), password: PASSWORD, ...facts });
    expect((await create({ companyName: "www.ours.example" })).status).toBe(201);
    expect(refusal(await create({ companyName: "www.theirs.example" }))).toEqual(refused);
    expect(refusal(await create({ companyName: "Theirs", contactName: "see theirs.example" }))).toEqual(refused);
  });

  test("a company has at most 200 people, and 100 invitations a day", async () => {
    const { founder, ada } = await companyOf("Birch Shutters");
    const many = Array.from({ length: 198 }, (_, at) => ({
      companyId: founder.companyId,
      email: `birch-${at}@company.test`,
      passwordHash: "",
      role: "customer" as const,
      contactName: `Birch ${at}`,
    }));
    await portal.db.insert(users).values(many);
    const last = succeeded(await invite(ada));
    expect(refusal(await invite(ada))).toEqual([409, "A company can have at most 200 people"]);
    expect((await invite(ada, { email: last.email })).status).toBe(201);
    const { founder: other, ada: eve } = await companyOf("Beech Shutters");
    for (let sent = 1; sent < 100; sent += 1) await portal.appContext.limits.invitations.count(other.companyId);
    expect((await invite(eve)).status).toBe(201);
    const { status, headers } = await invite(eve);
    expect([status, headers.has("retry-after")]).toEqual([429, true]);
  });
});

describe("rights", () => {
  test("a person without the right to manage cannot read or change people; another company's person is unknown", async () => {
    const { founder, ada } = await companyOf("Cedar Shutters");
    const ben = await portal.signIn(await colleagueIn(founder, { mayOrder: true, mayManage: false }));
    const stranger = await portal.createAccount("customer");
    const ask = [403, "Ask Ada of Cedar Shutters to change your company's details"];
    const self = `${PEOPLE}/${ben.account?.id}`;
    for (const body of [{ mayOrder: true }, { mayOrder: "yes" }]) {
      expect(refusal(await ben.patch(self, body))).toEqual(ask);
      expect(refusal(await ben.post(PEOPLE, body))).toEqual(ask);
      expect((await ben.patch(`${PEOPLE}/${stranger.id}`, body)).status).toBe(404);
    }
    expect(refusal(await ben.delete(self))).toEqual(ask);
    expect(refusal(await ben.get(PEOPLE))).toEqual(ask);
    expect((await ada.patch(`${PEOPLE}/${stranger.id}`, { mayOrder: true })).status).toBe(404);
    expect((await ada.delete(`${PEOPLE}/${stranger.id}`)).status).toBe(404);
    expect((await ada.patch(self, { mayOrder: "yes" })).status).toBe(400);
  });

  test("the two rights are changed each alone and apply at once; a supplier's person always may order", async () => {
    const { founder, ada } = await companyOf("Juniper Shutters");
    const ben = await colleagueIn(founder);
    const path = `${PEOPLE}/${ben.id}`;
    expect((await ada.patch<Row>(path, { mayOrder: true })).body).toMatchObject({ id: ben.id, mayOrder: true, mayManage: false });
    expect((await ada.patch<Row>(path, { mayManage: true })).body).toMatchObject({ mayOrder: true, mayManage: true });
    expect((await ada.patch<Row>(path, {})).body).toMatchObject({ mayOrder: true, mayManage: true });
    // The new rights apply to existing sessions at once.
    const session = await portal.signIn(ben);
    const standing = async () => (await session.get(PEOPLE)).status;
    expect(await standing()).toBe(200);
    expect((await ada.patch<Row>(path, NONE)).body).toMatchObject(NONE);
    expect(await standing()).toBe(403);
    const maker = await portal.createAccount("supplier");
    const mate = await portal.createAccount("supplier", { colleagueOf: maker });
    const reply = await (await portal.signIn(maker)).patch<Row>(`${PEOPLE}/${mate.id}`, NONE);
    expect([reply.status, reply.body.mayOrder, reply.body.mayManage]).toEqual([200, true, false]);
  });

  test("a supplier's person without the right deletes nobody, reads no people, and learns who has the right", async () => {
    const maker = await portal.createAccount("supplier", { companyName: "Bench Works", contactName: "Mo Maker" });
    const mate = await portal.createAccount("supplier", { colleagueOf: maker, mayManage: false });
    const other = await portal.createAccount("supplier", { colleagueOf: maker });
    const client = await portal.signIn(mate);
    const ask = [403, "Ask Mo Maker to change your company's details"];
    for (const id of [maker.id, other.id, mate.id]) expect(refusal(await client.delete(`${PEOPLE}/${id}`))).toEqual(ask);
    expect(refusal(await client.patch(`${PEOPLE}/${mate.id}`, { mayManage: true }))).toEqual(ask);
    expect([refusal(await client.get(PEOPLE)), refusal(await invite(client))]).toEqual([ask, ask]);
    const profile = { companyName: "Mine now", contactName: "Mate", address: "1 High Street" };
    expect(refusal(await client.patch(`/api/users/${mate.id}/profile`, profile))).toEqual(ask);
    expect((await client.get<{ user: object }>("/api/user")).body.user).toMatchObject({ mayManage: false, managedBy: "Mo Maker" });
    expect((await client.get("/api/orders")).status).toBe(200);
  });

  test("a supplier's founder cannot be deleted or lose the right to manage by a person of less than a day", async () => {
    const maker = await portal.createAccount("supplier", { companyName: "Old Works" });
    const newest = await portal.createAccount("supplier", { colleagueOf: maker, joinedAt: portal.clock() });
    const mate = await portal.createAccount("supplier", { colleagueOf: maker });
    const client = await portal.signIn(newest);
    const founder = `${PEOPLE}/${maker.id}`;
    const wait = [403, "Only somebody who has been here for a day may do this"];
    const tries = async () => [refusal(await client.patch(founder, { mayManage: false })), refusal(await client.delete(founder))];
    expect(await tries()).toEqual([wait, wait]);
    expect((await client.delete(`${PEOPLE}/${mate.id}`)).status).toBe(204);
    portal.clock.advance(DAY - 60_000);
    const soon = await portal.signIn(newest);
    expect(refusal(await soon.delete(founder))).toEqual(wait);
    portal.clock.advance(60_000);
    expect((await soon.delete(founder)).status).toBe(204);
    portal.clock.advance(-DAY);
  });

  test("a person without the right to manage changes only their own contact name, no company details", async () => {
    const { founder } = await companyOf("Yew Shutters");
    await portal.db.update(companies).set({ address: "1 High Street, Lewes" }).where(eq(companies.id, founder.companyId));
    const account = await colleagueIn(founder);
    const ben = await portal.signIn(account);
    const path = `/api/users/${account.id}/profile`;
    const same = { companyName: "Yew Shutters", address: "1 High Street, Lewes" };
    expect((await ben.patch(path, { contactName: "Ben Best" })).body).toMatchObject({ ...same, contactName: "Ben Best" });
    expect((await ben.patch(path, { contactName: "Ben Better", ...same })).status).toBe(200);
    const ask = [403, "Ask Ada of Yew Shutters to change your company's details"];
    // The right is checked before the values, so an invalid value gets the same refusal.
    const others = [{ companyName: "Ben's" }, { companyName: "B" }, { companyName: 7 }, { companyName: null }, { companyName: "" }];
    for (const other of [
      ...others,
      { address: "2 Low Street" },
      { address: "2" },
      { address: "" },
      { address: null },
      { address: {} },
      { phone: "0" },
      { vatNumber: "0" },
    ])
      for (const contactName of ["Ben", "B"]) expect(refusal(await ben.patch(path, { contactName, ...same, ...other }))).toEqual(ask);
    expect(refusal(await ben.patch(path, { contactName: "B", ...same }))).toEqual([400, "Contact name must be at least 2 characters"]);
    await portal.db.update(companies).set({ address: null }).where(eq(companies.id, founder.companyId));
    for (const address of [null, ""]) expect((await ben.patch(path, { contactName: "Ben", address })).status).toBe(200);
    const ada = await portal.signIn(founder);
    expect((await ada.patch(`/api/users/${founder.id}/profile`, { contactName: "Ada" })).status).toBe(400);
  });

  test("a super admin's View As applies the person's rights, is audited with both names, and is no visit", async () => {
    const founder = await portal.createAccount("customer", { companyName: "Hornbeam Shutters" });
    const boss = await portal.createAccount("super_admin");
    const viewing = await portal.openSession(founder, boss);
    const reply = await invite(viewing);
    expect(reply.status).toBe(201);
    portal.clock.advance(DAY / 24);
    await viewing.get("/api/user");
    const [self] = (await people(viewing)).filter(({ id }) => id === founder.id);
    expect(self?.lastSeenAt).toBeNull();
    const { body } = await (await portal.superAdmin()).get<{ actor: { id: number }; onBehalfOf: { id: number } }[]>(
      `/api/audit?action=company.invite&targetId=${reply.body.id}`,
    );
    expect(body.map(({ actor, onBehalfOf }) => [actor.id, onBehalfOf.id])).toEqual([[boss.id, founder.id]]);
    const without = await portal.openSession(await colleagueIn(founder), boss);
    expect((await invite(without)).status).toBe(403);
  });

  test("a person's last visit is updated at sign-in and when the person returns", async () => {
    const { founder } = await companyOf("Plane Shutters");
    const ada = await portal.signIn({ email: founder.email });
    const seen = async () => (await people(ada)).find(({ id }) => id === founder.id)?.lastSeenAt ?? "";
    const first = await seen();
    expect(Date.parse(first)).toBeGreaterThan(0);
    portal.clock.advance(DAY / 24);
    await ada.get("/api/user");
    expect(Date.parse(await seen()) - Date.parse(first)).toBeGreaterThan(DAY / 25);
  });
});

describe("deleting an account", () => {
  test("a deleted account ends at once, one's own too; what the person made stays the company's", async () => {
    const { founder, ada } = await companyOf("Spruce Shutters");
    const account = await colleagueIn(founder);
    const ben = await portal.signIn(account);
    const quote = await portal.quoteFor(ben);
    expect((await ada.delete(`${PEOPLE}/${account.id}`)).status).toBe(204);
    expect((await ben.get("/api/user")).status).toBe(401);
    expect((await people(ada)).map(({ id }) => id)).toEqual([founder.id]);
    const { body } = await ada.get<{ user: { contactName: string; companyName: string } }>(`/api/quotes/${quote.id}`);
    expect(body.user).toMatchObject({ contactName: account.contactName, companyName: "Spruce Shutters" });
    const partner = await colleagueIn(founder, {});
    const eve = await portal.signIn(partner);
    expect((await eve.delete(`${PEOPLE}/${partner.id}`)).status).toBe(204);
    expect((await eve.get("/api/user")).status).toBe(401);
  });

  test("a withdrawn invitation frees its e-mail and makes its link invalid", async () => {
    const { ada } = await companyOf("Poplar Shutters");
    const { id, email } = succeeded(await invite(ada));
    const token = await tokenFor(email);
    expect((await ada.delete(`${PEOPLE}/${id}`)).status).toBe(204);
    expect((await join(token)).status).toBe(400);
    expect((await invite(ada, { email })).status).toBe(201);
  });

  test("the last manager stays and keeps the right; an invited manager does not count", async () => {
    const { founder, ada } = await companyOf("Aspen Shutters");
    const account = await colleagueIn(founder);
    succeeded(await invite(ada, { mayManage: true }));
    const kept = [409, "Somebody else must be able to manage Aspen Shutters first"];
    const self = `${PEOPLE}/${founder.id}`;
    expect(refusal(await ada.patch(self, { mayManage: false }))).toEqual(kept);
    expect(refusal(await ada.delete(self))).toEqual(kept);
    expect((await ada.patch(self, { mayOrder: false })).status).toBe(200);
    const boss = await portal.superAdmin();
    expect(refusal(await boss.delete(`/api/users/${founder.id}`))).toEqual(kept);
    expect((await boss.delete(`/api/users/${account.id}`)).status).toBe(204);
    expect(refusal(await ada.delete(self))).toEqual(kept);
    // The super admin may delete the only person: the company leaves all lists, and its invitations
    // end.
    expect((await boss.delete(`/api/users/${founder.id}`)).status).toBe(204);
    expect((await boss.get("/api/clients?search=Aspen")).body).toEqual([]);
    expect(await portal.db.$count(users, eq(users.companyId, founder.companyId))).toBe(3);
    expect(await portal.db.$count(invitations, eq(invitations.invitedBy, founder.id))).toBe(0);
  });

  test("the last person of a supplier's company cannot be deleted by the company itself", async () => {
    const maker = await portal.createAccount("supplier", { companyName: "Joiners" });
    const mate = await portal.createAccount("supplier", { colleagueOf: maker });
    const client = await portal.signIn(maker);
    expect((await client.delete(`${PEOPLE}/${mate.id}`)).status).toBe(204);
    expect(refusal(await client.delete(`${PEOPLE}/${maker.id}`))).toEqual([409, "Somebody else must be able to manage Joiners first"]);
  });

  test("two managers who remove each other or each other's right at once: one remains", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { founder, ada } = await companyOf(`Two of ${round}`);
      const account = await colleagueIn(founder, {});
      const ben = await portal.signIn(account);
      const ends = round % 2 === 1;
      const turn = (client: TestClient, id: number) =>
        ends ? client.delete(`${PEOPLE}/${id}`) : client.patch(`${PEOPLE}/${id}`, { mayManage: false });
      const replies = await Promise.all([turn(ada, account.id), turn(ben, founder.id)]);
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
      const rows = await portal.db.select().from(users).where(eq(users.companyId, founder.companyId));
      expect(rows.filter(({ mayManage, deletedAt }) => mayManage && deletedAt === null)).toHaveLength(1);
    }
  });

  test("a company's name and address stay until its last person is deleted", async () => {
    const { founder } = await companyOf("Linden Shutters");
    const account = await colleagueIn(founder, {});
    const boss = await portal.superAdmin();
    const nameOf = async () => (await portal.db.select().from(companies).where(eq(companies.id, founder.companyId)))[0]?.name;
    expect((await boss.delete(`/api/users/${founder.id}`)).status).toBe(204);
    expect(await nameOf()).toBe("Linden Shutters");
    const [gone] = await portal.db.select().from(users).where(eq(users.id, founder.id));
    expect(gone?.contactName).toBe("Deleted account");
    expect((await boss.delete(`/api/users/${account.id}`)).status).toBe(204);
    expect(await nameOf()).toBe("Deleted account");
    expect(await portal.db.$count(quotes, eq(quotes.companyId, founder.companyId))).toBe(0);
  });
});

test("every colleague sees the company's quotes, orders, remakes, invoices, referrals and figures", async () => {
  const { founder, ada } = await companyOf("Bracken Shutters");
  const ben = await portal.signIn(await colleagueIn(founder));
  const [order] = [await portal.orderFor(ada), await portal.orderFor(ben), await portal.quoteFor(ben)];
  succeeded(await askForRemake(ada, order.id));
  await portal.signUp({ referralCode: founder.referralCode });
  await portal.db.insert(invoices).values({
    ...{ number: 900, ...invoiceOf(order.quoteId ?? 0), orderId: order.id, taxPoint: "2026-06-10", issuedAt: new Date() },
    snapshot: { jobName: null, poNumber: null, subtotal: 1, tax: 0, finalTotal: 1 } as never,
  });
  const lists = { quotes: 3, orders: 2, remakes: 1, invoices: 1, referrals: 1 };
  for (const [list, many] of Object.entries(lists)) {
    const { body } = await ben.get<unknown[]>(`/api/${list}`);
    expect([list, body.length]).toEqual([list, many]);
    expect((await ada.get(`/api/${list}`)).body).toEqual(body);
  }
  for (const path of ["/api/stats", "/api/orders/counts", "/api/quotes/counts", "/api/remakes/counts", "/api/search?q=Bracken"])
    expect([path, (await ben.get(path)).body]).toEqual([path, (await ada.get(path)).body]);
  expect((await ben.get<{ totalOrders: number }>("/api/stats")).body.totalOrders).toBe(2);
});

test("the named contact is the first to join of those who may order, or else of those who may manage", async () => {
  const { founder, ada } = await companyOf("Sorrel Shutters");
  const joined = (contactName: string, day: string, facts: Partial<User> = NONE) =>
    portal.createAccount("customer", { colleagueOf: founder, contactName, joinedAt: new Date(day), ...facts });
  const ben = await portal.signIn(await joined("Ben", "2026-03-01"));
  // The order of invitations does not matter, and invited people do not count.
  const late = await joined("Late", "2026-03-03", { mayOrder: true, mayManage: false });
  const early = await joined("Early", "2026-03-02", { mayOrder: true, mayManage: false });
  succeeded(await invite(ada, { mayOrder: true, mayManage: true }));
  await portal.db
    .update(users)
    .set({ mayOrder: false, joinedAt: new Date("2026-03-04") })
    .where(eq(users.id, founder.id));
  const { id } = await portal.quoteFor(ben);
  const named = async () => (await ben.post(`/api/quotes/${id}/place`, { shippingAddress: "1 High Street" })).text;
  expect(await named()).toBe("Ask Early to place this order");
  expect((await ben.get(PEOPLE)).text).toBe("Ask Ada of Sorrel Shutters to change your company's details");
  expect((await ben.get<{ user: object }>("/api/user")).body.user).toMatchObject({
    orderedBy: "Early",
    managedBy: "Ada of Sorrel Shutters",
  });
  succeeded(await ada.delete(`${PEOPLE}/${early.id}`));
  expect(await named()).toBe("Ask Late to place this order");
  succeeded(await ada.patch(`${PEOPLE}/${late.id}`, { mayOrder: false }));
  expect(await named()).toBe("Ask Ada of Sorrel Shutters to place this order");
});

test("a new account joins the oldest approved company of its name and kind; a registration founds one", async () => {
  const boss = await portal.superAdmin();
  const named = (companyName: string, facts: Partial<User> = {}) => portal.createAccount("customer", { companyName, ...facts });
  for (const approvalStatus of ["pending", "rejected", "suspended"] as const) await named("Teasel Shutters", { approvalStatus });
  const oldest = await named("TEASEL Shutters");
  await named("Teasel Shutters");
  await portal.createAccount("supplier", { companyName: "Teasel Shutters" });
  const made = async (companyName: string, role: Role) => {
    const body = { companyName, contactName: "Ben", email: newEmail(), password: PASSWORD, role };
    const { id } = succeeded(await boss.post<{ id: number }>("/api/users", body));
    const [row] = await portal.db.select({ id: users.id, companyId: users.companyId }).from(users).where(eq(users.id, id));
    return row ?? { id: 0, companyId: 0 };
  };
  expect((await made("  teasel shutters ", "customer")).companyId).toBe(oldest.companyId);
  const founder = await made("Campion Office", "admin");
  expect(founder.companyId).toBe(founder.id);
  expect((await made("campion office", "super_admin")).companyId).toBe(founder.id);
  expect((await made("Campion Office", "supplier")).companyId).not.toBe(founder.id);
  const registered = await portal.signUp({ companyName: "Teasel Shutters" });
  expect(registered.companyId).toBe(registered.id);
  // A company without people appears in no list, so no new account joins it.
  const left = await named("Vetch Shutters");
  await portal.quoteFor(await portal.signIn(left));
  succeeded(await boss.delete(`/api/users/${left.id}`));
  const anew = await made("Vetch Shutters", "customer");
  expect(anew.companyId).toBe(anew.id);
});

test("the super admin may set a new person's rights; omitted rights are granted", async () => {
  const boss = await portal.superAdmin();
  const { founder } = await companyOf("Holly Shutters");
  const make = async (facts: object) => {
    const body = { companyName: " holly shutters", contactName: "Ben", email: newEmail(), password: PASSWORD, ...facts };
    const { id } = succeeded(await boss.post<{ id: number }>("/api/users", body));
    return (await portal.db.select().from(users).where(eq(users.id, id)))[0];
  };
  expect(await make({})).toMatchObject({ companyId: founder.companyId, mayOrder: true, mayManage: true });
  expect(await make({ mayOrder: false, mayManage: false })).toMatchObject({ companyId: founder.companyId, ...NONE });
  expect(await make({ role: "supplier" })).toMatchObject({ mayOrder: true, mayManage: true });
  expect(await make({ role: "supplier", ...NONE })).toMatchObject({ mayOrder: true, mayManage: false });
  expect(await make({ role: "admin", ...NONE })).toMatchObject({ mayOrder: true, mayManage: true });
});
