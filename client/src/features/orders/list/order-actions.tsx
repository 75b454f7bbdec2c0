import { RefreshCw, Trash2 } from "lucide-react";
import { Button } from "#client/components/ui/control/button.tsx";
import { DropdownMenu, type MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { calls } from "#client/lib/calls.ts";
import { can, useUser } from "#client/lib/session.ts";
import { orderNumber } from "#shared/domain/references.ts";

type OrderActionsProps = { id: number; onView: () => void; onUpdateStatus: () => void; onDelete: () => void };

export function OrderActions({ id, onView, onUpdateStatus, onDelete }: OrderActionsProps) {
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
