import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { type Pence, penceToPounds } from "#shared/domain/money.ts";
import type { Role } from "#shared/domain/roles.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import {
  FITTING_PER,
  isReadableOnWhite,
  LEAST_EXTRA,
  LINK_STATES,
  MOST_EXTRA,
  MOST_EXTRAS,
  MOST_FITTING,
  MOST_LEAD_TIME_WEEKS,
  MOST_MARKUP_HUNDREDTHS,
  MOST_TYPED_PRICE,
  MOST_VALID_DAYS,
} from "#shared/domain/trade/retail.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import {
  byId,
  email,
  hundredths,
  id,
  idField,
  instant,
  nameText,
  oneOf,
  optionalName,
  optionalText,
  optionalTrimmedText,
  pathId,
  percent,
  pounds,
  text,
} from "#shared/http/wire.ts";

/*
 * The fitter's own customer (docs/rules/retail.md): the fitter's business, the quotation under his
 * name and prices, and the link by which a homeowner reads and accepts it. Only the fitter's own
 * company may make these calls.
 */

const fitters = ["customer"] as const satisfies readonly Role[];
/** A super admin who views the portal as the fitter may not make these calls either. */
const fitterCall = { roles: fitters, notWhileImpersonating: true } as const;

const WEB_ADDRESS = "Please enter a web address";
const COLOUR = "Please choose a colour";
const digits = (count: number, message: string) =>
  z
    .string(message)
    .overwrite((typed) => typed.replace(/[\s\u2010-\u2015-]/g, ""))
    .refine((given) => given === "" || (given.length === count && /^\d*$/.test(given)), message);
/** Blank or null clears the field. */
const optionalOrNull = <S extends z.ZodType>(rule: S) => rule.nullable().optional();
const emailOrBlank = optionalOrNull(z.union([email, z.literal("")], "Please enter a valid email address"));
const money = (least: Pence, most: Pence, sentence: string) =>
  hundredths<Pence>({ least: penceToPounds(least), most: penceToPounds(most) }, sentence);
const percentage = (most: number, sentence: string) => hundredths<number>({ least: 0, most }, sentence);
const whole = (least: number, most: number, sentence: string) => z.number(sentence).int(sentence).min(least, sentence).max(most, sentence);

/**
 * A website is usually typed without its scheme; the stored value has one, so that it can be a
 * link.
 */
const withScheme = (typed: string): string => {
  const website = typed.trim();
  return website === "" || /^[a-z][a-z\d+.-]*:\/\//i.test(website) ? website : `https://${website}`;
};
const isWebAddress = (website: string): boolean => {
  if (website === "") return true;
  try {
    const { protocol, hostname, username, password } = new URL(website);
    return /^https?:$/.test(protocol) && hostname.includes(".") && username === "" && password === "";
  } catch {
    return false;
  }
};

const markupPercent = percentage(MOST_MARKUP_HUNDREDTHS / 100, "Markup must be from 0 to 400 %");
const depositPercent = percentage(100, "Deposit must be from 0 to 100 %");

export const NO_VAT_NUMBER = "Please enter the VAT number";
export const businessFields = z.object({
  tradingName: nameText({ most: LONGEST.tradingName, required: "Please enter your trading name", name: "Trading name" }),
  phone: optionalOrNull(optionalTrimmedText("Phone", LONGEST.phone)),
  email: emailOrBlank,
  address: optionalOrNull(optionalTrimmedText("Address", LONGEST.address)),
  website: optionalOrNull(
    z
      .string("Website must be text")
      .overwrite(withScheme)
      .refine((website) => website.length <= LONGEST.website, `Website must be at most ${LONGEST.website} characters`)
      .refine(isWebAddress, WEB_ADDRESS)
      .meta({ maxLength: LONGEST.website }),
  ),
  footer: optionalOrNull(optionalText("Footer", LONGEST.retailFooter)),
  vatRegistered: z.boolean("VAT registered must be true or false"),
  vatNumber: optionalOrNull(optionalTrimmedText("VAT number", LONGEST.vatNumber)),
  markupPercent,
  fittingPrice: money(0 as Pence, MOST_FITTING, "Fitting must be from £0 to £10,000"),
  fittingPer: oneOf(FITTING_PER, "Fitting per"),
  depositPercent,
  validDays: whole(1, MOST_VALID_DAYS, `Valid days must be from 1 to ${MOST_VALID_DAYS}`),
  leadTimeWeeks: optionalOrNull(whole(0, MOST_LEAD_TIME_WEEKS, `Lead time must be from 0 to ${MOST_LEAD_TIME_WEEKS} weeks`)),
  terms: optionalOrNull(optionalText("Terms", LONGEST.retailTerms)),
  bankName: optionalOrNull(optionalName("Bank name", LONGEST.bankName)),
  sortCode: optionalOrNull(digits(6, "Sort code must be 6 digits")),
  accountNumber: optionalOrNull(digits(8, "Account number must be 8 digits")),
  accent: optionalOrNull(
    z
      .string(COLOUR)
      .trim()
      .toLowerCase()
      .refine((colour) => colour === "" || /^#[0-9a-f]{6}$/.test(colour), { message: COLOUR, abort: true })
      .refine((colour) => colour === "" || isReadableOnWhite(colour), "This colour is too light to read"),
  ),
});
export const businessBody = businessFields.refine(({ vatRegistered, vatNumber }) => !vatRegistered || Boolean(vatNumber), {
  message: NO_VAT_NUMBER,
  path: ["vatNumber"],
});

const business = z.object({
  /**
   * False until the first save: the fields are then suggestions from the company's profile, and
   * nothing can be sent.
   */
  saved: z.boolean(),
  tradingName: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  website: z.string(),
  footer: z.string(),
  vatRegistered: z.boolean(),
  vatNumber: z.string(),
  markupPercent: percent,
  fittingPrice: pounds,
  fittingPer: z.enum(FITTING_PER),
  depositPercent: percent,
  validDays: z.number().int(),
  leadTimeWeeks: z.number().int().nullable(),
  terms: z.string(),
  bankName: z.string(),
  sortCode: z.string(),
  accountNumber: z.string(),
  accent: z.string(),
  /** The path of the logo; null: the company has none. */
  logo: z.string().nullable(),
});

const customer = z.object({ name: z.string(), email: z.string(), address: z.string() });
const link = z.object({
  id,
  revision: z.number().int(),
  createdAt: instant,
  expiresAt: instant,
  state: z.enum(LINK_STATES),
  /** The first opening and the number of openings, as the page's script reports them. */
  openedAt: instant.nullable(),
  opens: z.number().int(),
  decidedAt: instant.nullable(),
  acceptance: z.object({ name: z.string(), email: z.string().nullable(), extras: z.array(z.number().int()), total: pounds }).nullable(),
  /** The payment reference that the homeowner reads; null after the snapshot was deleted. */
  reference: z.string().nullable(),
  /** The homeowner's reason for declining. */
  reason: z.string().nullable(),
});

const question = z.object({ id, at: instant, text: z.string(), answer: z.object({ at: instant, text: z.string() }).nullable() });

const quotation = z.object({
  /** The quotation's own version, which detects a concurrent change. */
  version: z.number().int(),
  /** Increases with each change of the displayed content. */
  revision: z.number().int(),
  customer,
  windows: z.array(z.object({ itemId: id, name: z.string(), price: pounds, typedOver: z.boolean() })),
  /** `computed` is the price without an override. */
  fitting: z.object({ price: pounds, typedOver: z.boolean(), computed: pounds }),
  extras: z.array(z.object({ text: z.string(), price: pounds, optional: z.boolean() })),
  vatRegistered: z.boolean(),
  markupPercent: percent,
  depositPercent: percent,
  /** Excludes optional extras; the figures below do too. */
  subtotal: pounds,
  vat: pounds,
  total: pounds,
  deposit: pounds,
  /** The quote's subtotal, or its total if the fitter can't reclaim VAT. */
  cost: pounds,
  margin: pounds,
  /** The margin as a share of the subtotal, with one decimal; null if the subtotal is 0. */
  marginPercent: z.number().nullable(),
  /**
   * Changes of the trade quote since the last save, as retail prices. Both prices are equal if the
   * price is overridden; a price is null if the window is missing.
   */
  moved: z.array(z.object({ itemId: id, name: z.string(), before: pounds.nullable(), after: pounds.nullable() })),
  /**
   * Differences from the accepted link, else from the newest open link, in the words of the page
   * (rule T11): at most 100. An empty text means that the page shows nothing.
   */
  differences: z.array(z.object({ window: z.string().nullable(), what: z.string(), before: z.string(), after: z.string() })),
  /** The accepted figures with the ticked extras, at the quote's current cost (rule T12). */
  accepted: z
    .object({
      ...{ name: z.string(), at: instant },
      ...{ subtotal: pounds, vat: pounds, total: pounds, deposit: pounds, cost: pounds, margin: pounds },
      marginPercent: z.number().nullable(),
    })
    .nullable(),
  links: z.array(link),
  /**
   * The newest questions that homeowners sent through the quotation's links, sorted oldest first.
   */
  questions: z.array(question),
});

const WHOLE_VERSION = "Version must be a whole number";
const TYPED = "A price must be from £0 to £100,000";
const typedPrice = money(0 as Pence, MOST_TYPED_PRICE, TYPED).nullable();

export const quotationBody = z.object({
  version: z.number(WHOLE_VERSION).int(WHOLE_VERSION).describe("The quotation's own version that the editor read."),
  customer: z
    .object({
      name: optionalOrNull(optionalName("Customer's name", LONGEST.customerName)),
      email: emailOrBlank,
      address: optionalOrNull(optionalTrimmedText("Customer's address", LONGEST.address)),
    })
    .optional(),
  windows: z
    .array(z.object({ itemId: idField("A window's id must be a whole number"), price: typedPrice.describe("Null: the computed price.") }))
    .max(MOST_WINDOWS, `A quote takes at most ${MOST_WINDOWS} windows`)
    .optional()
    .describe("A window that is left out stays unchanged."),
  fitting: z.object({ price: typedPrice.describe("Null: the computed price.") }).optional(),
  extras: z
    .array(
      z.object({
        text: optionalTrimmedText("An extra's text", LONGEST.extra).refine((text) => text !== "", "Please say what the extra is"),
        price: money(LEAST_EXTRA, MOST_EXTRA, "An extra must be from −£10,000 to £100,000"),
        optional: z.boolean("Optional must be true or false").default(false),
      }),
      "Extras must be a list",
    )
    .max(MOST_EXTRAS, `At most ${MOST_EXTRAS} extras`)
    .optional(),
  markupPercent: markupPercent.optional(),
  depositPercent: depositPercent.optional(),
});

/** The audit trail stores only that a quotation changed, and none of its content. */
const QUOTATION_CHANGED = { auditedAs: "quotes.retail" } as const;

export const retail = {
  business: {
    ...fitterCall,
    method: "GET",
    path: "/api/company/retail",
    summary: "Read the caller's business as its own customers see it, with its default prices.",
    response: business,
  },
  saveBusiness: {
    ...fitterCall,
    method: "PUT",
    path: "/api/company/retail",
    proof: true,
    summary: "Save the business; for people who may manage the company. Quotations that were already sent do not change.",
    body: businessBody,
    rightsFirst: true,
    response: business,
  },
  saveLogo: {
    ...fitterCall,
    method: "PUT",
    path: "/api/company/retail/logo",
    summary:
      "Save the logo: a JPEG, PNG or WebP picture, which is encoded again at no more than 1,200 × 400. Transparent parts stay transparent.",
    files: { field: "logo", most: 1, mostBytes: 2 * 1024 * 1024 },
    transaction: "own",
    response: business,
  },
  removeLogo: {
    ...fitterCall,
    method: "DELETE",
    path: "/api/company/retail/logo",
    summary: "Delete the logo.",
    response: z.null(),
  },
  read: {
    ...fitterCall,
    method: "GET",
    path: "/api/quotes/:id/retail",
    summary: "Read the fitter's prices for his own customer for a quote's windows, and his margin.",
    params: byId,
    response: quotation,
    large: true,
  },
  save: {
    ...fitterCall,
    ...QUOTATION_CHANGED,
    method: "PUT",
    path: "/api/quotes/:id/retail",
    summary: "Change the quotation. A field that is left out stays unchanged; a price of null is computed again.",
    params: byId,
    body: quotationBody,
    response: quotation,
    large: true,
  },
  answer: {
    ...fitterCall,
    ...QUOTATION_CHANGED,
    method: "POST",
    path: "/api/quotes/:id/retail/questions/:questionId/answer",
    summary: "Answer a homeowner's question, once: by email in the fitter's name, and on the quotation's page.",
    params: z.object({ id: pathId, questionId: pathId }),
    body: z.object({ text: text({ most: LONGEST.answer, required: "Please enter your answer", name: "Answer" }) }),
    counted: { limit: "retail-replies", by: "company" },
    response: question,
  },
  links: {
    ...fitterCall,
    method: "GET",
    path: "/api/quotes/:id/retail-links",
    summary: "List the quotation's links, newest first, with the state of each.",
    params: byId,
    response: z.array(link),
  },
  createLink: {
    ...fitterCall,
    ...QUOTATION_CHANGED,
    method: "POST",
    path: "/api/quotes/:id/retail-links",
    summary:
      "Create a link that shows the quotation as it is now, and email it if `sendTo` is given. Only this reply contains the link's address.",
    params: byId,
    body: z.object({ sendTo: email.optional() }),
    response: z.object({ id, url: z.string(), revision: z.number().int(), expiresAt: instant }),
    creates: true,
    counted: { limit: "retail-mails", by: "company", when: ({ sendTo }: { sendTo?: string }) => sendTo !== undefined },
    // The server draws up to two hundred windows.
    large: true,
  },
  revokeLink: {
    ...fitterCall,
    ...QUOTATION_CHANGED,
    method: "DELETE",
    path: "/api/quotes/:id/retail-links/:linkId",
    summary: "Revoke an open link; its address stops working.",
    params: z.object({ id: pathId, linkId: pathId }),
    response: z.null(),
  },
} as const satisfies Endpoints;
