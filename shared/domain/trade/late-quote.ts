/**
 * A quote that a phone kept is sent by itself for so many days. After that the person is asked: the
 * server may have made it already and knows its key no longer (rule Q27).
 */
export const SENT_FOR_DAYS = 28;
/** The server's clock and the phone's may differ. */
export const KEY_DAYS = SENT_FOR_DAYS + 2;
