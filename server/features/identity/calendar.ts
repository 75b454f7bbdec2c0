import { createHash } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { RequestHandler } from "express";
import ICAL from "ical.js";
import type { AppContext, Handlers } from "#server/context.ts";
import { selectPeople } from "#server/features/companies/people.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { clientIp } from "#server/platform/http/call.ts";
import { notFound } from "#server/platform/http/errors.ts";
import { createStrangersLimit } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { hashToken, newToken } from "#server/platform/security/mailed-token.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { calendars } from "#server/schema/identity/sessions.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import type { calendar as contract } from "#shared/contract/identity/calendar.ts";
import { addDays, type Day } from "#shared/domain/period.ts";
import { isStaff, type Role } from "#shared/domain/roles.ts";
import { type OrderStatus, orderNumber } from "#shared/domain/trade/status.ts";

/** The most events of a feed. A calendar program reads it every few minutes. */
const MOST_EVENTS = 1000;
/** Orders are in a customer's calendar for so many days after they were made. */
const SHOWN_DAYS = 365;
/**
 * A cancelled order stays marked for so many days, so that each calendar program removes its event.
 */
const CANCELLED_DAYS = 90;
/** Made-up addresses of one network in a minute. */
const MOST_READS_OF_A_NETWORK = 120;

export const calendarHandlers: Handlers<typeof contract> = {
  read: async ({ db, user }) => {
    const [row] = await db.select({ createdAt: calendars.createdAt }).from(calendars).where(eq(calendars.userId, user.id));
    return { createdAt: row?.createdAt ?? null };
  },

  create: async ({ db, user, now, publicUrl, record }) => {
    const token = newToken();
    const made = { tokenHash: hashToken(token), createdAt: now };
    await db
      .insert(calendars)
      .values({ userId: user.id, ...made })
      .onConflictDoUpdate({ target: calendars.userId, set: made });
    record({ targetType: "users", targetId: user.id });
    const address = `/calendar/${token}.ics`;
    return { address, url: String(new URL(address, publicUrl)) };
  },

  delete: async ({ db, user, record }) => {
    const revoked = await db.delete(calendars).where(eq(calendars.userId, user.id)).returning({ userId: calendars.userId });
    record(revoked.length > 0 ? { targetType: "users", targetId: user.id } : null);
    return null;
  },
};

type Context = Pick<AppContext, "db" | "clock" | "limits" | "publicUrl" | "productName">;

/** Serves a person's calendar by its secret address, without a session (rule A34). */
export function calendarFeed({ db, clock, limits, publicUrl, productName }: Context): RequestHandler {
  const countNetwork = createStrangersLimit(MOST_READS_OF_A_NETWORK);
  return async (req, res) => {
    res.setHeader("X-Robots-Tag", "noindex, nofollow");
    res.setHeader("Cache-Control", "private, no-cache");
    await countNetwork(networkOf(clientIp(req)));
    const [person] = await selectPeople(db)
      .innerJoin(calendars, eq(calendars.userId, users.id))
      .where(eq(calendars.tokenHash, hashToken(String(req.params.token))));
    const mayRead = person && person.deletedAt === null && person.suspendedAt === null && person.approvalStatus === "approved";
    if (!mayRead) throw notFound("Calendar");
    await limits["calendar-reads"].count(person.id);
    const events = await eventsOf(db, person, clock());
    const text = formatCalendar(events, { publicUrl, productName });
    const tag = `"${createHash("sha256").update(text).digest("base64url")}"`;
    res.setHeader("ETag", tag);
    res.setHeader("Content-Disposition", 'inline; filename="orders.ics"');
    res.type("text/calendar; charset=utf-8");
    // Express ignores the tag of a request with `Cache-Control: no-cache`, which some programs
    // send.
    if (req.get("if-none-match")?.includes(tag)) res.status(304).end();
    else res.send(text);
  };
}

interface DueDay {
  readonly kind: "expected" | "needed" | "ship" | "due";
  readonly day: Day;
  readonly order: { readonly id: number; readonly jobName: string | null; readonly createdAt: Date; readonly status: OrderStatus };
}

type Reader = { readonly role: Role; readonly companyId: number };

/**
 * The due days of the orders that the person may see: for a customer the expected and the needed
 * day, for a supplier the day to ship, for staff the due day.
 */
async function eventsOf(db: Db, { role, companyId }: Reader, now: Date): Promise<DueDay[]> {
  const isTheirs = and(ordersVisibleTo({ role, companyId }), isNull(orders.deletedAt));
  const columns = {
    id: orders.id,
    jobName: orders.jobName,
    createdAt: orders.createdAt,
    status: orders.status,
    shippingDate: orders.shippingDate,
    estimatedArrival: orders.estimatedArrival,
    requiredBy: orders.requiredBy,
    dueOn: orders.dueOn,
  };
  const madeSince = (days: number) => gt(orders.createdAt, new Date(now.getTime() - days * 86_400_000));
  if (role === "customer") {
    const rows = await db
      .select(columns)
      .from(orders)
      .where(and(isTheirs, madeSince(SHOWN_DAYS)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(MOST_EVENTS / 2);
    return rows.flatMap(({ estimatedArrival, requiredBy, ...order }) => [
      ...(estimatedArrival ? [{ kind: "expected" as const, day: estimatedArrival, order }] : []),
      ...(requiredBy ? [{ kind: "needed" as const, day: requiredBy, order }] : []),
    ]);
  }
  const open: OrderStatus[] = isStaff(role) ? ["pending", "processing", "shipped"] : ["pending", "processing"];
  const due = await db
    .select(columns)
    .from(orders)
    .where(and(isTheirs, inArray(orders.status, open), lt(orders.dueOn, sql`date '9999-12-31'`)))
    .orderBy(asc(orders.dueOn), asc(orders.id))
    .limit(MOST_EVENTS);
  const cancelled = await db
    .select(columns)
    .from(orders)
    .where(and(isTheirs, eq(orders.status, "cancelled"), madeSince(CANCELLED_DAYS)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MOST_EVENTS / 5);
  const kind = isStaff(role) ? ("due" as const) : ("ship" as const);
  return [
    ...due.map((order) => ({ kind, day: order.dueOn, order })),
    ...cancelled.flatMap((order) => {
      const day = order.shippingDate ?? order.requiredBy;
      return day ? [{ kind, day, order }] : [];
    }),
  ];
}

const KIND_WORDS = { expected: "Expected", needed: "Needed by", ship: "To ship", due: "Due" } as const satisfies Record<
  DueDay["kind"],
  string
>;

/**
 * Writes the calendar. An event's UID names order and kind, so that a changed day moves the event.
 * The same events give the same text, and so the same ETag.
 */
function formatCalendar(events: readonly DueDay[], { publicUrl, productName }: Pick<Context, "publicUrl" | "productName">): string {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("prodid", `-//${productName}//Orders//EN`);
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("x-wr-calname", `${productName} orders`);
  for (const { kind, day, order } of events) {
    const number = orderNumber(order.id);
    const event = new ICAL.Component("vevent");
    event.addPropertyWithValue("uid", `order-${order.id}-${kind}@${publicUrl.hostname}`);
    event.addPropertyWithValue("dtstamp", ICAL.Time.fromJSDate(order.createdAt, true));
    event.addPropertyWithValue("dtstart", ICAL.Time.fromDateString(day));
    event.addPropertyWithValue("dtend", ICAL.Time.fromDateString(addDays(day, 1)));
    event.addPropertyWithValue("summary", order.jobName ? `${number} · ${order.jobName}` : number);
    event.addPropertyWithValue("description", KIND_WORDS[kind]);
    event.addPropertyWithValue("url", String(new URL(`/orders?order=${order.id}`, publicUrl)));
    event.addPropertyWithValue("status", order.status === "cancelled" ? "CANCELLED" : "CONFIRMED");
    event.addPropertyWithValue("transp", "TRANSPARENT");
    calendar.addSubcomponent(event);
  }
  return `${calendar.toString()}\r\n`;
}
