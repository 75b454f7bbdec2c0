import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calendars, rateLimits } from "#server/schema/identity/sessions.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { succeeded } from "#server/testing/builders.ts";
import { createTestClient, type TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const addressFor = async (person: TestClient) => succeeded(await person.post<{ address: string; url: string }>("/api/account/calendar"));
const read = (address: string, headers = {}) => createTestClient(portal.url, null).get(address, headers);

interface ReadEvent {
  readonly summary: string;
  readonly from: string;
  readonly to: string;
  readonly isDay: boolean;
  readonly status: string;
  readonly uid: string;
  readonly about: string;
  readonly url: string;
}
/** The events of a feed as a calendar program reads them. */
async function eventsAt(address: string): Promise<ReadEvent[]> {
  const { text } = await read(address);
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    const value = (name: string) => String(component.getFirstPropertyValue(name));
    return {
      summary: event.summary,
      from: event.startDate.toString(),
      to: event.endDate.toString(),
      isDay: event.startDate.isDate,
      status: value("status"),
      uid: event.uid,
      about: event.description,
      url: value("url"),
    };
  });
}

const setDays = (id: number, days: Partial<typeof orders.$inferInsert>) => portal.db.update(orders).set(days).where(eq(orders.id, id));

describe("the address", () => {
  test("a new address replaces the one before, and a revoked one is a 404 at once", async () => {
    const person = await portal.signIn("customer");
    const first = await addressFor(person);
    expect(first.url).toBe(`${portal.appContext.publicUrl.origin}${first.address}`);
    expect(first.address).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
    expect((await read(first.address)).status).toBe(200);
    const second = await addressFor(person);
    expect([(await read(first.address)).status, (await read(second.address)).status]).toEqual([404, 200]);
    expect((await person.delete("/api/account/calendar")).status).toBe(204);
    expect((await read(second.address)).status).toBe(404);
    expect((await person.get<{ createdAt: null }>("/api/account/calendar")).body).toEqual({ createdAt: null });
  });

  test("the database holds only a hash of the address", async () => {
    const person = await portal.signIn("admin");
    const { address } = await addressFor(person);
    expect(JSON.stringify(await portal.db.select().from(calendars))).not.toContain(address.slice(10, 40));
  });

  test("a suspended person's calendar is a 404 until the person is reinstated", async () => {
    const boss = await portal.superAdmin();
    const account = await portal.createAccount("customer");
    const { address } = await addressFor(await portal.openSession(account));
    succeeded(await boss.patch(`/api/users/${account.id}`, { suspended: true }));
    expect((await read(address)).status).toBe(404);
    succeeded(await boss.patch(`/api/users/${account.id}`, { suspended: false }));
    expect((await read(address)).status).toBe(200);
  });

  test("the 61st read within an hour is refused, and another person's calendar is read", async () => {
    const [busy, other] = [await addressFor(await portal.signIn("customer")), await addressFor(await portal.signIn("customer"))];
    for (let count = 0; count < 60; count += 1) expect((await read(busy.address)).status).toBe(200);
    const refused = await read(busy.address);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await read(other.address)).status).toBe(200);
    await portal.db.delete(rateLimits);
  });
});

describe("the events", () => {
  test("a customer's calendar has the expected and the needed day of own orders, as whole days", async () => {
    const [person, stranger] = [await portal.signIn("customer"), await portal.signIn("customer")];
    const order = await portal.orderFor(person);
    const theirs = await portal.orderFor(stranger);
    await setDays(order.id, { jobName: "Hughes, bay; upstairs", estimatedArrival: "2027-03-28", requiredBy: "2027-10-31" });
    await setDays(theirs.id, { estimatedArrival: "2027-03-01" });
    const events = await eventsAt((await addressFor(person)).address);
    const url = `${portal.appContext.publicUrl.origin}/orders?order=${order.id}`;
    const host = portal.appContext.publicUrl.hostname;
    const common = { summary: `ORD-${order.id} · Hughes, bay; upstairs`, isDay: true, status: "CONFIRMED", url };
    // On these Sundays of 2027 the clocks change.
    expect(events).toEqual([
      { ...common, from: "2027-03-28", to: "2027-03-29", uid: `order-${order.id}-expected@${host}`, about: "Expected" },
      { ...common, from: "2027-10-31", to: "2027-11-01", uid: `order-${order.id}-needed@${host}`, about: "Needed by" },
    ]);
  });

  test("a supplier's calendar has the days to ship, without shipped orders and without other workshops'", async () => {
    const day = addDays(londonDay(portal.clock()), 3);
    const customer = await portal.signIn("customer");
    const [maker, rival] = [await portal.createAccount("supplier"), await portal.createAccount("supplier")];
    const made = await Promise.all([1, 2, 3].map(() => portal.orderFor(customer)));
    const [own, shipped, others] = made.map(({ id }) => id) as [number, number, number];
    await setDays(own, { supplierId: maker.companyId, shippingDate: day });
    await setDays(shipped, { supplierId: maker.companyId, shippingDate: day, status: "shipped" });
    await setDays(others, { supplierId: rival.companyId, shippingDate: day });
    const events = await eventsAt((await addressFor(await portal.openSession(maker))).address);
    const numbers = events.map(({ summary }) => summary.split(" ")[0]);
    expect(numbers).toContain(`ORD-${own}`);
    expect(numbers).not.toContain(`ORD-${shipped}`);
    expect(numbers).not.toContain(`ORD-${others}`);
    const { text } = await read((await addressFor(await portal.openSession(maker))).address);
    expect(text).not.toMatch(/£|total|price/i);
  });

  test("staff see late orders, and a cancelled order is marked and keeps its UID", async () => {
    const late = addDays(londonDay(portal.clock()), -40);
    const customer = await portal.signIn("customer");
    const [one, other] = [await portal.orderFor(customer), await portal.orderFor(customer)];
    await setDays(one.id, { shippingDate: late });
    await setDays(other.id, { shippingDate: late });
    const { address } = await addressFor(await portal.signIn("admin"));
    const before = await eventsAt(address);
    await setDays(other.id, { status: "cancelled" });
    const after = await eventsAt(address);
    const find = (events: readonly ReadEvent[], id: number) => events.find(({ url }) => url.endsWith(`=${id}`));
    expect(find(after, one.id)).toMatchObject({ from: late, status: "CONFIRMED", about: "Due" });
    expect(find(after, other.id)).toMatchObject({ uid: find(before, other.id)?.uid, status: "CANCELLED" });
  });

  test("an unchanged calendar is a 304, and a changed day changes its ETag", async () => {
    const person = await portal.signIn("customer");
    const order = await portal.orderFor(person);
    await setDays(order.id, { estimatedArrival: "2027-05-01" });
    const { address } = await addressFor(person);
    const first = await read(address);
    expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const tag = { "if-none-match": first.headers.get("etag") ?? "" };
    portal.clock.advance(60_000);
    expect((await read(address, tag)).status).toBe(304);
    await setDays(order.id, { estimatedArrival: "2027-05-02" });
    expect((await read(address, tag)).status).toBe(200);
  });
});
