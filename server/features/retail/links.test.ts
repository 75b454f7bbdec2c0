import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "#server/platform/http/log.ts";
import { notifications } from "#server/schema/notifications.ts";
import { quotes } from "#server/schema/quotes.ts";
import { retailLinks, retailLogos } from "#server/schema/retail.ts";
import { type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { mailsAsSent } from "#server/testing/papers/mails-as-sent.ts";
import { readPdf } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { dropLogo, storeBusiness, storeLogo } from "#server/testing/retail.ts";
import type { Snapshot } from "./quotation-snapshot.ts";
import { retailTasks } from "./shared-link.ts";

let portal: TestPortal;
let fitter: User;
let customer: TestClient;
let boss: TestClient;
const logged: string[] = [];
beforeAll(async () => {
  const log = createLog("info", { write: (line: string) => logged.push(line) } as never);
  portal = await startPortal({ log });
  fitter = await portal.createAccount("customer");
  customer = await portal.signIn(fitter);
  boss = await portal.superAdmin();
  await storeBusiness(portal, fitter.companyId);
});
afterAll(() => portal.stop());

const EXTRAS = [
  { text: "Old blinds taken away", price: 40, optional: false },
  { text: "Cills painted", price: 180, optional: true },
];
interface LinkReply {
  readonly id: number;
  readonly url: string;
  readonly revision: number;
  readonly expiresAt: string;
}
const quoted = async (): Promise<number> => {
  const { id } = await portal.quoteFor(customer, {
    customerName: "Mrs Hughes",
    customerEmail: "p@hughes.example",
    siteAddress: "4 Orchard Lane",
  });
  succeeded(await customer.put(`/api/quotes/${id}/retail`, { version: 1, extras: EXTRAS }));
  return id;
};
const linked = async (id: number, body: object = {}): Promise<LinkReply> =>
  succeeded(await customer.post<LinkReply>(`/api/quotes/${id}/retail-links`, body));
const linksOf = async (id: number) =>
  succeeded(
    await customer.get<{ id: number; state: string; opens: number; acceptance: unknown; reason: string | null }[]>(
      `/api/quotes/${id}/retail-links`,
    ),
  );
/** Requests come from a new network each, unless one is given. */
let networks = 0;
function at(url: string, network?: string) {
  networks += 1;
  const ip = network ?? `10.${(networks >> 8) & 255}.${networks & 255}.7`;
  const headers = { "x-forwarded-for": ip, "user-agent": "A telephone" };
  const here = new URL(new URL(url).pathname, portal.url).href;
  return {
    page: () => fetch(here, { headers: { ...headers, accept: "text/html" } }),
    json: async () =>
      (await fetch(here, { headers: { ...headers, accept: "application/json" } })).json() as Promise<{
        snapshot: string;
        hash: string;
        state: string;
      }>,
    get: (end: string) => fetch(here + end, { headers }),
    post: (what: string, body: unknown = {}, more: Record<string, string> = {}) =>
      fetch(`${here}/${what}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", ...more },
        body: JSON.stringify(body),
      }),
  };
}
const acceptance = async (url: string, extras: number[] = []) => {
  const { snapshot, hash } = await at(url).json();
  const { subtotal, extras: offered } = JSON.parse(snapshot) as Snapshot;
  const net = Math.round((subtotal + extras.reduce((sum, place) => sum + (offered[place]?.price ?? 0), 0)) * 100);
  return { name: "Penelope Hughes", extras, total: (net + Math.round(net / 5)) / 100, hash };
};
const answered = async (reply: Response) => [reply.status, await reply.text()] as const;
const today = () =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "Europe/London" }).format(
    portal.appContext.clock(),
  );

describe("a link", () => {
  test("a link has 256 random bits, stored as a hash only, and shows the frozen text with its hash", async () => {
    const id = await quoted();
    const { url, revision } = await linked(id);
    expect(url).toMatch(/\/r\/[\w-]{43}$/);
    const { snapshot, hash, state } = await at(url).json();
    expect([hash, state]).toEqual([createHash("sha256").update(snapshot).digest("hex"), "open"]);
    expect(JSON.parse(snapshot)).toMatchObject({ revision, customer: { name: "Mrs Hughes" }, from: { name: "Orchard Shutters" } });
    const token = url.split("/").at(-1) ?? "";
    expect(JSON.stringify(await portal.db.select().from(retailLinks))).not.toContain(token);
    succeeded(await customer.put(`/api/quotes/${id}/retail`, { version: 2, markupPercent: 100 }));
    expect((await at(url).json()).snapshot).toBe(snapshot);
  });

  test("a link's token is never logged", async () => {
    const { url } = await linked(await quoted());
    await at(url).page();
    await at(url).post("accept", { name: "" });
    expect(logged.some((line) => line.includes("/r/…"))).toBe(true);
    expect(logged.join("")).not.toContain(url.split("/").at(-1));
  });

  test("a link shows a page that is readable without its script and names only the fitter", async () => {
    const { url } = await linked(await quoted());
    const reply = await at(url).page();
    const page = await reply.text();
    expect(reply.status).toBe(200);
    for (const word of [
      "Orchard Shutters",
      "Mrs Hughes",
      "<svg",
      "Cills painted",
      "I accept this quotation of £",
      "made to measure",
      "12-34-56",
    ])
      expect(page).toContain(word);
    expect(page.replace(/<style>.*<\/style>/s, "")).not.toMatch(/tiltrod|Q-\d|l-frame|markup|margin/i);
    const headers = Object.fromEntries(reply.headers);
    expect(headers).toMatchObject({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" });
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; style-src 'sha256-/);
    expect(headers).not.toHaveProperty("set-cookie");
    const script = await (await at(url).get("/../page.js")).text();
    expect(script.length).toBeLessThan(60_000);
    const trade = (await customer.get<QuoteReply & { subtotal: number; finalTotal: number }>("/api/quotes")).body as unknown as {
      finalTotal: number;
    }[];
    expect(page).not.toContain(trade[0]?.finalTotal.toFixed(2));
  });

  test("a link ends with London's day, and with the trade quote unless that was placed", async () => {
    const id = await quoted();
    const validUntil = (await portal.db.select().from(quotes).where(eq(quotes.id, id)))[0]?.validUntil;
    const soon = new Date(portal.appContext.clock().getTime() + 2 * 86_400_000);
    await portal.db.update(quotes).set({ validUntil: soon }).where(eq(quotes.id, id));
    expect((await linked(id)).expiresAt).toBe(soon.toISOString());
    succeeded(await boss.post(`/api/quotes/${id}/convert`, { shippingAddress: "4 Orchard Lane", companyAddress: "1 High Street, Lewes" }));
    expect((await linked(id)).expiresAt).toBe(validUntil?.toISOString());
  });

  test("a link is emailed in the fitter's name, and replies go to the fitter", async () => {
    const { url } = await linked(await quoted(), { sendTo: "p@hughes.example" });
    const mail = (await portal.mails()).at(-1);
    expect(mail).toMatchObject({
      to: "p@hughes.example",
      subject: "Your quotation from Orchard Shutters",
      inNameOf: { name: "Orchard Shutters", replyTo: "hello@orchard.example" },
    });
    expect(mail?.text).toContain(url);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/tiltrod/i);
  });

  test("a link counts openings by the page's script, and notifies the fitter of the first", async () => {
    const id = await quoted();
    const { url } = await linked(id);
    await at(url).page();
    expect((await linksOf(id))[0]).toMatchObject({ opens: 0 });
    for (let time = 0; time < 3; time += 1) expect((await at(url).post("opened")).status).toBe(204);
    expect((await linksOf(id))[0]).toMatchObject({ opens: 3, state: "open" });
    const told = await portal.db.select().from(notifications).where(eq(notifications.relatedId, id));
    expect(told.map(({ type }) => type)).toEqual(["retail"]);
  });

  test("a link that a later revision supersedes is a 410", async () => {
    const id = await quoted();
    const first = await linked(id);
    const same = await linked(id);
    succeeded(await customer.put(`/api/quotes/${id}/retail`, { version: 2, depositPercent: 10 }));
    const second = await linked(id);
    expect([first.revision, same.revision, second.revision]).toEqual([2, 2, 3]);
    expect((await linksOf(id)).map(({ state }) => state)).toEqual(["open", "superseded", "superseded"]);
    const page = await at(first.url).page();
    expect(page.status).toBe(410);
    const words = await page.text();
    expect(words).toContain("There is a newer quotation. Ask Orchard Shutters");
    expect(words).not.toMatch(/href="(?!data:)/);
    for (const what of ["accept", "decline", "question"]) expect((await at(first.url).post(what)).status).toBe(410);
    expect((await at(first.url).get("/quotation.pdf")).status).toBe(410);
  });

  test("a link that is revoked, expired, unknown or of a declined quote is one identical 404", async () => {
    const id = await quoted();
    const revoked = await linked(id);
    expect((await customer.delete(`/api/quotes/${id}/retail-links/${revoked.id}`)).status).toBe(204);
    expect((await customer.delete(`/api/quotes/${id}/retail-links/${revoked.id}`)).status).toBe(409);
    const expired = await linked(id);
    await portal.db
      .update(retailLinks)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(retailLinks.id, expired.id));
    const other = await quoted();
    const declined = await linked(other);
    await portal.db.update(quotes).set({ status: "declined" }).where(eq(quotes.id, other));
    const unknown = `${portal.url}/r/${"A".repeat(43)}`;
    const answers = await Promise.all(
      [revoked.url, expired.url, declined.url, unknown, `${portal.url}/r/x`].map(async (url) => answered(await at(url).page())),
    );
    expect(answers[0]?.[0]).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    for (const what of ["accept", "opened", "question"]) expect((await at(revoked.url).post(what)).status).toBe(404);
    expect((await at(revoked.url).get("/anything/else")).status).toBe(404);
  });
});

describe("an answer", () => {
  test("an acceptance counts once with its evidence, both sides are notified and the PDF states it", async () => {
    const id = await quoted();
    const { url } = await linked(id);
    const wish = await acceptance(url, [1]);
    const changed = [409, "This quotation has changed. Ask Orchard Shutters for the new one"];
    expect(await answered(await at(url).post("accept", { ...wish, total: wish.total + 0.01 }))).toEqual(changed);
    expect(await answered(await at(url).post("accept", { ...wish, hash: "0".repeat(64) }))).toEqual(changed);
    for (const extras of [[0], [7], [1, 1]]) expect((await at(url).post("accept", { ...wish, extras })).status).toBe(400);
    expect((await at(url).post("accept", { ...wish, name: "P" })).status).toBe(400);
    expect((await at(url).post("accept", wish, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    const before = (await portal.mails()).length;
    const accepted = await at(url).post("accept", wish);
    expect([accepted.status, await accepted.json()]).toEqual([200, expect.objectContaining({ state: "accepted", total: wish.total })]);
    const [link] = await portal.db.select().from(retailLinks).where(eq(retailLinks.quoteId, id));
    const inPounds = wish.total.toLocaleString("en-GB", { style: "currency", currency: "GBP" });
    expect(link).toMatchObject({
      acceptedName: "Penelope Hughes",
      acceptedExtras: [1],
      acceptedSentence: `I accept this quotation of ${inPounds} and its terms.`,
      acceptedBrowser: "A telephone",
      snapshotHash: wish.hash,
    });
    expect(link?.acceptedIp).toMatch(/^10\./);
    const again = [409, `This quotation was accepted on ${today()}`];
    expect(await answered(await at(url).post("accept", wish))).toEqual(again);
    expect(await answered(await at(url).post("decline"))).toEqual(again);
    const put = await customer.put(`/api/quotes/${id}/retail`, { version: 2 });
    expect([put.status, put.text]).toEqual([409, "This quotation was accepted"]);
    const mails = (await portal.mails()).slice(before);
    expect(mails.map(({ to }) => to).sort()).toEqual([fitter.email, "p@hughes.example"].sort());
    const paper = Buffer.from(await (await at(url).get("/quotation.pdf")).arrayBuffer());
    expect(readPdf(paper).pages.at(-1)?.replaceAll("\n", " ")).toContain("Accepted by Penelope Hughes");
    for (const { attached } of await mailsAsSent(portal, mails)) {
      expect(attached.map(({ filename }) => filename)).toEqual(["quotation.pdf"]);
      expect(attached[0]?.content.equals(paper)).toBe(true);
    }
    expect((await customer.get<{ id: number }[]>("/api/quotes?retail=accepted")).body.map((row) => row.id)).toContain(id);
  });

  test("the list says since when a quotation is with its customer, and a placed one leaves the accepted ones", async () => {
    const id = await quoted();
    const { url } = await linked(id);
    const rowsOf = async (query: string) =>
      succeeded(await customer.get<{ id: number; withCustomer: object | null }[]>(`/api/quotes${query}`));
    const rowOf = async () => (await rowsOf("?limit=100")).find((row) => row.id === id);
    const [link] = await portal.db.select().from(retailLinks).where(eq(retailLinks.quoteId, id));
    const period = { since: link?.createdAt.toISOString(), until: link?.expiresAt.toISOString() };
    expect(await rowOf()).toMatchObject({ withCustomer: period });
    expect((await at(url).post("accept", await acceptance(url))).status).toBe(200);
    expect(await rowOf()).toMatchObject({ withCustomer: null });
    const accepted = async () => (await rowsOf("?retail=accepted&limit=100")).some((row) => row.id === id);
    expect(await accepted()).toBe(true);
    succeeded(await customer.post(`/api/quotes/${id}/place`, { shippingAddress: "1 High Street, Lewes" }));
    expect(await accepted()).toBe(false);
  });

  test("a decline stores its reason and ends all further answers", async () => {
    const id = await quoted();
    const { url } = await linked(id);
    const wish = await acceptance(url);
    expect((await customer.get<{ id: number }[]>("/api/quotes?retail=sent")).body.map((row) => row.id)).toContain(id);
    expect((await at(url).post("decline", { reason: "Too dark" })).status).toBe(204);
    const said = [409, `This quotation was declined on ${today()}`];
    expect(await answered(await at(url).post("decline"))).toEqual(said);
    expect(await answered(await at(url).post("accept", wish))).toEqual(said);
    expect((await linksOf(id))[0]).toMatchObject({ state: "declined", reason: "Too dark" });
    expect((await customer.get<{ id: number }[]>("/api/quotes?retail=declined")).body.map((row) => row.id)).toContain(id);
    expect((await boss.get("/api/quotes?retail=declined")).status).toBe(400);
    const viewing = await portal.openSession(fitter, await portal.createAccount("super_admin"));
    for (const path of ["/api/quotes", "/api/quotes/sums"])
      for (const state of ["sent", "accepted", "declined"])
        expect([path, (await viewing.get(`${path}?retail=${state}`)).status]).toEqual([path, 403]);
    const { retail } = (await customer.get<{ retail: Record<string, number> }>("/api/quotes/counts")).body;
    for (const state of ["sent", "accepted", "declined"])
      expect(retail[state], state).toBe((await customer.get<object[]>(`/api/quotes?retail=${state}&limit=100`)).body.length);
    expect((await boss.get("/api/quotes/counts")).body).not.toHaveProperty("retail");
  });

  test("a link accepts at most five questions a day", async () => {
    const { url } = await linked(await quoted());
    for (let time = 0; time < 5; time += 1) expect((await at(url).post("question", { text: "May I have brass hinges?" })).status).toBe(204);
    expect((await at(url).post("question", { text: "And white?" })).status).toBe(429);
    expect((await portal.mails()).at(-1)?.text).toContain("May I have brass hinges?");
  });

  test("twenty simultaneous acceptances count once, by any link, also beside a revocation", async () => {
    const id = await quoted();
    const urls = [(await linked(id)).url, (await linked(id)).url];
    const wish = await acceptance(urls[0] ?? "");
    const other = await acceptance(urls[1] ?? "");
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, time) => (await at(urls[time % 2] ?? "").post("accept", time % 2 ? other : wish)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    const raced = await quoted();
    const link = await linked(raced);
    const asked = await acceptance(link.url);
    const [accepted, revoked] = await Promise.all([
      at(link.url).post("accept", asked),
      customer.delete(`/api/quotes/${raced}/retail-links/${link.id}`),
    ]);
    expect([
      [200, 409],
      [404, 204],
    ]).toContainEqual([accepted.status, revoked.status]);
  });
});

test("a network that guesses is refused after sixty views a minute, and others are not", async () => {
  const { url } = await linked(await quoted());
  const guess = () => at(`${portal.url}/r/${createHash("sha256").update(String(Math.random())).digest("base64url")}`, "203.0.113.9").page();
  const statuses = await Promise.all(Array.from({ length: 80 }, async () => (await guess()).status));
  expect([statuses.filter((status) => status === 404).length, statuses.filter((status) => status === 429).length]).toEqual([60, 20]);
  expect((await at(url).page()).status).toBe(200);
});

describe("each night", () => {
  const DAY = 86_400_000;
  /** The job as its schedule runs it, with the clock at that time. */
  const nightOf = async (time: number | string) => {
    const { tasks } = retailTasks({ db: portal.appContext.db, clock: () => new Date(time) });
    await tasks["clear-snapshots"]?.({});
  };
  const rowsOf = (id: number) => portal.db.select().from(retailLinks).where(eq(retailLinks.quoteId, id)).orderBy(retailLinks.id);
  const isKept = async (id: number) => (await rowsOf(id)).map(({ snapshot, snapshotHash }) => snapshot !== null && snapshotHash !== null);

  test("unaccepted content is deleted 90 days after its end, however it ended, with its logo", async () => {
    await storeLogo(portal, fitter.companyId);
    const [expires, revoked, open] = [await quoted(), await quoted(), await quoted()];
    const ends = Date.parse((await linked(expires)).expiresAt);
    const { id } = await linked(revoked);
    succeeded(await customer.delete(`/api/quotes/${revoked}/retail-links/${id}`));
    await dropLogo(portal, fitter.companyId);
    const [taken] = await rowsOf(revoked);
    const takenBack = taken?.revokedAt?.getTime() ?? 0;
    const { url } = await linked(open);
    await nightOf(takenBack + 89 * DAY);
    expect([await isKept(expires), await isKept(revoked)]).toEqual([[true], [true]]);
    await nightOf(takenBack + 91 * DAY);
    expect([await isKept(expires), await isKept(revoked)]).toEqual([[true], [false]]);
    expect(await portal.db.$count(retailLogos)).toBe(1);
    await nightOf(ends + 89 * DAY);
    expect(await isKept(expires)).toEqual([true]);
    await nightOf(ends + 91 * DAY);
    expect(await isKept(expires)).toEqual([false]);
    expect(await portal.db.$count(retailLogos)).toBe(0);
    expect((await at(url).page()).status).toBe(404);
  });

  test("accepted content is stored for six years of London's, then only the time of acceptance", async () => {
    const id = await quoted();
    const { url } = await linked(id);
    expect((await at(url).post("accept", await acceptance(url, [1]))).status).toBe(200);
    const acceptedAt = new Date("2026-11-24T12:00:00Z");
    await portal.db.update(retailLinks).set({ acceptedAt }).where(eq(retailLinks.quoteId, id));
    const [before] = await rowsOf(id);
    await nightOf("2032-11-24T11:59:59Z");
    expect((await rowsOf(id))[0]).toEqual(before);
    expect((await at(url).page()).status).toBe(200);
    await nightOf("2032-11-24T12:00:01Z");
    const [after] = await rowsOf(id);
    const evidence = Object.entries(after ?? {}).filter(([name]) => /^(snapshot|accepted|logo)/.test(name) && name !== "acceptedAt");
    expect(evidence).toHaveLength(10);
    expect(evidence.filter(([, value]) => value !== null)).toEqual([]);
    expect(after?.acceptedAt).toEqual(acceptedAt);
    expect((await at(url).page()).status).toBe(404);
    expect((await linksOf(id))[0]).toMatchObject({ state: "accepted", acceptance: null });
    const put = await customer.put(`/api/quotes/${id}/retail`, { version: 2 });
    expect([put.status, put.text]).toEqual([409, "This quotation was accepted"]);
    // A waiting email is sent without its attachment.
    const mail = { to: "p@hughes.example", subject: "Late", text: "Late", html: "<p>Late</p>", papers: [{ acceptedLink: after?.id ?? 0 }] };
    expect((await mailsAsSent(portal, [mail])).map(({ attached }) => attached)).toEqual([[]]);
  });
});
