/** The steps that a new workshop reviews before its first order, in their order (rule W108). */
export const SETUP_STEPS = ["stock", "sections", "clearances", "lead-days", "capacity", "people", "test-card"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Printed on the card of a workshop that has not reviewed its sections. */
export const DEFAULT_SECTIONS = "Default sections";
