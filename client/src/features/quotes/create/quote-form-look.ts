import type { DialogLook } from "#client/components/loading/dialog-coming.tsx";

/** How New Quote looks while its file or what it begins with is still coming. */
export const QUOTE_FORM_LOOK: DialogLook = { size: "xl", tall: true, fields: 7 };
