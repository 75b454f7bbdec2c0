/**
 * A quote or a recut that a device stored offline is sent automatically for this many days. Later
 * the person must confirm: the server may have made it already and no longer recognise its
 * idempotency key (rules Q32 and W51).
 */
export const SENT_FOR_DAYS = 28;
/** The two days more allow for different clocks on the server and the phone. */
export const KEY_DAYS = SENT_FOR_DAYS + 2;
