import { Archive, History } from "lucide-react";
import { Button } from "#client/components/ui/control/button.tsx";
import { DropdownMenu, type MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { calls } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import type { Product } from "./product-form.ts";

type ProductActionsProps = { product: Product; onEdit: () => void; onArchive: () => void; onPrices?: () => void };

export function ProductActions({ product, onEdit, onArchive, onPrices }: ProductActionsProps) {
  const user = useUser();
  const items: MenuItem[] = [];
  if (onPrices && can(user, calls.products.prices)) items.push({ label: "Price history", icon: <History />, onSelect: onPrices });
  if (!product.archivedAt && can(user, calls.products.archive)) {
    items.push({ label: "Archive", icon: <Archive />, danger: true, onSelect: onArchive });
  }
  return (
    <>
      <Button size="sm" aria-label={`Edit ${product.name}`} onClick={onEdit}>
        Edit
      </Button>
      {items.length > 0 && <DropdownMenu label={`More actions for ${product.name}`} items={items} />}
    </>
  );
}
