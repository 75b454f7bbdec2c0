import { type SQL, sql } from "drizzle-orm";
import { boolean, check, customType, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Pence } from "#shared/domain/money.ts";
import {
  FITTING_PER,
  type FittingPer,
  MOST_EXTRAS,
  MOST_FITTING,
  MOST_LEAD_TIME_WEEKS,
  MOST_MARKUP_HUNDREDTHS,
  MOST_VALID_DAYS,
  type RetailExtra,
} from "#shared/domain/trade/retail.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { at, atMost, createdAt, id, pence, texts } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";
import { quotes } from "./quotes.ts";

/* What a fitter sends to his own customer (docs/rules/retail.md). Nothing of it is our staff's. */

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

const upTo = (most: number) => sql.raw(`0 and ${most}`);

/**
 * Pictures by their content's hash: what was sent keeps its logo when the company takes another.
 * Small ones, and what is frozen in the database has them there.
 */
export const retailLogos = pgTable(
  "retail_logos",
  {
    id,
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    type: text("type").$type<"image/png" | "image/jpeg">().notNull(),
    width: smallint("width").notNull(),
    height: smallint("height").notNull(),
    content: bytes("content").notNull(),
    createdAt,
  },
  (t) => [
    index("retail_logos_of_company").on(t.companyId),
    check("retail_logos_type", sql`${t.type} in ('image/png', 'image/jpeg')`),
    check("retail_logos_size", sql`${t.width} between 1 and 1200 and ${t.height} between 1 and 400 and octet_length(${t.content}) > 0`),
  ],
);

/**
 * How a company appears to its own customers, and what it asks of them (rule T1). Blank is an empty
 * text.
 */
export const retailBusinesses = pgTable(
  "retail_businesses",
  {
    companyId: integer("company_id")
      .primaryKey()
      .references(() => companies.id),
    tradingName: text("trading_name").notNull(),
    phone: text("phone").notNull(),
    email: text("email").notNull(),
    address: text("address").notNull(),
    website: text("website").notNull(),
    footer: text("footer").notNull(),
    vatRegistered: boolean("vat_registered").notNull(),
    vatNumber: text("vat_number").notNull(),
    markupHundredths: integer("markup_hundredths").notNull(),
    fittingPricePence: pence("fitting_price_pence").notNull(),
    fittingPer: text("fitting_per").$type<FittingPer>().notNull(),
    depositHundredths: integer("deposit_hundredths").notNull(),
    validDays: smallint("valid_days").notNull(),
    /** Null: it is not said. */
    leadTimeWeeks: smallint("lead_time_weeks"),
    terms: text("terms").notNull(),
    bankName: text("bank_name").notNull(),
    sortCode: text("sort_code").notNull(),
    accountNumber: text("account_number").notNull(),
    accent: text("accent").notNull(),
    logoId: integer("logo_id").references(() => retailLogos.id),
  },
  (t) => [
    texts(
      "retail_businesses",
      sql`${t.tradingName} <> '' and ${atMost(t.tradingName, LONGEST.tradingName)}`,
      atMost(t.phone, LONGEST.phone),
      atMost(t.email, LONGEST.email),
      atMost(t.address, LONGEST.address),
      atMost(t.website, LONGEST.website),
      atMost(t.footer, LONGEST.retailFooter),
      atMost(t.vatNumber, LONGEST.vatNumber),
      atMost(t.terms, LONGEST.retailTerms),
      atMost(t.bankName, LONGEST.bankName),
      sql`${t.sortCode} ~ '^([0-9]{6})?$' and ${t.accountNumber} ~ '^([0-9]{8})?$'`,
      sql`${t.accent} ~ '^#[0-9a-f]{6}$'`,
    ),
    check("retail_businesses_vat", sql`not ${t.vatRegistered} or ${t.vatNumber} <> ''`),
    check(
      "retail_businesses_figures",
      sql`${t.markupHundredths} between ${upTo(MOST_MARKUP_HUNDREDTHS)} and ${t.fittingPricePence} between ${upTo(MOST_FITTING)}
        and ${t.fittingPer} in (${sql.raw(`'${FITTING_PER.join("', '")}'`)}) and ${t.depositHundredths} between ${upTo(10_000)}
        and ${t.validDays} between 1 and ${sql.raw(String(MOST_VALID_DAYS))} and ${t.leadTimeWeeks} between ${upTo(MOST_LEAD_TIME_WEEKS)}`,
    ),
  ],
);

/**
 * A window as the fitter saw it when he saved the quotation: what has moved since is known by it
 * (rule T5).
 */
export interface SeenWindow {
  readonly itemId: number;
  readonly name: string;
  /** Its price in the trade quote, without VAT. */
  readonly net: Pence;
  /** Its retail price then. */
  readonly price: Pence;
  /** Typed over the computed price; null: computed. */
  readonly typed: Pence | null;
}

/** The quotation of a quote, from its first saving on (rule T3). */
export const retailQuotations = pgTable(
  "retail_quotations",
  {
    quoteId: integer("quote_id")
      .primaryKey()
      .references(() => quotes.id),
    version: integer("version").notNull(),
    /** Raised where what is shown has changed. */
    revision: integer("revision").notNull(),
    /** Of what was shown last, in hex. */
    shownHash: text("shown_hash").notNull(),
    changedBy: integer("changed_by")
      .notNull()
      .references(() => users.id),
    markupHundredths: integer("markup_hundredths").notNull(),
    depositHundredths: integer("deposit_hundredths").notNull(),
    fittingPricePence: pence("fitting_price_pence").notNull(),
    fittingPer: text("fitting_per").$type<FittingPer>().notNull(),
    /** Null: computed. */
    fittingTypedPence: pence("fitting_typed_pence"),
    extras: jsonb("extras").$type<readonly RetailExtra[]>().notNull(),
    windows: jsonb("windows").$type<readonly SeenWindow[]>().notNull(),
  },
  (t) => [
    texts("retail_quotations", sql`${t.shownHash} ~ '^[0-9a-f]{64}$'`),
    check("retail_quotations_counts", sql`${t.version} >= 1 and ${t.revision} >= 1`),
    check(
      "retail_quotations_figures",
      sql`${t.markupHundredths} between ${upTo(MOST_MARKUP_HUNDREDTHS)} and ${t.depositHundredths} between ${upTo(10_000)}
        and ${t.fittingPricePence} between ${upTo(MOST_FITTING)} and ${t.fittingPer} in (${sql.raw(`'${FITTING_PER.join("', '")}'`)})
        and jsonb_array_length(${t.extras}) <= ${sql.raw(String(MOST_EXTRAS))}`,
    ),
  ],
);

/**
 * A window's choices when its link was made. They are compared with the present ones, and no
 * homeowner is sent them.
 */
export interface MadeWindow {
  readonly itemId: number;
  /** What its type is made of, in a homeowner's words. */
  readonly material: string;
  readonly panels: number;
  /** A maker's own clearances, sections and timber are no choice of the homeowner's. */
  readonly toDraw: Required<Omit<WindowToDraw, "clearances" | "sections" | "densityKgM3">>;
}

/** An address that shows a quotation to who has it (rule T6), and what became of it. */
export const retailLinks = pgTable(
  "retail_links",
  {
    id,
    quoteId: integer("quote_id")
      .notNull()
      .references(() => quotes.id),
    /** SHA-256 of what stands in the address, in hex: the address itself is known to who has it. */
    tokenHash: text("token_hash").notNull(),
    revision: integer("revision").notNull(),
    createdAt: at("created_at").notNull(),
    createdBy: integer("created_by")
      .notNull()
      .references(() => users.id),
    expiresAt: at("expires_at").notNull(),
    /** What is shown, frozen, and its SHA-256 in hex; null once it has gone. */
    snapshot: text("snapshot"),
    snapshotHash: text("snapshot_hash"),
    /** The snapshot without its drawings, which are nearly all of its 1.6 MB. */
    facts: jsonb("facts")
      .$type<object>()
      .generatedAlwaysAs((): SQL => sql`retail_facts(${retailLinks.snapshot})`),
    /**
     * In the order of the snapshot's windows; null once that has gone, and of a link from before
     * this was stored.
     */
    made: jsonb("made").$type<readonly MadeWindow[]>(),
    logoId: integer("logo_id").references(() => retailLogos.id),
    /**
     * The address to which the fitter emailed it; null: he passed it on himself. Goes with the
     * snapshot.
     */
    sentTo: text("sent_to"),
    openedAt: at("opened_at"),
    opens: integer("opens").notNull().default(0),
    supersededAt: at("superseded_at"),
    revokedAt: at("revoked_at"),
    declinedAt: at("declined_at"),
    reason: text("reason"),
    /** Stays: what was accepted changes no more (rule T3). */
    acceptedAt: at("accepted_at"),
    /* The evidence of an acceptance, kept six years; then all of it is null. */
    acceptedName: text("accepted_name"),
    acceptedEmail: text("accepted_email"),
    /** Places of the optional extras that were ticked. */
    acceptedExtras: smallint("accepted_extras").array(),
    acceptedTotalPence: pence("accepted_total_pence"),
    acceptedSentence: text("accepted_sentence"),
    acceptedIp: text("accepted_ip"),
    acceptedBrowser: text("accepted_browser"),
  },
  (t) => [
    texts(
      "retail_links",
      atMost(t.reason, LONGEST.reason),
      atMost(t.sentTo, LONGEST.email),
      atMost(t.acceptedName, LONGEST.contactName),
      atMost(t.acceptedEmail, LONGEST.email),
      atMost(t.acceptedBrowser, LONGEST.browser),
      sql`${t.tokenHash} ~ '^[0-9a-f]{64}$' and ${t.snapshotHash} ~ '^[0-9a-f]{64}$'`,
    ),
    uniqueIndex("retail_links_token").on(t.tokenHash),
    index("retail_links_of_quote").on(t.quoteId, t.id.desc()),
    // A quotation is accepted once, whichever of its addresses is open.
    uniqueIndex("retail_links_accepted").on(t.quoteId).where(sql`${t.acceptedAt} is not null`),
    index("retail_links_to_clear").on(t.expiresAt).where(sql`${t.snapshot} is not null and ${t.acceptedAt} is null`),
    check("retail_links_one_end", sql`num_nonnulls(${t.acceptedAt}, ${t.declinedAt}, ${t.revokedAt}, ${t.supersededAt}) <= 1`),
    check(
      "retail_links_evidence",
      sql`num_nulls(${t.acceptedName}, ${t.acceptedExtras}, ${t.acceptedTotalPence}, ${t.acceptedSentence}, ${t.acceptedIp}, ${t.acceptedBrowser}) in (0, 6)
        and (${t.acceptedName} is null or ${t.acceptedAt} is not null)
        and (${t.acceptedEmail} is null or ${t.acceptedName} is not null)
        and (${t.acceptedAt} is null or (${t.acceptedName} is null) = (${t.snapshot} is null))`,
    ),
    check("retail_links_snapshot", sql`(${t.snapshot} is null) = (${t.snapshotHash} is null)`),
    index("retail_links_evidence_to_clear").on(t.acceptedAt).where(sql`${t.snapshot} is not null`),
  ],
);

/**
 * A homeowner's question by a link, and the fitter's one answer (rule T8). Both go with the link's
 * snapshot.
 */
export const retailQuestions = pgTable(
  "retail_questions",
  {
    id,
    quoteId: integer("quote_id")
      .notNull()
      .references(() => quotes.id),
    linkId: integer("link_id")
      .notNull()
      .references(() => retailLinks.id),
    /** The customer of the quotation that was asked about; blank where it named none. */
    customerName: text("customer_name").notNull(),
    askedAt: at("asked_at").notNull(),
    text: text("text").notNull(),
    answeredAt: at("answered_at"),
    answeredBy: integer("answered_by").references(() => users.id),
    answer: text("answer"),
  },
  (t) => [
    texts(
      "retail_questions",
      atMost(t.customerName, LONGEST.customerName),
      sql`${t.text} <> '' and ${atMost(t.text, LONGEST.question)}`,
      sql`${t.answer} <> '' and ${atMost(t.answer, LONGEST.answer)}`,
    ),
    check("retail_questions_answer", sql`num_nulls(${t.answeredAt}, ${t.answeredBy}, ${t.answer}) in (0, 3)`),
    index("retail_questions_of_quote").on(t.quoteId, t.id),
    index("retail_questions_of_link").on(t.linkId),
    index("retail_questions_unanswered").on(t.quoteId).where(sql`${t.answeredAt} is null`),
  ],
);
