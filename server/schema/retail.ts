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

/*
 * The quotations of fitters to their own customers (docs/rules/retail.md). Our staff cannot read
 * them.
 */

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

const upTo = (most: number) => sql.raw(`0 and ${most}`);

/**
 * Logos by the hash of their content: a sent quotation keeps its logo when the company changes it.
 * They are small, so the database stores them beside the frozen snapshots.
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
 * A company's appearance and terms toward its own customers (rule T1). A blank value is an empty
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
    /** Null: the quotation names no lead time. */
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
 * A window at the fitter's last saving of the quotation. Later changes are found by comparison
 * (rule T5).
 */
export interface SeenWindow {
  readonly itemId: number;
  readonly name: string;
  /** The price in the trade quote, without VAT. */
  readonly net: Pence;
  /** The retail price at that time. */
  readonly price: Pence;
  /** The price that the fitter typed over the computed one; null: computed. */
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
    /** The revision increases when the visible content changes. */
    revision: integer("revision").notNull(),
    /** The hash of the content that was displayed last, in hex. */
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
 * A window's choices at the creation of its link, for comparison with the present choices. A
 * homeowner does not receive them.
 */
export interface MadeWindow {
  readonly itemId: number;
  /** The material of its type, as a homeowner reads it. */
  readonly material: string;
  readonly panels: number;
  /** The workshop's own clearances, sections and timber are not the homeowner's choices. */
  readonly toDraw: Required<Omit<WindowToDraw, "clearances" | "sections" | "densityKgM3" | "make" | "trackDepthMm" | "material">>;
}

/** A link that displays a quotation to whoever has its address (rule T6), with its outcome. */
export const retailLinks = pgTable(
  "retail_links",
  {
    id,
    quoteId: integer("quote_id")
      .notNull()
      .references(() => quotes.id),
    /** The SHA-256 hash of the token in the address, in hex. The token itself is not stored. */
    tokenHash: text("token_hash").notNull(),
    revision: integer("revision").notNull(),
    createdAt: at("created_at").notNull(),
    createdBy: integer("created_by")
      .notNull()
      .references(() => users.id),
    expiresAt: at("expires_at").notNull(),
    /** The frozen snapshot, and its SHA-256 hash in hex; null after its deletion. */
    snapshot: text("snapshot"),
    snapshotHash: text("snapshot_hash"),
    /** The snapshot without its drawings, which are most of its 1.6 MB. */
    facts: jsonb("facts")
      .$type<object>()
      .generatedAlwaysAs((): SQL => sql`retail_facts(${retailLinks.snapshot})`),
    /**
     * One entry for each window of the snapshot; null after the snapshot's deletion, and for older
     * links.
     */
    made: jsonb("made").$type<readonly MadeWindow[]>(),
    logoId: integer("logo_id").references(() => retailLogos.id),
    /**
     * The address to which the fitter emailed the link; null: the fitter passed it on. It is
     * deleted with the snapshot.
     */
    sentTo: text("sent_to"),
    openedAt: at("opened_at"),
    opens: integer("opens").notNull().default(0),
    supersededAt: at("superseded_at"),
    revokedAt: at("revoked_at"),
    declinedAt: at("declined_at"),
    reason: text("reason"),
    /**
     * The time stays after the snapshot's deletion: an accepted quotation cannot change (rule T3).
     */
    acceptedAt: at("accepted_at"),
    /* The evidence of an acceptance is stored for six years; then all its columns become null. */
    acceptedName: text("accepted_name"),
    acceptedEmail: text("accepted_email"),
    /** Indexes of the chosen optional extras. */
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
    // A quotation is accepted once, through any of its open links.
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
 * A homeowner's question through a link, and the fitter's one answer (rule T14). Both are deleted
 * with the link's snapshot.
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
    /** The customer whom the quotation named; blank: none. */
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
