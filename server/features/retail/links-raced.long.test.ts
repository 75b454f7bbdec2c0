import { createHash, randomBytes } from "node:crypto";
import { Agent, get } from "node:http";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { retailLinks } from "#server/schema/retail.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { storeBusiness } from "#server/testing/retail.ts";
import type { Snapshot } from "./quotation-snapshot.ts";

/** Simultaneous actions on a quotation, and strangers who try addresses (rules T7 and T8). */

let portal: TestPortal;
let customer: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  const fitter = await portal.createAccount("customer");
  customer = await portal.signIn(fitter);
  await storeBusiness(portal, fitter.companyId);
});
afterAll(() => portal.stop());

interface LinkReply {
  readonly id: number;
  readonly url: string;
}
async function sent() {
  const { id } = await portal.quoteFor(customer, { customerEmail: "p@hughes.example" });
  const link = succeeded(await customer.post<LinkReply>(`/api/quotes/${id}/retail-links`, {}));
  return { id, link };
}
let networks = 0;
const newNetwork = (): string => {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
};
const at = (url: string) => new URL(new URL(url).pathname, portal.url).href;
async function post(url: string, what: string, body: object = {}): Promise<number> {
  const headers = { "content-type": "application/json", "x-forwarded-for": newNetwork() };
  return (await fetch(`${at(url)}/${what}`, { method: "POST", headers, body: JSON.stringify(body) })).status;
}
async function acceptance(url: string) {
  const reply = await fetch(at(url), { headers: { accept: "application/json", "x-forwarded-for": newNetwork() } });
  const { snapshot, hash } = (await reply.json()) as { snapshot: string; hash: string };
  return { name: "Penelope Hughes", extras: [], total: (JSON.parse(snapshot) as Snapshot).total, hash };
}

/** Rotates the order, so that each action is sometimes the first. */
const shuffled = <One>(all: readonly One[], round: number): One[] => all.map((_, at) => all[(at + round) % all.length] as One);

test("simultaneous acceptance, decline, change, revocation and expiry have one outcome for everybody", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 24; round += 1) {
    const { id, link } = await sent();
    const wish = await acceptance(link.url);
    const before = (await portal.mails()).length;
    const change = async () => {
      const { status } = await customer.put(`/api/quotes/${id}/retail`, { version: 1, markupPercent: 100 + round });
      return status === 200 ? (await customer.post(`/api/quotes/${id}/retail-links`, {})).status : status;
    };
    const expire = async () => {
      // The link expires as if its time had come; an earlier decision stays.
      if (round % 3 === 0)
        await portal.db
          .update(retailLinks)
          .set({ expiresAt: new Date(0) })
          .where(eq(retailLinks.id, link.id));
      return 0;
    };
    const work: Record<string, () => Promise<number>> = {
      accepted: () => post(link.url, "accept", wish),
      declined: () => post(link.url, "decline"),
      revoked: async () => (await customer.delete(`/api/quotes/${id}/retail-links/${link.id}`)).status,
      superseded: change,
      expired: expire,
      unknown: () => post(`${portal.url}/r/${randomBytes(32).toString("base64url")}`, "accept", wish),
    };
    const statuses = Object.fromEntries(
      await Promise.all(shuffled(Object.entries(work), round).map(async ([name, run]) => [name, await run()] as const)),
    );
    const [row] = await portal.db.select().from(retailLinks).where(eq(retailLinks.id, link.id));
    const ended = { accepted: row?.acceptedAt, declined: row?.declinedAt, revoked: row?.revokedAt, superseded: row?.supersededAt };
    const ends = Object.entries(ended).flatMap(([name, when]) => (when ? [name] : []));
    expect(ends.length).toBeLessThan(2);
    outcomes.add(ends[0] ?? "expired");
    const success = { accepted: 200, declined: 204, revoked: 204 };
    for (const [name, status] of Object.entries(success)) {
      expect([name, statuses[name] === status]).toEqual([name, ends[0] === name]);
      if (statuses[name] !== status) expect([404, 409, 410]).toContain(statuses[name]);
    }
    if (ends[0] === "superseded") expect(statuses.superseded).toBe(201);
    if (ends[0] === "accepted") expect(statuses.superseded).toBe(409);
    expect(statuses.unknown).toBe(404);
    // Only a person who accepted receives an email.
    const written = (await portal.mails()).slice(before).filter(({ to }) => to === "p@hughes.example");
    expect(written.length).toBe(ends[0] === "accepted" ? 1 : 0);
  }
  expect(outcomes.size).toBeGreaterThan(1);
});

test("a thousand guessed addresses a second lead nowhere, and nobody else is refused", async () => {
  const { link } = await sent();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const guess = (place: number) =>
    new Promise<number>((resolve, reject) => {
      const token = createHash("sha256").update(`guess ${place}`).digest("base64url");
      const headers = { "x-forwarded-for": `198.51.100.${place % 8}`, accept: "text/html" };
      get(`${portal.url}/r/${token}`, { agent, headers }, (reply) => {
        reply.resume();
        reply.on("end", () => resolve(reply.statusCode ?? 0));
      }).on("error", reject);
    });
  const SECONDS = 3;
  const guesses: Promise<number>[] = [];
  const beside: number[] = [];
  const ends = Date.now() + SECONDS * 1000;
  let others = Promise.resolve();
  while (Date.now() < ends) {
    for (let count = 0; count < 100; count += 1) guesses.push(guess(guesses.length));
    others = others.then(async () => {
      beside.push((await customer.get("/api/quotes")).status);
      beside.push((await fetch(at(link.url), { headers: { "x-forwarded-for": newNetwork() } })).status);
    });
    await new Promise((done) => setTimeout(done, 100));
  }
  await others;
  const statuses = await Promise.all(guesses);
  agent.destroy();
  // Sixty requests a minute of each of the eight networks were processed.
  expect(statuses.filter((status) => status === 404)).toHaveLength(8 * 60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - 8 * 60);
  expect(new Set(beside)).toEqual(new Set([200]));
});
