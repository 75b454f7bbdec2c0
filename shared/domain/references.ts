/** How things are named on screens, in mails, in refusals and in the search box (rule C7). */
export const quoteNumber = (id: number): string => `Q-${id}`;
export const orderNumber = (id: number): string => `ORD-${id}`;
export const remakeNumber = (id: number): string => `RMK-${id}`;
