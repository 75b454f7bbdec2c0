import { countOf } from "#shared/domain/text.ts";
import { type Difference, differences, factsOf, factWords, type NamesById, wordsOf } from "./audit-facts.ts";
import { isStaff, type Role } from "./roles.ts";
import { EXPORT_FORMAT_LABEL, EXPORT_FORMATS } from "./trade/bookkeeping.ts";
import { creditNoteNumber, invoiceNumber, orderNumber, quoteNumber, remakeNumber } from "./trade/status.ts";

interface AuditEntry {
  readonly action: string;
  readonly targetType: string;
  readonly targetId: number | null;
  readonly before?: unknown;
  readonly after?: unknown;
  /**
   * The role that the call was checked against: the viewed person's while a super admin views the
   * portal as somebody.
   */
  readonly role?: Role | null;
}

interface Thing {
  readonly one: string;
  readonly many: string;
  readonly number?: (id: number) => string;
  /** The screen that shows the record. */
  readonly path?: (id: number) => string;
  /** The screen of a record that exists only once. */
  readonly page?: string;
}

/** Words for the kinds of records. A kind that is missing here is displayed by its stored name. */
const THINGS: Readonly<Record<string, Thing>> = {
  orders: { one: "Order", many: "Orders", number: orderNumber, path: (id) => `/orders?order=${id}` },
  quotes: { one: "Quote", many: "Quotes", number: quoteNumber, path: (id) => `/quotes?quote=${id}` },
  remakes: { one: "Remake", many: "Remakes", number: remakeNumber, path: (id) => `/remakes?remake=${id}` },
  users: { one: "User", many: "Users" },
  payments: { one: "Payment", many: "Payments", path: (id) => `/payments?payment=${id}` },
  invoices: { one: "Invoice", many: "Invoices", number: invoiceNumber, path: (id) => `/invoices?search=${invoiceNumber(id)}` },
  credit_notes: {
    one: "Credit note",
    many: "Credit notes",
    number: creditNoteNumber,
    path: (id) => `/invoices?search=${creditNoteNumber(id)}`,
  },
  bookkeeping: { one: "Export", many: "Exports", path: () => "/money" },
  clients: { one: "Client", many: "Clients", path: (id) => `/clients/${id}` },
  price_changes: { one: "Price change", many: "Price changes", page: "/pricing", path: () => "/pricing" },
  products: { one: "Product", many: "Products", path: () => "/pricing" },
  referrals: { one: "Referral", many: "Referrals", number: (id) => `REF-${id}`, path: () => "/referrals" },
  templates: { one: "Template", many: "Templates" },
  errors: { one: "Error", many: "Errors", path: (id) => `/errors?error=${id}` },
  stripe_settings: { one: "Stripe settings", many: "Stripe settings", page: "/settings?tab=payments" },
  settings: { one: "Company settings", many: "Company settings", page: "/settings?tab=company" },
  workshop_settings: { one: "Bars of a workshop", many: "Bars of a workshop", number: () => "Bars of a workshop" },
};

/** Kinds of entries whose call changes another kind of record than its feature's. */
const KIND_OF_ACTION: Readonly<Record<string, string>> = {
  "settings.saveWorkshop": "workshop_settings",
  "invoices.credited": "credit_notes",
};
const kindOf = ({ action, targetType }: Pick<AuditEntry, "action" | "targetType">): string => KIND_OF_ACTION[action] ?? targetType;

/** Filter options by the stored target type, in the order of `THINGS`. */
export const THING_OPTIONS = Object.entries(THINGS)
  .filter(([value]) => !Object.values(KIND_OF_ACTION).includes(value))
  .map(([value, { many }]) => ({ value, label: many }));

type Target = Pick<AuditEntry, "action" | "targetType" | "targetId">;

/** Names a record: `ORD-12`, `User 5`, `Stripe settings`; several records at once: `Orders`. */
export function thingWords(entry: Target): string {
  const kind = kindOf(entry);
  const { one, many, number } = THINGS[kind] ?? { one: wordsOf(kind), many: wordsOf(kind) };
  if (entry.targetId === null) return many;
  return number?.(entry.targetId) ?? `${one} ${entry.targetId}`;
}

/** Returns the screen that shows a record, from its id alone; null if no screen does. */
export function thingPath(entry: Target): string | null {
  const thing = THINGS[kindOf(entry)];
  return (entry.targetId === null ? thing?.page : thing?.path?.(entry.targetId)) ?? null;
}

const orderIn = (order: string | null): string => order ?? "an order";

type Changed = Pick<AuditEntry, "before" | "after" | "role">;
/**
 * Sentences for actions that are not a plain change of facts. `fact` formats one stored fact. Null
 * falls back to the list of changed facts.
 */
const termsIn = (fact: (name: string) => string | null): string => {
  const discount = fact("discountHundredths");
  const terms = [...(discount ? [`discount ${discount}`] : []), ...(fact("types")?.split("\n") ?? [])];
  return terms.length > 0 ? `: ${terms.join(", ")}` : "";
};
type Sentence = (thing: string, fact: (name: string) => string | null, entry: Changed) => string | null;
const SENTENCES: Readonly<Record<string, Sentence>> = {
  "accounts.login": (person) => `${person} signed in`,
  "accounts.logout": (person) => `${person} signed out`,
  "accounts.signInFailed": (person, fact) => `Failed sign-in: ${fact("email") ?? person}`,
  "accounts.register": (person) => `${person} registered`,
  "accounts.join": (person) => `${person} joined`,
  "accounts.forgotPassword": (person) => `Link for a new password sent to ${person}`,
  "accounts.resetPassword": (person) => `${person} set a new password by a link`,
  "accounts.changePassword": (person) => `${person} changed the password`,
  "bookkeeping.make": (_, fact, { after }) => exportSentence(fact, factsOf(after)),
  "clients.addNote": (client) => `A note on ${client} was written`,
  "clients.planTerms": (client, fact) => `Terms of ${client} from ${fact("from") ?? "a day ahead"}${termsIn(fact)}`,
  "clients.dropPlannedTerms": (client, fact) => `Terms of ${client} from ${fact("from") ?? "a day ahead"} were withdrawn`,
  "clients.finishNote": (client) => `A reminder about ${client} was done`,
  "clients.deleteNote": (client) => `A note on ${client} was deleted`,
  "company.invite": (person) => `${person} was invited`,
  "company.removePerson": (_, fact) => `${fact("contactName") ?? "A person"} was removed`,
  "emailChange.request": (person, fact) => `${person} asked to change the email address to ${fact("email") ?? "another"}`,
  "emailChange.cancel": (person, fact) => `${person} cancelled the change of the email address to ${fact("email") ?? "another"}`,
  "emailChange.confirm": (person, fact) => `${person} changed the email address to ${fact("email") ?? "another"}`,
  "emailChange.stop": (person, fact) => `A change of the email address of ${person} was stopped: it is ${fact("email") ?? "as before"}`,
  "calendar.create": (person) => `${person} made a calendar address`,
  "calendar.delete": (person) => `${person} revoked the calendar address`,
  "notifications.savePreferences": (person) => `${person} changed the notifications`,
  "sessions.end": (person, fact) => `A session of ${person} was ended${named(fact("device"))}`,
  "sessions.endOthers": (person) => `${person} signed out everywhere else`,
  "sessions.endOfUser": (person) => `${person} was signed out everywhere`,
  "sessions.endOfColleague": (person) => `${person} was signed out everywhere`,
  "users.create": (person) => `${person} was added`,
  "users.change": (person, _, entry) => suspensionSentence(person, entry),
  "users.sendResetLink": (person) => `Link for a new password sent to ${person}`,
  "users.delete": (_, fact) => `${fact("contactName") ?? "A person"} was deleted`,
  "users.impersonate": (person) => `Began to view the portal as ${person}`,
  "users.stopImpersonation": (person) => `Stopped viewing the portal as ${person}`,
  "products.create": (type, fact) => `${type} was added at ${fact("basePrice") ?? "no price"}`,
  "products.planPrices": (_, fact) =>
    `${fact("prices") ? "Prices" : "Costs"} from ${fact("from") ?? "a day ahead"}: ${fact("prices") ?? fact("costs") ?? "none"}`,
  "products.dropPlannedPrices": (_, fact) => `Prices from ${fact("from") ?? "a day ahead"} were withdrawn`,
  "products.archive": (type) => `${type} was archived`,
  "products.restore": (type) => `${type} is on offer again`,
  "quotes.create": (quote, fact) => `${quote} was made${amount(fact("finalTotal"))}`,
  "quotes.duplicate": (quote, fact) => `${quote} was made as a copy${amount(fact("finalTotal"))}`,
  "quotes.reorder": (quote, fact) => `${quote} was made to order again${amount(fact("finalTotal"))}`,
  "quotes.retail": () => "Quotation changed",
  "retail.saveBusiness": () => "Details for one's own customers were saved",
  "retail.saveLogo": () => "A logo for one's own customers was saved",
  "retail.removeLogo": () => "The logo for one's own customers was removed",
  "quotes.place": (quote) => `${quote} was placed`,
  "quotes.askToPlace": (quote, _, { after }) => placeRequestSentence(quote, factsOf(after).asked),
  "quotes.changeStatus": (quote, _, entry) => (isWithdrawal(entry) ? `${quote} was withdrawn` : null),
  "quotes.addPhotos": (quote, fact) => `Photos were added to ${quote}: ${fact("photos") ?? "some"}`,
  "quotes.changePhoto": (quote, _, { after }) =>
    `A photo of ${quote} is ${factsOf(after).forWorkshop === true ? "for the workshop" : "no longer for the workshop"}`,
  "quotes.removePhoto": (quote) => `A photo of ${quote} was removed`,
  "quotes.takeBack": (quote) => `The placing of ${quote} was taken back`,
  "quotes.convert": (quote, fact, { after }) =>
    `${quote} became order ${orderIn(fact("orderId"))}${factsOf(after).acceptedOverLimit === true ? ", beyond its client's credit limit" : ""}`,
  "quotes.delete": (quote, fact) => `${quote} was deleted${amount(fact("finalTotal"))}`,
  "orders.changeWindows": (order, fact) => `${order} was corrected: ${fact("changes") ?? "its windows"}`,
  "orders.requestChange": (order) => `A change of ${order} was requested`,
  "orders.acceptChange": (order) => `A requested change of ${order} was accepted`,
  "orders.declineChange": (order) => `A requested change of ${order} was declined`,
  "orders.withdrawChange": (order) => `A requested change of ${order} was withdrawn`,
  "orders.sendMessage": (order) => `Message about ${order}`,
  "orders.delete": (order) => `${order} was deleted`,
  "remakes.create": (remake, fact) => `${remake} of ${orderIn(fact("orderId"))} was requested`,
  "remakes.reply": (remake) => `Reply in ${remake}`,
  "remakes.order": (remake, fact) => `${remake} is made again as ${orderIn(fact("orderId"))}`,
  "remakes.delete": (remake) => `${remake} was deleted`,
  "account.pay": (_, fact) => `Payment of ${fact("pays") ?? "invoices"} started`,
  "account.confirmPayment": (_, fact) => `${fact("paid") ?? "Invoices"} were paid`,
  "payments.pay": (quote, fact) => `Payment of ${quote} started${amount(fact("amount"))}`,
  "payments.confirm": (quote) => `${quote} was paid`,
  "payments.settled": (quote, fact) => `${quote} was paid${amount(fact("amount"))}`,
  "payments.flagged": (quote, fact) => `A payment of ${quote}${amount(fact("amount"))} needs attention`,
  "payments.record": (payment, fact) => `${payment} was noted${amount(fact("amount"))}`,
  "payments.allocate": (payment) => `${payment} was reallocated`,
  "payments.void": (payment, fact) => `${payment} was voided${amount(fact("amount"))}`,
  "payments.refund": (payment, fact) => `A refund of ${payment} was requested${amount(fact("amount"))}`,
  "payments.refundMoved": (payment, fact) =>
    `A refund of ${payment}${amount(fact("amount"))} is ${(fact("status") ?? "waiting").toLowerCase()}`,
  "payments.payByTransfer": (quote, fact) => `${quote} was paid by transfer${amount(fact("amount"))}`,
  "payments.refunded": (payment, fact) => `${payment} was refunded${amount(fact("amount"))}`,
  "payments.configure": () => "Stripe keys were saved",
  "invoices.issued": (invoice) => `${invoice} was issued`,
  "invoices.credited": (_, fact) => `${fact("credits") ?? "An invoice"} was credited${amount(fact("gross"))}`,
  "invoices.writeOff": (invoice, fact) => `${invoice} was written off${amount(fact("amount"))}`,
  "invoices.deleteWriteOff": (invoice, fact) => `A write-off of ${invoice} was deleted${amount(fact("amount"))}`,
  "invoices.reverseWriteOff": (invoice, fact) => `A write-off of ${invoice} was reversed${amount(fact("amount"))}`,
  "referrals.payOut": (referral, fact) => `${referral} was paid out${amount(fact("commission"))}`,
  "settings.saveWorkshop": () => "Bars, kerf, sections and clearances of a workshop were saved",
  "workshop.mark": (order) => `Shutters of ${order} were marked`,
  "workshop.recut": (order, fact) => `Parts of shutter ${fact("recut") ?? ""} of ${order} are recut`,
  "workshop.cutRecut": (order, fact, { after }) =>
    `Recut parts of shutter ${fact("recut") ?? ""} of ${order} ${factsOf(after).cut === true ? "were cut" : "wait again"}`,
  "workshop.deleteRecut": (order, fact) => `A recut of shutter ${fact("recut") ?? ""} of ${order} was deleted`,
  "workshop.ship": (order) => `${order} was shipped`,
  "workshop.createParcel": (order, fact) => `Parcel ${fact("parcel") ?? ""} of ${order} was shipped`,
  "workshop.deleteParcel": (order, fact) => `Parcel ${fact("parcel") ?? ""} of ${order} was deleted`,
  "workshop.shipAll": (_, __, { after }) => shipmentSentence(factsOf(after).orders),
};
const named = (text: string | null): string => (text === null ? "" : `: ${text}`);
const amount = (text: string | null): string => (text === null ? "" : `, ${text}`);

/** `3 invoices and 1 credit note of 1 Oct 2026 to 31 Oct 2026 were exported to Xero` */
function exportSentence(
  fact: (name: string) => string | null,
  { invoices, creditNotes, format, from, to }: Record<string, unknown>,
): string {
  const days = from === to ? fact("from") : `${fact("from")} to ${fact("to")}`;
  const program = EXPORT_FORMATS.find((known) => known === format);
  return `${countOf(Number(invoices), "invoice")} and ${countOf(Number(creditNotes), "credit note")} of ${days} were exported to ${program ? EXPORT_FORMAT_LABEL[program] : format}`;
}

/** Describes a suspension or its end; null if the role changed in the same action. */
function suspensionSentence(person: string, { before, after }: Changed): string | null {
  const [old, now] = [factsOf(before), factsOf(after)];
  if (old.role !== now.role || old.suspended === now.suspended) return null;
  return now.suspended === true ? `${person} was suspended` : `${person} was reinstated`;
}

/** `Ada was asked to place Q-12` */
function placeRequestSentence(quote: string, asked: unknown): string | null {
  if (!Array.isArray(asked) || asked.length === 0) return null;
  const last = asked.slice(-2).join(" and ");
  return `${[...asked.slice(0, -2), last].join(", ")} ${asked.length === 1 ? "was" : "were"} asked to place ${quote}`;
}

/**
 * A customer's own company withdrew a draft, the same condition as for `withdrawnAt` of the quote.
 */
const isWithdrawal = ({ before, after, role }: Changed): boolean =>
  factsOf(before).quoteStatus === "draft" && factsOf(after).quoteStatus === "declined" && role != null && !isStaff(role);

interface ShipResult {
  readonly id: number;
  readonly ok: boolean;
}
/** `3 orders were sent off: ORD-1, ORD-2, ORD-3`, followed by the number of failed orders. */
function shipmentSentence(orders: unknown): string | null {
  if (!Array.isArray(orders)) return null;
  const all = orders as readonly ShipResult[];
  const sent = all.filter(({ ok }) => ok).map(({ id }) => orderNumber(id));
  const refused = all.length - sent.length;
  if (sent.length === 0) return `${countOf(refused, "order")} could not be sent off`;
  const others = refused === 0 ? "" : ` (${refused} could not be)`;
  return `${countOf(sent.length, "order was", "orders were")} sent off: ${sent.join(", ")}${others}`;
}

/** The number of changes in the sentence; the entry itself lists all of them. */
const MOST_CHANGES_NAMED = 2;

/**
 * Describes an entry in a sentence: `Price of Basswood Classic: £289.00 → £301.00`.
 * @param thing the record's name
 */
export function auditText(entry: Changed & Pick<AuditEntry, "action">, thing: string, called: NamesById): string {
  const { action, before, after } = entry;
  const facts = { ...factsOf(before), ...factsOf(after) };
  const words = (name: string) => factWords(name, facts[name], called);
  const sentence = SENTENCES[action]?.(thing, (name) => words(name) ?? words(`${name}Pence`), entry);
  if (sentence) return sentence;
  const changes = differences(before, after, called);
  const [only] = changes;
  if (!only) return `${wordsOf(action.split(".").at(-1) ?? action)}: ${thing}`;
  if (changes.length === 1) return `${only.name} of ${thing}: ${changeWords(only)}`;
  const said = changes.slice(0, MOST_CHANGES_NAMED).map((change) => `${change.name} ${changeWords(change)}`);
  const more = changes.length > MOST_CHANGES_NAMED ? ` and ${changes.length - MOST_CHANGES_NAMED} more` : "";
  return `${thing}: ${said.join(", ")}${more}`;
}

const changeWords = ({ name, before, after }: Difference): string =>
  [before, after ?? (name === "Made by" ? "nobody" : "none")].filter((value) => value !== null).join(" → ");
