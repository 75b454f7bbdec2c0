/**
 * The lists that make up the board. Urgent orders are a separate list, so that none of them is on a
 * later page because its planned day is later (rule W20). The device stores the same lists.
 */
export const BOARD_LISTS = [{ urgent: "true" }, { urgent: "false" }] as const;
