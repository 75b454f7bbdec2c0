/**
 * The lists that the board is read as. What is to be begun and what is late is a list of its own,
 * so
 * that none stands on a later page because it is planned for later (rule W20). The device keeps the
 * same.
 */
export const BOARD_LISTS = [{ urgent: "true" }, { urgent: "false" }] as const;
