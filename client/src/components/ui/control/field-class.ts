/** One look for everything that is typed or chosen in. 16 px on touch, or iOS zooms the page into the field. */
export const fieldClass = [
  "field-box rounded border border-border-strong bg-surface px-3 py-1 text-sm text-text pointer-coarse:text-base",
  "placeholder:text-muted transition-colors duration-150 hover:border-text",
  "focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-accent focus-visible:border-accent",
  "aria-invalid:border-danger aria-invalid:focus-visible:outline-danger",
  "disabled:bg-raised disabled:text-muted disabled:border-border disabled:cursor-not-allowed",
].join(" ");

/** Not part of the above: a select counts as read-only to CSS. */
export const readOnlyClass = "read-only:bg-raised read-only:border-border disabled:border-border";
