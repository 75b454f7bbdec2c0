/**
 * The lists that make up each view of the board. Urgent orders are a separate list, so that none of
 * them is on a later page because its planned day is later (rule W20).
 */
export const BOARD_LISTS = [{ urgent: "true" }, { urgent: "false" }] as const;

/** The lists that a supplier's device stores: its own orders, then open ones. */
export const DEVICE_LISTS = (["mine", "open"] as const).flatMap((view) => BOARD_LISTS.map((list) => ({ view, ...list })));

/** The rack's first page, which the offcuts screen asks for and a supplier's device stores. */
export const OFFCUTS_AT_HAND = { limit: "200" } as const;
