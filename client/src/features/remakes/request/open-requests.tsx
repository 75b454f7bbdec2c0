import { useQuery } from "@tanstack/react-query";
import { Warnings } from "#client/components/ui/display/alert.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { orderNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import { describeRemadeWindows, type RemadeWindow } from "../remade-windows.ts";
import type { AskedWindow } from "./windows-field.tsx";

type Request = Reply<"remakes", "list">[number];
type Wish = Pick<AskedWindow, "quoteItemId" | "panels">;

const OPEN = ["pending", "approved", "in_progress"] as const;
/** The API's largest page. */
const MOST = 200;

/** No panel is named: all of them are asked for. */
const shareAPanel = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 0 || other.length === 0 || one.some((panel) => other.includes(panel));

const overlaps = (window: RemadeWindow, wish: Wish): boolean =>
  window.id === wish.quoteItemId && shareAPanel(window.make?.panels ?? [], wish.panels);

/**
 * Finds what an earlier request already asks for: windows that share a panel with the wishes. Null
 * without one. A request without windows, or wishes without windows, cover the whole order.
 */
function findOverlap({ windows }: Request, wishes: readonly Wish[]): readonly RemadeWindow[] | null {
  if (windows.length === 0 || wishes.length === 0) return windows;
  const shared = windows.filter((window) => wishes.some((wish) => overlaps(window, wish)));
  return shared.length > 0 ? shared : null;
}

/** `this panel`, if one panel is asked for. */
function nameWishes(wishes: readonly Wish[]): string {
  const [first, ...more] = wishes;
  if (!first) return "this order";
  if (more.length > 0) return "some of these windows";
  if (first.panels.length === 0) return "this window";
  return first.panels.length === 1 ? "this panel" : "some of these panels";
}

type OpenRequestsProps = {
  orderId: number;
  wishes: readonly Wish[];
  /** The request that has these wishes; absent while it is written. */
  own?: number;
};

/**
 * Warns of open requests for the same panels. It refuses nothing: a second fault may be another.
 */
export function OpenRequests({ orderId, wishes, own }: OpenRequestsProps) {
  const filters = { search: orderNumber(orderId), status: [...OPEN], limit: String(MOST) };
  const open = useQuery(query("remakes", "list", { query: filters }));
  const requests = (open.data ?? []).filter((request) => request.orderId === orderId && request.id !== own);
  const sentences = requests.flatMap((request) => {
    const shared = findOverlap(request, wishes);
    if (shared === null) return [];
    const words = describeRemadeWindows(shared) || request.reason;
    return [
      `${remakeNumber(request.id)} of ${formatListed(request.createdAt)} ${own === undefined ? "already" : "also"} asks for ${nameWishes(wishes)}: ${words}`,
    ];
  });
  return (
    <div role="status" className="contents">
      <Warnings sentences={sentences} />
    </div>
  );
}
