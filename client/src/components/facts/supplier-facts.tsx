import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { query } from "#client/lib/api.ts";
import { orderNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import type { Fact } from "./fact-list.tsx";

/** Links an order that replaces a defective shutter to its remake. */
export const remadeFact = (remakeId: number | null | undefined): Fact =>
  typeof remakeId === "number" && { term: "Remake", value: <RemakeOfOrder id={remakeId} /> };

/** `RMK-4 of order ORD-25`, as on the job card; the order is absent until the remake loads. */
function RemakeOfOrder({ id }: { id: number }) {
  const { data } = useQuery(query("remakes", "read", { params: { id } }));
  return (
    <>
      <Link href={`/remakes?remake=${id}`} className={linkClass}>
        {remakeNumber(id)}
      </Link>{" "}
      {data && <span className="whitespace-nowrap">of order {orderNumber(data.orderId)}</span>}
    </>
  );
}

/** Staff see which workshop an order is assigned to (rule W60). */
export const supplierFact = (supplier: { readonly companyName: string } | null | undefined): Fact => ({
  term: "Made by",
  value: supplier?.companyName ?? "Any supplier",
});
