import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { devices } from "#server/schema/identity/sessions.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { letPass } from "#server/testing/later.ts";
import { PASSWORD, startPortal, type TestPortal, type User } from "#server/testing/portal.ts";

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

interface Listed {
  readonly id: number;
  readonly device: string;
  readonly current: boolean;
  readonly viewedBy: number | null;
  readonly viewedByName: string | null;
  readonly viewing: string | null;
}
const CHROME = { "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36" };
const listOf = async (client: TestClient) => succeeded(await client.get<Listed[]>("/api/account/sessions"));
const isSignedIn = async (client: TestClient) => (await client.get("/api/user")).status === 200;
async function signIn({ email }: Pick<User, "email">, at = portal, client = at.visitor()): Promise<TestClient> {
  succeeded(await client.post("/api/login", { email, password: PASSWORD }, CHROME));
  return client;
}

describe("a person's list of sessions", () => {
  test("the list names each session's device in words, marks the current one, and holds no cookie", async () => {
    const person = await portal.createAccount("customer");
    await portal.openSession(await portal.createAccount("customer"));
    await portal.openSession(person);
    const here = await signIn(person);
    const reply = await here.get<Listed[]>("/api/account/sessions");
    expect(reply.body.map(({ device, current, viewedBy }) => [device, current, viewedBy])).toEqual([
      ["Chrome on Windows", true, null],
      ["Unknown device", false, null],
    ]);
    for (const cookie of here.cookies.values()) expect(reply.text).not.toContain(decodeURIComponent(cookie).slice(2, 30));
  });

  test("a session that has expired leaves the list before the night deletes it", async () => {
    const person = await portal.createAccount("customer");
    await portal.openSession(person);
    portal.clock.advance(13 * 3_600_000);
    expect(await listOf(await portal.openSession(person))).toHaveLength(1);
  });

  test("an ended session is refused at every process at once, and a stranger's is a 404", async () => {
    const person = await portal.createAccount("customer");
    const [here, there] = [await signIn(person), await signIn(person, second)];
    const other = (await listOf(here)).find(({ current }) => !current);
    const stranger = await portal.signIn("customer");
    expect((await stranger.delete(`/api/account/sessions/${other?.id}`)).status).toBe(404);
    expect(await isSignedIn(there)).toBe(true);
    expect((await here.delete(`/api/account/sessions/${other?.id}`)).status).toBe(204);
    expect([await isSignedIn(there), await isSignedIn(here)]).toEqual([false, true]);
    expect((await here.delete(`/api/account/sessions/${other?.id}`)).status).toBe(404);
  });

  test("ending the others leaves only the session of the call", async () => {
    const person = await portal.createAccount("supplier");
    const others = [await portal.openSession(person), await portal.openSession(person)];
    const here = await portal.openSession(person);
    expect((await here.delete("/api/account/sessions")).status).toBe(204);
    expect(await Promise.all([here, ...others].map(isSignedIn))).toEqual([true, false, false]);
  });
});

describe("View As", () => {
  test("a view is in the viewed person's list with the viewer, and can be ended there", async () => {
    const person = await portal.createAccount("customer");
    const boss = await portal.createAccount("super_admin");
    const [here, owner] = [await portal.openSession(person), await portal.openSession(boss)];
    const view = await portal.openSession(person, boss);
    const seen = (await listOf(here)).find(({ viewedBy }) => viewedBy !== null);
    expect(seen).toMatchObject({ viewedBy: boss.id, viewedByName: boss.contactName, viewing: null, current: false });
    const own = (await listOf(owner)).find(({ viewing }) => viewing !== null);
    expect(own).toMatchObject({ id: seen?.id, viewedBy: null, viewing: person.contactName });
    expect((await here.delete(`/api/account/sessions/${seen?.id}`)).status).toBe(204);
    expect(await Promise.all([here, owner, view].map(isSignedIn))).toEqual([true, true, false]);
  });
});

describe("another person's sessions", () => {
  test("the super admin ends a person's sessions, and keeps the own one of the call", async () => {
    const [person, boss] = [await portal.createAccount("customer"), await portal.createAccount("super_admin")];
    const [theirs, owner, elsewhere] = [await portal.openSession(person), await portal.openSession(boss), await portal.openSession(boss)];
    expect((await owner.delete(`/api/users/${person.id}/sessions`)).status).toBe(204);
    expect((await owner.delete(`/api/users/${boss.id}/sessions`)).status).toBe(204);
    expect(await Promise.all([theirs, owner, elsewhere].map(isSignedIn))).toEqual([false, true, false]);
    expect((await owner.delete("/api/users/999999/sessions")).status).toBe(404);
  });

  test("a manager ends a colleague's sessions, of the own company only", async () => {
    const manager = await portal.createAccount("customer");
    const colleague = await portal.createAccount("customer", { colleagueOf: manager, mayManage: false, mayOrder: false });
    const stranger = await portal.createAccount("customer");
    const [theirs, strangers] = [await portal.openSession(colleague), await portal.openSession(stranger)];
    const managers = await portal.openSession(manager);
    expect((await theirs.delete(`/api/company/people/${manager.id}/sessions`)).status).toBe(403);
    expect((await managers.delete(`/api/company/people/${stranger.id}/sessions`)).status).toBe(404);
    expect((await managers.delete(`/api/company/people/${colleague.id}/sessions`)).status).toBe(204);
    expect(await Promise.all([theirs, strangers, managers].map(isSignedIn))).toEqual([false, true, true]);
  });
});

describe("a new device", () => {
  const mailsTo = async ({ email }: User) => (await portal.mails()).filter(({ to }) => to === email).map(({ text }) => text);

  test("a sign-in from a new device is emailed with time and device, and a known device is not", async () => {
    const person = await portal.createAccount("customer");
    const client = await signIn(person);
    await signIn(person, portal, client);
    await signIn(person, second, client);
    expect(await mailsTo(person)).toEqual([expect.stringMatching(/on a new device: Chrome on Windows, \d+ \w+ \d{4}, \d\d:\d\d\./)]);
    await signIn(person);
    expect(await mailsTo(person)).toHaveLength(2);
  });

  test("a device that was not seen for 90 days is new again, and one seen after 89 is not", async () => {
    const person = await portal.createAccount("customer");
    const client = await signIn(person);
    await letPass(portal, 89 * 86_400_000);
    await signIn(person, portal, client);
    expect(await mailsTo(person)).toHaveLength(1);
    await letPass(portal, 91 * 86_400_000);
    await signIn(person, portal, client);
    expect(await mailsTo(person)).toHaveLength(2);
  });

  test("two sign-ins at once from one device send one email", async () => {
    const person = await portal.createAccount("customer");
    const cookies = { cookie: `tiltrod.device=${"d".repeat(43)}` };
    const sent = Array.from({ length: 4 }, (_, at) =>
      (at % 2 ? portal : second).visitor().post("/api/login", { email: person.email, password: PASSWORD }, cookies),
    );
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await mailsTo(person)).toHaveLength(1);
  });

  test("a program that stores no cookie causes at most five emails a day", async () => {
    const person = await portal.createAccount("customer");
    for (let count = 0; count < 7; count += 1) await signIn(person);
    expect(await mailsTo(person)).toHaveLength(5);
  });

  test("a refused sign-in stores no device, and a made-up cookie is replaced", async () => {
    const person = await portal.createAccount("customer");
    const before = await portal.db.$count(devices);
    const guest = portal.visitor();
    expect((await guest.post("/api/login", { email: person.email, password: "not the password" })).status).toBe(401);
    expect([await portal.db.$count(devices), guest.cookies.has("tiltrod.device")]).toEqual([before, false]);
    guest.cookies.set("tiltrod.device", "x");
    await signIn(person, portal, guest);
    expect(guest.cookies.get("tiltrod.device")).toMatch(/^[\w-]{43}$/);
  });
});
