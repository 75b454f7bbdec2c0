import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { ExportButton } from "#client/components/page/exports.tsx";
import { FilterBar, SearchField } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { number, text, useAddress } from "#client/lib/address.ts";
import { OrderList } from "./list/order-list.tsx";

const OrderDetailsDialog = lazyDialog(() => import("./details/order-details-dialog.tsx"));

const ADDRESS = { search: text, order: number };

/** `/orders?order=7&search=…`: what is open and what is looked for are in the address, so that a notification can lead there. */
export default function OrdersPage() {
  const { shown, change } = useAddress(ADDRESS);
  const { search, order } = shown;
  const searchFor = (words: string) => change({ search: words.trim() });

  return (
    <>
      <PageHeader title="Orders" action={<ExportButton feature="orders" name="list" query={{ search }} />} />
      <FilterBar label="Search orders">
        <SearchField label="Search orders…" placeholder="Search orders…" value={search} onChange={searchFor} />
      </FilterBar>
      <OrderList search={search} onClearSearch={() => searchFor("")} onView={(id) => change({ order: id }, { replace: false })} />
      {order !== null && <OrderDetailsDialog id={order} onClose={() => change({ order: null })} />}
    </>
  );
}
