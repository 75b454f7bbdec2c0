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
  /**
   * Where it stands when rows are blocks (data-table-stack.ts): beside the name, for a status; at the end of that line, for an amount; across
   * the block, for a sentence; after its own name among the facts (the default); last and below its name, for what is changed in its place.
   */
  place?: "head" | "end" | "line" | "fact" | "field";
  /** The text may take several lines; otherwise it keeps to one. */
  wrap?: boolean;
};

const HIDDEN: Record<1 | 2 | 3, string> = { 1: "", 2: "@max-[64rem]/table:hidden", 3: "@max-[76rem]/table:hidden" };

/** The stacked blocks overrule it (data-table.tsx): there every fact has room. */
export function hiddenClass(priority: 1 | 2 | 3 | undefined): string {
  return HIDDEN[priority ?? 1];
}
