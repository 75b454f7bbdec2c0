import { PackageOpen, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { EmptyState } from "#client/components/loading/states.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { DropdownMenu, type MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { calls, usePages } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { orderNumber } from "#shared/domain/references.ts";
import { OrderStatusDialog } from "../order-status-dialog.tsx";
import { orderColumns } from "./order-columns.tsx";
import { OrderDeleteDialog } from "./order-delete-dialog.tsx";

type OrderListProps = { search: string; onClearSearch: () => void; onView: (id: number) => void };

export function OrderList({ search, onClearSearch, onView }: OrderListProps) {
  const user = useUser();
  const orders = usePages("orders", "list", { query: { search } });
  const [dialog, setDialog] = useState<{ verb: "status" | "delete"; id: number } | null>(null);
  const close = () => setDialog(null);
  const moving = dialog?.verb === "status" && orders.data?.find((row) => row.id === dialog.id);

  return (
    <>
      <PagedTable
        query={orders}
        noun={["order", "orders"]}
        failure="Failed to fetch orders"
        empty={search ? <NothingFound search={search} onClear={onClearSearch} /> : <NoOrdersYet />}
        caption="Orders"
        wide
        columns={orderColumns(user)}
        rowKey={(order) => order.id}
        onRowClick={(order) => onView(order.id)}
        rowLabel={(order) => `${orderNumber(order.id)}, ${order.user.companyName}`}
        actions={({ id }) => (
          <OrderActions
            id={id}
            onView={() => onView(id)}
            onUpdateStatus={() => setDialog({ verb: "status", id })}
            onDelete={() => setDialog({ verb: "delete", id })}
          />
        )}
      />
      {moving && <OrderStatusDialog order={moving} onClose={close} />}
      {dialog?.verb === "delete" && <OrderDeleteDialog id={dialog.id} onClose={close} />}
    </>
  );
}

function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState title="No orders found" action={<Button onClick={onClear}>Show all orders</Button>}>
      Nothing matches “{search}”. You can search by order ID, company or contact name.
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
      {quotes ? "An order appears here once its quote is converted." : "Orders appear here as soon as there is something to make."}
    </EmptyState>
  );
}

type OrderActionsProps = { id: number; onView: () => void; onUpdateStatus: () => void; onDelete: () => void };

function OrderActions({ id, onView, onUpdateStatus, onDelete }: OrderActionsProps) {
  const user = useUser();
  const items: MenuItem[] = [];
  if (can(user, calls.orders.changeStatus)) items.push({ label: "Update Status", icon: <RefreshCw />, onSelect: onUpdateStatus });
  if (can(user, calls.orders.delete)) items.push({ label: "Delete", icon: <Trash2 />, danger: true, onSelect: onDelete });
  return (
    <>
      <Button size="sm" aria-label={`View Details of ${orderNumber(id)}`} onClick={onView}>
        View Details
      </Button>
      {items.length > 0 && <DropdownMenu label={`More actions for ${orderNumber(id)}`} items={items} />}
    </>
  );
}
