import { X } from "lucide-react";
import { Link } from "wouter";
import { Button, buttonClass, IconButton } from "#client/components/ui/control/button.tsx";
import { workshopPaperPath, type workshopPapers } from "#shared/contract/documents.ts";
import { countInWords, type WorkshopRow } from "./board.ts";

type ChosenOrdersProps = { orders: readonly WorkshopRow[]; onShip?: (() => void) | undefined; onClear: () => void };

/** What can be done with the chosen orders, at the thumb. */
export function ChosenOrders({ orders, onShip, onClear }: ChosenOrdersProps) {
  const shutters = orders.reduce((sum, order) => sum + order.shutters, 0);
  return (
    <section
      aria-label="Chosen orders"
      className="sticky bottom-0 z-sticky mt-4 flex flex-wrap items-center gap-2 rounded-lg border bg-surface p-3 shadow-overlay print:hidden"
    >
      <p role="status" className="mr-auto text-sm">
        <span className="font-medium">{countInWords(orders.length, "order")}</span>{" "}
        <span className="text-muted">{countInWords(shutters, "shutter")}</span>
      </p>
      <IconButton label="Choose none" icon={<X />} onClick={onClear} />
      <Paper name="labels" orders={orders}>
        Labels
      </Paper>
      <Paper name="jobCards" orders={orders}>
        Job cards
      </Paper>
      <Link href={`/workshop/bar-plan?orders=${orders.map(({ id }) => id).join()}`} className={buttonClass()}>
        Bar plan
      </Link>
      {onShip && (
        <Button variant="primary" className="flex-1" onClick={onShip}>
          Ship {countInWords(orders.length, "order")}
        </Button>
      )}
    </section>
  );
}

type PaperProps = { name: keyof typeof workshopPapers; orders: readonly WorkshopRow[]; children: string };

/** Opens the PDF of all of them in a new tab. */
const Paper = ({ name, orders, children }: PaperProps) => (
  <a
    href={workshopPaperPath(
      name,
      orders.map(({ id }) => id),
    )}
    target="_blank"
    rel="noopener noreferrer"
    className={buttonClass()}
  >
    {children}
  </a>
);
