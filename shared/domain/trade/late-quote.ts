/**
 * A quote that a phone stored offline is sent automatically for this many days. Later the person
 * must confirm: the server may have made the quote already and no longer recognise its idempotency
 * key (rule Q32).
 */
export const SENT_FOR_DAYS = 28;
/** The two days more allow for different clocks on the server and the phone. */
export const KEY_DAYS = SENT_FOR_DAYS + 2;
