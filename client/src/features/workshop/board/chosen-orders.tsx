import { X } from "lucide-react";
import { Link } from "wouter";
import { NetworkNote } from "#client/components/page/document-link.tsx";
import { Button, buttonClass, IconButton } from "#client/components/ui/control/button.tsx";
import { MOST_ORDERS_AT_ONCE } from "#shared/contract/parts/papers.ts";
import { countOf } from "#shared/domain/text.ts";
import type { WorkshopRow } from "./board.ts";
import { PaperLinks } from "./paper-links.tsx";

type ChosenOrdersProps = {
  orders: readonly WorkshopRow[];
  onShip?: ((orders: readonly WorkshopRow[]) => void) | undefined;
  onClear: () => void;
};

/**
 * The actions on the chosen orders, within a thumb's reach. Above the limit they apply to the first
 * orders only.
 */
export function ChosenOrders({ orders, onShip, onClear }: ChosenOrdersProps) {
  const first = orders.slice(0, MOST_ORDERS_AT_ONCE);
  // The filled button is the next step: orders are sawn before they are shipped.
  const isReady = first.every(({ progress, shutters: all }) => progress.packed >= all);
  return (
    <section
      aria-label="Chosen orders"
      className="sticky bottom-0 z-sticky mt-4 flex flex-wrap items-center gap-2 rounded-lg border bg-surface p-3 shadow-overlay print:hidden"
    >
      <p role="status" className="mr-auto text-sm">
        <span className="font-medium">{countOf(orders.length, "order")}</span> <span className="text-muted">{amountOf(orders)}</span>
      </p>
      <IconButton label="Choose none" icon={<X />} onClick={onClear} />
      <PaperLinks orders={orders} />
      <Link
        href={`/workshop/bar-plan?orders=${first.map(({ id }) => id).join()}`}
        className={buttonClass(isReady ? "secondary" : "primary")}
      >
        Bar plan{first.length < orders.length && `, first ${first.length}`}
      </Link>
      {onShip && (
        <Button variant={isReady ? "primary" : "secondary"} className="flex-1" onClick={() => onShip(first)}>
          Ship {countOf(first.length, "order")}
        </Button>
      )}
      <NetworkNote className="w-full">Papers and a new bar plan need the network.</NetworkNote>
    </section>
  );
}

/** `3 shutters, 1 louvre`: a remake of parts has no shutters; several of them are only counted. */
function amountOf(orders: readonly WorkshopRow[]): string {
  const whole = orders.filter(({ parts }) => !parts);
  const [parts, ...others] = orders.flatMap((order) => order.parts ?? []);
  const shutters = countOf(
    whole.reduce((sum, order) => sum + order.shutters, 0),
    "shutter",
  );
  const words = others.length > 0 ? `parts of ${countOf(others.length + 1, "remake")}` : parts;
  return [(whole.length > 0 || !words) && shutters, words].filter(Boolean).join(", ");
}
