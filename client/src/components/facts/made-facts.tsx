import { Link } from "wouter";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { remakeNumber } from "#shared/domain/trade/status.ts";
import type { Fact } from "./fact-list.tsx";

/** Of an order that makes a remake good: which one. */
export const madeAgainFor = (remakeId: number | null | undefined): Fact =>
  typeof remakeId === "number" && {
    term: "Made again for",
    value: (
      <Link href={`/remakes?remake=${remakeId}`} className={linkClass}>
        {remakeNumber(remakeId)}
      </Link>
    ),
  };

/** Which workshop an order is for, as staff read it (rule W60). */
export const madeBy = (supplier: { readonly companyName: string } | null | undefined): Fact => ({
  term: "Made by",
  value: supplier?.companyName ?? "Any supplier",
});
