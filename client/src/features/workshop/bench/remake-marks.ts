import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { query, type Reply } from "#client/lib/api.ts";
import { pairRemadeWindows } from "#shared/domain/window/fields/remade-windows.ts";
import type { WindowMark } from "#shared/domain/window/fields/window-mark.ts";

type Marked = Reply<"remakes", "read">["windows"][number];
type Sized = Pick<Marked, "name" | "widthM" | "heightM">;
type Order = Pick<Reply<"orders", "read">, "remakeId" | "quote">;

/** Returns the marked places of a remake on the windows of its order, by the window's id. */
export function useRemakeMarks({ remakeId, quote }: Order): ReadonlyMap<number, WindowMark> {
  const isRemake = typeof remakeId === "number";
  const { data } = useQuery({ ...query("remakes", "read", { params: { id: isRemake ? remakeId : 0 } }), enabled: isRemake });
  const windows = isRemake ? data?.windows : undefined;
  return useMemo(() => {
    const pairs = pairRemadeWindows<Sized, Marked>(quote.items, windows ?? [], ({ widthM, heightM }) => `${widthM} × ${heightM}`);
    return new Map(quote.items.flatMap(({ id }, at) => (pairs[at]?.mark ? [[id, pairs[at].mark] as const] : [])));
  }, [windows, quote.items]);
}
