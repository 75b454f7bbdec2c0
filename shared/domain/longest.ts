/**
 * How long each kind of text may be, in characters. The contract refuses a longer one with a
 * sentence, and the tables refuse it too (rule C10).
 */
export const LONGEST = {
  companyName: 120,
  contactName: 120,
  productName: 120,
  windowName: 80,
  /** What a fitter calls the choices that he begins a window with. */
  templateName: 60,
  jobName: 120,
  poNumber: 60,
  /** The fitter's own customer, for whom a quote is made (rule Q19). */
  customerName: 120,
  customerPhone: 40,
  /** How a fitter calls himself to his customers, and what he tells them (rule T1). */
  tradingName: 120,
  website: 200,
  retailFooter: 500,
  retailTerms: 4000,
  /** A line that is added to a quotation. */
  extra: 200,
  /** What a homeowner asks. */
  question: 2000,
  /** What the fitter replies to a homeowner's question. */
  answer: 2000,
  /** What a browser says of itself. */
  browser: 500,
  /** What a shutter type is made of, in a homeowner's words. */
  material: 40,
  /** What a fitter tells the office about a quote. */
  note: 2000,
  /** What a fitter tells the maker about a window. */
  makersNote: 500,
  color: 60,
  email: 254,
  address: 500,
  trackingNumber: 100,
  /** A carrier's name, a blank and a tracking number. */
  toldTracking: 120,
  /** By which a search finds a job: name, PO number, address and its postcodes, tracking number twice, in small letters. */
  words: 2000,
  /** What the office writes of a client for itself. */
  clientNote: 2000,
  description: 2000,
  /** Why a client or a quote was declined. */
  reason: 500,
  remakeReason: 5000,
  reply: 5000,
  /** In an order's thread. */
  message: 2000,
  vatNumber: 20,
  companyNumber: 20,
  phone: 40,
  /** What a bank says of a transfer. */
  paymentReference: 140,
  /** A company's name in the bookkeeping. */
  accountsName: 100,
  bankName: 60,
  /** An account's or a tax's code in the bookkeeping. */
  bookkeepingCode: 60,
  publicKey: 500,
  errorType: 200,
  errorMessage: 2000,
  errorPath: 500,
  errorStack: 8000,
  idempotencyKey: 255,
} as const;

/** Colours, and louver sizes, of a shutter type. */
export const MOST_CHOICES = 60;

/** Far more than any remake or order needs: what comes whole inside an object must have an end too. */
export const MOST_REPLIES = 300;
export const MOST_MESSAGES = 200;
export const MOST_STATUS_CHANGES = 500;

/** Of shutter types that get new prices together. */
export const MOST_TYPES_PLANNED = 200;
/** Price changes that are ahead at once. */
export const MOST_PLANS_AHEAD = 200;

/** How many photos a window of a quote takes (rule Q25). */
export const MOST_PHOTOS_OF_WINDOW = 4;
