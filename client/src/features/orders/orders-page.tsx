import { useSearchParams } from "wouter";
import { ExportButton } from "#client/components/export-button.tsx";
import { FilterBar } from "#client/components/filter-bar.tsx";
import { PageHeader } from "#client/components/page-header.tsx";
import { SearchField } from "#client/components/search-field.tsx";
import { OrderDetailsDialog } from "./order-details-dialog.tsx";
import { OrderList } from "./order-list.tsx";

/** `/orders?order=7&search=…`: what is open and what is looked for are in the address, so that a notification can lead there. */
export default function OrdersPage() {
  const [address, setAddress] = useSearchParams();
  const search = address.get("search") ?? "";
  const opened = Number(address.get("order") ?? 0);

  const change = (name: "search" | "order", value: string, replace: boolean) =>
    setAddress(
      (present) => {
        const next = new URLSearchParams(present);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace },
    );
  const searchFor = (text: string) => change("search", text.trim(), true);

  return (
    <>
      <PageHeader title="Orders" action={<ExportButton feature="orders" name="list" query={{ search }} />} />
      <FilterBar label="Search orders">
        <SearchField label="Search orders…" placeholder="Search orders…" value={search} onChange={searchFor} />
      </FilterBar>
      <OrderList search={search} onClearSearch={() => searchFor("")} onView={(id) => change("order", String(id), false)} />
      {Number.isSafeInteger(opened) && opened > 0 && <OrderDetailsDialog id={opened} onClose={() => change("order", "", true)} />}
    </>
  );
}
