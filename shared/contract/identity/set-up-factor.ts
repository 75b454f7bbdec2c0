/** The refusal of every call that a person who lacks a required second factor may not make. */
export const SET_UP_FACTOR = "Set up a second factor first";
