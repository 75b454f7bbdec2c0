import type { DialogLook } from "#client/components/loading/dialog-coming.tsx";

/** The skeleton of New Quote while its module or its starting values load. */
export const QUOTE_FORM_LOOK: DialogLook = { size: "xl", tall: true, fields: 7 };
