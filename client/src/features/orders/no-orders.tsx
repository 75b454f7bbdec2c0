import { PackageOpen } from "lucide-react";
import { Link } from "wouter";
import { EmptyState } from "#client/components/loading/states.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { calls } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { ORDER_VIEWS, type OrderView } from "./order-views.ts";

interface NoOrdersProps {
  readonly search: string;
  readonly view: OrderView | "";
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** The message in place of an empty list of orders. */
export function NoOrders(props: NoOrdersProps) {
  return props.search || props.view || props.isFiltered ? <NothingFound {...props} /> : <NoOrdersYet />;
}

function NothingFound({ search, view, isFiltered, onClear }: NoOrdersProps) {
  return (
    <EmptyState title="No orders found" action={<Button onClick={onClear}>Show all orders</Button>}>
      {isFiltered ? (
        "No orders match your filters."
      ) : search || !view ? (
        <>No orders match “{search}”. You can search by order ID, company or contact name, job, PO number, postcode or tracking number.</>
      ) : (
        ORDER_VIEWS[view].none
      )}
    </EmptyState>
  );
}

function NoOrdersYet() {
  const user = useUser();
  const quotes = can(user, calls.quotes.list) && (
    <Link href="/quotes" className={buttonClass()}>
      Go to quotes
    </Link>
  );
  return (
    <EmptyState title="No orders found" icon={<PackageOpen />} action={quotes}>
      {quotes
        ? "An order appears here once its quote is placed and confirmed."
        : "Orders appear here as soon as there is something to make."}
    </EmptyState>
  );
}
