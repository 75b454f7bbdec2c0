import { eq } from "drizzle-orm";
import { foundCompany, joinCompany } from "#server/features/companies/found-company.ts";
import type { Person } from "#server/features/companies/people.ts";
import { storeReviews } from "#server/features/companies/workshop-setup.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { hashToken, newToken } from "#server/platform/security/mailed-token.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { invitations } from "#server/schema/identity/sessions.ts";
import { notifications } from "#server/schema/notifications.ts";
import { CONFIRMED_STEPS } from "#shared/domain/first-steps.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { PaymentDays } from "#shared/domain/trade/ledger.ts";
import type { ApprovalStatus } from "#shared/domain/trade/status.ts";
import type { Timeline } from "./demo-timeline.ts";

interface DemoAccount {
  readonly email: string;
  readonly role: Role;
  readonly companyName: string;
  readonly contactName: string;
  readonly address?: string;
  /** A number from the range that Ofcom reserves for fiction. */
  readonly phone?: string;
  readonly referralCode: string;
  readonly approvalStatus: ApprovalStatus;
  readonly reason?: string;
  /** The payment terms and credit limit (rule P10); without them the company pays at once. */
  readonly terms?: { readonly paymentDays: PaymentDays; readonly creditLimitPence: Pence };
  readonly daysAgo: number;
}

const staffOf = (role: Role, email: string, contactName: string, referralCode: string): DemoAccount => ({
  email,
  role,
  companyName: "Head office",
  contactName,
  referralCode,
  approvalStatus: "approved",
  daysAgo: 240,
});

/** The seller of the demo, as the demo's documents show it. */
export const SELLER = {
  name: "Larkfield Shutter Company Ltd",
  address: "Unit 12, Larkfield Mill\nMillrace Lane\nStroud GL5 4ZZ",
  vatNumber: "GB 999 9999 73",
  companyNumber: "00000000",
  email: "accounts@larkfield.tiltrod.example",
  phone: "01632 960123",
} as const;

/**
 * Invented companies and people. Some have long names, accents and apostrophes, because real ones
 * do.
 */
export const ACCOUNTS = {
  superAdmin: staffOf("super_admin", "superadmin@tiltrod.example", "Morgan Whitlock", "HEADQ2W3"),
  admin: staffOf("admin", "admin@tiltrod.example", "Priya Raman", "ADMNR4M5"),
  supplier: {
    ...staffOf("supplier", "supplier@tiltrod.example", "Tomasz Zieliński", "NRTHMR67"),
    companyName: "Northmoor Joinery Works",
    address: "Unit 7, Northmoor Trading Estate, Keighley BD21 4ZZ",
    phone: "01632 960735",
  },
  customer: {
    email: "customer@tiltrod.example",
    role: "customer",
    companyName: "Ashdown & Vale Interiors",
    contactName: "Helen Ashdown",
    address: "14 Chapel Row, Lewes, East Sussex BN7 2AA",
    phone: "01632 960210",
    referralCode: "ASHDWN23",
    approvalStatus: "approved",
    terms: { paymentDays: 14, creditLimitPence: pence(1_500_000) },
    daysAgo: 210,
  },
  /** This company has just signed up. An address is required only with the first order. */
  waiting: {
    email: "waiting@tiltrod.example",
    role: "customer",
    companyName: "Brightwater Blinds",
    contactName: "Owen Tranter",
    referralCode: "BRGHTW45",
    approvalStatus: "pending",
    daysAgo: 1,
  },
  fenetre: {
    email: "atelier@fenetre.tiltrod.example",
    role: "customer",
    companyName: "Fenêtre & Lumière Décoration Ltd",
    contactName: "Maëlle Château-Roussel",
    address: "3 Île Court, St Helier Road, Southampton SO14 3ZZ",
    referralCode: "FENETR67",
    approvalStatus: "approved",
    terms: { paymentDays: 30, creditLimitPence: pence(1_000_000) },
    daysAgo: 180,
  },
  shropshire: {
    email: "orders@shropshire.tiltrod.example",
    role: "customer",
    companyName: "The Shropshire and Herefordshire Traditional Window Furnishings Partnership (Ludlow and Leominster)",
    contactName: "Bartholomew Featherstonehaugh-Cholmondeley",
    address: "The Old Corn Exchange, 221 Upper Broad Street, Ludlow, Shropshire SY8 1ZZ",
    phone: "01632 960348",
    referralCode: "SHRPSH89",
    approvalStatus: "approved",
    daysAgo: 170,
  },
  muller: {
    email: "hallo@muller.tiltrod.example",
    role: "customer",
    companyName: "Müller-Łukasiewicz Bespoke Interiors",
    contactName: "Jürgen Łukasiewicz",
    address: "88 Canal Street, Manchester M1 9ZZ",
    referralCode: "MVLLER24",
    approvalStatus: "approved",
    daysAgo: 150,
  },
  kestrel: {
    email: "site.office@kestrel.tiltrod.example",
    role: "customer",
    companyName: "Kestrel Homes",
    contactName: "Dawn Okafor",
    address: "Plot 12, Larkfield Way, Milton Keynes MK9 9ZZ",
    phone: "07700 900461",
    referralCode: "KESTRL35",
    approvalStatus: "approved",
    daysAgo: 130,
  },
  oshaughnessy: {
    email: "workshop@oshaughnessy.tiltrod.example",
    role: "customer",
    companyName: "O'Shaughnessy Shutters & Sons",
    contactName: "Niamh O'Shaughnessy",
    address: "2 Quay Lane, Bristol BS1 9ZZ",
    phone: "01632 960572",
    referralCode: "SHAVGN46",
    approvalStatus: "approved",
    daysAgo: 120,
  },
  harbour: {
    email: "studio@harbour.tiltrod.example",
    role: "customer",
    companyName: "Siân Prŷs-Jones / Stiwdio'r Harbwr",
    contactName: "Siân Prŷs-Jones",
    address: "9 Stryd y Môr, Aberaeron SA46 9ZZ",
    referralCode: "HARBWR57",
    approvalStatus: "approved",
    daysAgo: 110,
  },
  quickfix: {
    email: "lettings@quickfix.tiltrod.example",
    role: "customer",
    companyName: "QuickFix Lettings",
    contactName: "Ray Munday",
    address: "Flat 2, 30 Station Parade, Croydon CR0 9ZZ",
    referralCode: "QVCKFX68",
    approvalStatus: "rejected",
    reason: "Not a trade customer: asked for one window for a flat.",
    daysAgo: 40,
  },
  dunmore: {
    email: "accounts@dunmore.tiltrod.example",
    role: "customer",
    companyName: "Dunmore Contract Furnishing",
    contactName: "Alasdair Dunmore",
    address: "51 Wharf Road, Leith, Edinburgh EH6 9ZZ",
    phone: "0131 496 0184",
    referralCode: "DVNMRE79",
    approvalStatus: "suspended",
    reason: "Two invoices are long overdue.",
    daysAgo: 160,
  },
} as const satisfies Record<string, DemoAccount>;

export type AccountKey = keyof typeof ACCOUNTS;
/** The founders of the demo's companies, and the fitter in the demo customer's company. */
export type People = Readonly<Record<AccountKey | "fitter", Person>>;

/** The accounts that the start prints, in this order. */
export const SIGN_INS = ["superAdmin", "admin", "supplier", "customer", "waiting"] as const satisfies readonly AccountKey[];

/** The days until an invoice of this company is due. */
export function paymentDaysOf(owner: AccountKey): PaymentDays {
  const { terms }: DemoAccount = ACCOUNTS[owner];
  return terms?.paymentDays ?? 0;
}

/** The account to which customers transfer money. */
export const BANK = { bankName: "Larkfield Bank", sortCode: "404404", accountNumber: "31926819" };

const KEYS = Object.keys(ACCOUNTS) as AccountKey[];
/**
 * The accounts are stored in the order in which they joined: ids rise with time, as in real use.
 */
const oldestFirst = (keys: readonly AccountKey[]) => keys.toSorted((one, other) => ACCOUNTS[other].daysAgo - ACCOUNTS[one].daysAgo);
const isCustomer = (key: AccountKey) => ACCOUNTS[key].role === "customer";

export async function storeAccounts(db: Db, passwordHash: string, time: Timeline): Promise<People> {
  const people: Partial<Record<AccountKey, Person>> = {};
  const accountOf = (key: AccountKey) => {
    const { email, role, contactName, daysAgo } = ACCOUNTS[key];
    return { email, role, contactName, passwordHash, createdAt: time.momentOn(daysAgo), lastSeenAt: lastSeen(key, time.now) };
  };
  const storeFounder = async (key: AccountKey, decidedBy?: number) => {
    const { companyName: name, address, phone, referralCode, approvalStatus, reason: approvalReason, terms }: DemoAccount = ACCOUNTS[key];
    const founder = accountOf(key);
    const decision = decidedBy !== undefined && approvalStatus !== "pending" && { approvalDecidedBy: decidedBy };
    const approvalDecidedAt =
      approvalStatus === "suspended" ? time.momentOn(12) : decision ? time.later(founder.createdAt, 5 + time.pick(20)) : null;
    const company = { name, address, phone, referralCode, approvalStatus, approvalReason, approvalDecidedAt, ...decision };
    const person = await foundCompany(db, founder, company);
    people[key] = person;
    if (terms) await db.update(companies).set(terms).where(eq(companies.id, person.companyId));
    return person;
  };
  const office = await storeFounder("superAdmin");
  people.admin = await joinCompany(db, office.companyId, accountOf("admin"));
  const decidedBy = people.admin.id;
  for (const key of KEYS.filter((key) => ACCOUNTS[key].role === "supplier")) await storeFounder(key);
  for (const key of oldestFirst(KEYS.filter(isCustomer))) await storeFounder(key, decidedBy);
  // The demo shows the portal in use, after everybody's first hour.
  for (const person of Object.values(people)) if (person.role !== "supplier") await storeReviews(db, person, CONFIRMED_STEPS, time.now);
  await notifyApproved(db, Object.values(people));
  const fitter = await storeColleagues(db, people.customer as Person, passwordHash, time.now);
  return { ...people, fitter } as People;
}

const DAY = 86_400_000;

/**
 * Each person was last seen at another hour of the last week; the suspended company's people not
 * since the suspension.
 */
function lastSeen(key: AccountKey, now: Date): Date | null {
  const { approvalStatus } = ACCOUNTS[key];
  if (approvalStatus === "pending" || approvalStatus === "rejected") return null;
  return new Date(now.getTime() - (approvalStatus === "suspended" ? 13 * DAY : ((1 + KEYS.indexOf(key)) * DAY) / 2.2));
}

/** A fitter in the company of the demo customer. */
export const FITTER = { email: "fitter@tiltrod.example", contactName: "Callum Reyes" } as const;

/**
 * The fitter may quote but not order; the invited bookkeeper has not yet accepted the invitation.
 */
async function storeColleagues(db: Db, { id, companyId, createdAt }: Person, passwordHash: string, now: Date): Promise<Person> {
  const rights = { role: "customer", mayOrder: false, mayManage: false } as const;
  const joinedAt = new Date(createdAt.getTime() + 30 * DAY);
  const fitter = await joinCompany(db, companyId, {
    ...rights,
    ...FITTER,
    passwordHash,
    createdAt: joinedAt,
    lastSeenAt: new Date(now.getTime() - DAY),
  });
  const books = { ...rights, email: "books@tiltrod.example", contactName: "Oluwaseun Adebayo", passwordHash: "" };
  const invited = await joinCompany(db, companyId, { ...books, joinedAt: null, createdAt: now });
  const link = { tokenHash: hashToken(newToken()), createdAt: now, expiresAt: new Date(now.getTime() + 7 * DAY) };
  await db.insert(invitations).values({ userId: invited.id, invitedBy: id, ...link });
  return fitter;
}

async function notifyApproved(db: Db, accounts: readonly Person[]): Promise<void> {
  const approved = accounts.filter(({ role, approvalStatus }) => role === "customer" && approvalStatus === "approved");
  await db.insert(notifications).values(
    approved.map((user) => ({
      userId: user.id,
      type: "account",
      title: "Account approved",
      message: "Your account is approved. You can sign in, build quotes and order.",
      createdAt: user.approvalDecidedAt ?? user.createdAt,
      readAt: user.approvalDecidedAt,
    })),
  );
}
