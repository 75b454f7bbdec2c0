/** The member `code` of a refusal that a recent proof would lift (rule A36). */
export const PROVE = "prove";
