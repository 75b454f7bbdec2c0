/**
 * The longest length of each text, in characters. Both the contract and the database's constraints
 * reject a longer text (rule C10).
 */
export const LONGEST = {
  companyName: 120,
  contactName: 120,
  productName: 120,
  windowName: 80,
  /** The name of a fitter's template for windows. */
  templateName: 60,
  jobName: 120,
  poNumber: 60,
  /** The fitter's own customer, for whom a quote is made (rule Q19). */
  customerName: 120,
  customerPhone: 40,
  /** The fitter's business as his customers see it (rule T1). */
  tradingName: 120,
  website: 200,
  retailFooter: 500,
  retailTerms: 4000,
  /** An additional line of a quotation. */
  extra: 200,
  /** A homeowner's question about a quotation. */
  question: 2000,
  /** The fitter's reply to a homeowner's question. */
  answer: 2000,
  /** The browser's User-Agent. */
  browser: 500,
  /** A browser and its system in words, in a list of sessions. */
  device: 60,
  /** The name of an API token. */
  tokenName: 60,
  /** The name of a passkey. */
  passkeyName: 60,
  /** The address of a webhook. */
  webhookUrl: 500,
  /** The fault of a webhook's delivery. */
  deliveryFault: 200,
  /** The material of a shutter type in a homeowner's words. */
  material: 40,
  /** A fitter's note to the office about a quote. */
  note: 2000,
  /** A fitter's note to the maker about a window. */
  makersNote: 500,
  color: 60,
  email: 254,
  address: 500,
  trackingNumber: 100,
  deliveryNote: 200,
  /**
   * The numbers of an order's parcels that its search reads; a remake's words must have room for
   * them.
   */
  parcelTracking: 400,
  /** The carrier's name, a space and the tracking number, as an email named them. */
  toldTracking: 120,
  /**
   * The search text of a job in lower case: name, PO number, address and its postcodes, and the
   * tracking number twice.
   */
  words: 2000,
  /** The office's internal note about a client. */
  clientNote: 2000,
  description: 2000,
  /** The reason why a client or a quote was declined. */
  reason: 500,
  /** A customer's request to change an order. */
  changeRequest: 2000,
  remakeReason: 5000,
  reply: 5000,
  /** A message in an order's thread. */
  message: 2000,
  vatNumber: 20,
  companyNumber: 20,
  phone: 40,
  /** The reference of a bank transfer. */
  paymentReference: 140,
  /** A company's name in the bookkeeping program. */
  accountsName: 100,
  bankName: 60,
  /** The code of an account or a tax in the bookkeeping program. */
  bookkeepingCode: 60,
  publicKey: 500,
  errorType: 200,
  errorMessage: 2000,
  errorPath: 500,
  errorStack: 8000,
  idempotencyKey: 255,
} as const;

/** The limit of colours, and of louvre sizes, of a shutter type. */
export const MOST_CHOICES = 60;

/** A thread is sent whole, so it needs a limit. These exceed the needs of any remake or order. */
export const MOST_REPLIES = 300;
export const MOST_MESSAGES = 200;
export const MOST_STATUS_CHANGES = 500;

/** The limit of shutter types in one planned price change. */
export const MOST_TYPES_PLANNED = 200;
/** The limit of one client's planned changes of terms. */
export const MOST_TERMS_AHEAD = 100;
/** The limit of clients' fixed prices that a planned price change lists. */
export const MOST_UNMOVED = 1000;
/** The limit of planned price changes. */
export const MOST_PLANS_AHEAD = 200;

/** The limit of photos of one window of a quote (rule Q25). */
export const MOST_PHOTOS_OF_WINDOW = 4;
