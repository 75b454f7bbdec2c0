import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { query, type Reply } from "#client/lib/api.ts";
import type { WindowMark } from "#shared/domain/window/fields/window-mark.ts";

type Order = Pick<Reply<"orders", "read">, "remakeId" | "quote">;

/**
 * The marked places of a remake on the windows of its order, by window. The order's windows are
 * copies, so a window is the one of the same name and size; a name that several windows have is not
 * enough.
 */
export function useRemakeMarks({ remakeId, quote }: Order): ReadonlyMap<number, WindowMark> {
  const isRemake = typeof remakeId === "number";
  const { data } = useQuery({ ...query("remakes", "read", { params: { id: isRemake ? remakeId : 0 } }), enabled: isRemake });
  const windows = isRemake ? data?.windows : undefined;
  return useMemo(() => {
    const marks = quote.items.flatMap(({ id, name, widthM, heightM }) => {
      const [same, ...more] = (windows ?? []).filter((each) => each.name === name && each.widthM === widthM && each.heightM === heightM);
      return same?.mark && more.length === 0 ? [[id, same.mark] as const] : [];
    });
    return new Map(marks);
  }, [windows, quote.items]);
}
