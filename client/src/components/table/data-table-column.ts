import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Right for money and measures, so that figures line up. */
  align?: "left" | "right";
  /** A CSS width for a column that must not move, such as "9rem". */
  width?: string;
  /**
   * Where it stands when rows are blocks (data-table-stack.ts): beside the name, for a status; at the end of that line, for an amount; across
   * the block, for a sentence; after its own name among the facts (the default); last and below its name, for what is changed in its place.
   */
  place?: "head" | "end" | "line" | "fact" | "field";
  /** The text may take several lines; otherwise it keeps to one. */
  wrap?: boolean;
};
