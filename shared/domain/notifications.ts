import { addDays, type Day, londonDay, londonHour } from "./period.ts";
import { makers, type Role, staff } from "./roles.ts";

/** The times at which a notice may be emailed. */
export const MAIL_TIMES = ["now", "digest", "none"] as const;
export type MailTime = (typeof MAIL_TIMES)[number];

/** The ways in which a person is notified of a kind: in the portal, and by email. */
export interface Wish {
  readonly bell: boolean;
  readonly mail: MailTime;
}

interface Kind {
  /** The roles that choose; other readers, such as staff with an order of their own, get `usual`. */
  readonly roles: readonly Role[];
  readonly usual: Wish;
  /** The record that a notice of this kind opens. */
  readonly thing: "order" | "quote" | "remake" | "client" | "company" | "webhooks";
  /** Only people who may manage their company receive this kind. */
  readonly managersOnly?: true;
}

const both: Wish = { bell: true, mail: "now" };
const byMail: Wish = { bell: false, mail: "now" };
const customers = ["customer"] as const satisfies readonly Role[];

/**
 * Every kind of notice that a person may choose (rule M47). All other mails are always sent:
 * receipts, invoices, reminders, and what concerns the account and its security.
 */
export const NOTICE_KINDS = {
  quote_sent: { roles: customers, usual: both, thing: "quote" },
  quote_changed: { roles: customers, usual: both, thing: "quote" },
  quote_to_place: { roles: customers, usual: both, thing: "quote" },
  retail: { roles: customers, usual: both, thing: "quote" },
  order_created: { roles: customers, usual: both, thing: "order" },
  order_status: { roles: customers, usual: both, thing: "order" },
  order_changed: { roles: customers, usual: both, thing: "order" },
  order_message: { roles: customers, usual: both, thing: "order" },
  remake_status: { roles: customers, usual: both, thing: "remake" },
  remake_reply: { roles: customers, usual: both, thing: "remake" },
  registration: { roles: staff, usual: byMail, thing: "client" },
  quote_placed: { roles: staff, usual: byMail, thing: "quote" },
  change_requested: { roles: ["super_admin"], usual: byMail, thing: "order" },
  order_corrected: { roles: ["supplier"], usual: byMail, thing: "order" },
  incoming_message: { roles: makers, usual: byMail, thing: "order" },
  incoming_remake: { roles: makers, usual: byMail, thing: "remake" },
  invoices_waiting: { roles: ["super_admin"], usual: { bell: true, mail: "none" }, thing: "company" },
  webhook: { roles: ["customer", ...makers], usual: both, thing: "webhooks", managersOnly: true },
} as const satisfies Readonly<Record<string, Kind>>;

export type NoticeKind = keyof typeof NOTICE_KINDS;
export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]];
export const kindNamed = (kind: NoticeKind): Kind => NOTICE_KINDS[kind];

/** The kinds that a person can receive and choose, in reading order. */
export const kindsFor = ({ role, mayManage }: { readonly role: Role; readonly mayManage: boolean }): NoticeKind[] =>
  NOTICE_KIND_NAMES.filter((name) => {
    const { roles, managersOnly } = kindNamed(name);
    return roles.includes(role) && (mayManage || !managersOnly);
  });

/** The list of the companies that wait for approval. */
export const WAITING_CLIENTS = "/clients?approvalStatus=pending";

const PAGES = { order: "orders", quote: "quotes", remake: "remakes" } as const;

/** The screen that a notice opens. */
export function noticePath(kind: NoticeKind, relatedId: number | null): string {
  const { thing } = kindNamed(kind);
  if (thing === "company" || thing === "webhooks") return `/settings?tab=${thing}`;
  if (thing === "client") return WAITING_CLIENTS;
  return relatedId === null ? `/${PAGES[thing]}` : `/${PAGES[thing]}?${thing}=${relatedId}`;
}

/** The hour, in London, at which the day's digest is emailed. */
export const DIGEST_HOUR = 17;

/** The London day whose digest contains the notices of this instant. */
export const digestDayOf = (instant: Date): Day => addDays(londonDay(instant), londonHour(instant) < DIGEST_HOUR ? 0 : 1);

/** The London day of the latest digest that is due at this instant. */
export const dueDigestDay = (instant: Date): Day => addDays(digestDayOf(instant), -1);
