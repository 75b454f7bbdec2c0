import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Right for money and measures, so that figures line up. */
  align?: "left" | "right";
  /** A CSS width for a column that must not move, such as "9rem". */
  width?: string;
  /** 1 always (the default); 2 leaves when the table gets narrow; 3 leaves first. On phones every fact is shown. */
  priority?: 1 | 2 | 3;
  /** Where rows are blocks of facts: across the whole block, for a sentence. */
  whole?: boolean;
  /** The text may take several lines; otherwise it keeps to one. */
  wrap?: boolean;
};

const HIDDEN: Record<1 | 2 | 3, string> = { 1: "", 2: "@max-[64rem]/table:hidden", 3: "@max-[76rem]/table:hidden" };

/** The stacked blocks overrule it (data-table.tsx): there every fact has room. */
export function hiddenClass(priority: 1 | 2 | 3 | undefined): string {
  return HIDDEN[priority ?? 1];
}
