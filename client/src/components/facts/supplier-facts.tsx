import { Link } from "wouter";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { remakeNumber } from "#shared/domain/trade/status.ts";
import type { Fact } from "./fact-list.tsx";

/** Links an order that replaces a defective shutter to its remake. */
export const remadeFact = (remakeId: number | null | undefined): Fact =>
  typeof remakeId === "number" && {
    term: "Made again for",
    value: (
      <Link href={`/remakes?remake=${remakeId}`} className={linkClass}>
        {remakeNumber(remakeId)}
      </Link>
    ),
  };

/** Staff see which workshop an order is assigned to (rule W60). */
export const supplierFact = (supplier: { readonly companyName: string } | null | undefined): Fact => ({
  term: "Made by",
  value: supplier?.companyName ?? "Any supplier",
});
