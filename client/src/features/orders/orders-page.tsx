import { useQuery } from "@tanstack/react-query";
import { Mail, RefreshCw, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Money } from "#client/components/facts/values.tsx";
import { lazyDialog, usePreload } from "#client/components/loading/lazy-dialog.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { FilterBar, SearchField, SortChoice } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { PayButton } from "#client/components/page/pay-button.tsx";
import { Views } from "#client/components/page/views.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { useColumns } from "#client/components/table/use-columns.tsx";
import { ViewButton } from "#client/components/table/view-button.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { DropdownMenu, type MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { useDevice } from "#client/device/device.ts";
import { number, oneOf, text, useAddress } from "#client/lib/address.ts";
import { calls, type Input, query, useIsClose, usePages } from "#client/lib/api.ts";
import { formatMoney } from "#client/lib/format.ts";
import { describeOrderSearch } from "#client/lib/search-hints.ts";
import { can, useUser } from "#client/lib/session.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { mayPay } from "./details/order-step.ts";
import { NoOrders } from "./no-orders.tsx";
import { type OrderRow, orderColumns } from "./order-columns.tsx";
import { FILTERS, isBackwards, NO_FILTERS, OrderFilters, toOrderQuery } from "./order-filters.tsx";
import { lateWords } from "./order-late.tsx";
import { ORDER_VIEW_NAMES, ORDER_VIEWS, type OrderView, orderViews } from "./order-views.ts";

const OrderStatusDialog = lazyDialog(() => import("./change/order-status-dialog.tsx"), { size: "sm", sheet: "bottom", fields: 4 });
const OrderDeleteDialog = lazyDialog(() => import("./change/order-delete-dialog.tsx"), { size: "sm", sheet: "bottom", fields: 1 });
const RemindDialog = lazyDialog(() => import("#client/components/page/remind-dialog.tsx"), { fields: 6 });
const OrderDetailsDialog = lazyDialog(() => import("./details/order-details-dialog.tsx"), { size: "xl", tall: true });

/**
 * The filters in the address: `/orders?view=late&sort=due&search=…&order=7`. A link opens a view
 * with a search and an order.
 */
const ADDRESS = { search: text, order: number, view: oneOf(ORDER_VIEW_NAMES), sort: oneOf(["due"]), ...FILTERS };

export default function OrdersPage() {
  const user = useUser();
  const { address, change } = useAddress(ADDRESS);
  const { search, order, sort } = address;
  usePreload(OrderDetailsDialog);
  const device = useDevice();
  useEffect(() => device.takeAlong(), [device]);
  const counts = useQuery(query("orders", "counts", {}));
  const views = orderViews(user, counts.data);
  const view = views.find(({ value }) => value === address.view)?.value ?? "";
  const chosen = toOrderQuery(address, user.role);
  const filters = { search, ...chosen, ...(view && ORDER_VIEWS[view].query), ...(sort && { sort }) };
  const backwards = isBackwards(address);
  const [reminding, setReminding] = useState(false);
  const mayRemind = can(user, calls.orders.remind) && view === "unpaid" && (counts.data?.unpaid ?? 0) > 0;
  const columns = useColumns("orders", orderColumns(user));
  const first = useQuery({
    ...query("orders", "list", { query: { ...chosen, limit: "1" } }),
    enabled: address.company !== null && !backwards,
  });
  return (
    <>
      <PageHeader
        title="Orders"
        action={
          backwards ? undefined : (
            <>
              <ExportItem feature="orders" name="list" query={filters} />
              {mayRemind && (
                <Button icon={<Mail />} onClick={() => setReminding(true)}>
                  Send payment reminders
                </Button>
              )}
            </>
          )
        }
      />
      {/* The late view lists the most overdue order first. */}
      <Views label="Orders" views={views} value={view} onChange={(next) => change({ view: next, ...(next === "late" && { sort: "due" }) })}>
        {columns.dialog}
        <FilterBar label="Search orders">
          <SearchField
            label="Search orders…"
            placeholder="Search orders…"
            finds={describeOrderSearch(user.role)}
            value={search}
            onChange={(search) => change({ search })}
          />
          <SortChoice other="due" words="Due first" value={sort} onChange={(next) => change({ sort: next })} />
          <OrderFilters filters={address} change={change} role={user.role} companyName={first.data?.[0]?.user.companyName} />
        </FilterBar>
        {backwards ? (
          <Alert tone="danger">From cannot be after to</Alert>
        ) : (
          <OrderList
            filters={filters}
            view={view}
            isFiltered={Object.keys(chosen).length > 0}
            columns={columns.shown}
            onShowAll={() => change({ search: "", view: "", ...NO_FILTERS })}
            onView={(id) => change({ order: id }, { replace: false })}
          />
        )}
      </Views>
      {reminding && <RemindDialog filters={filters} onClose={() => setReminding(false)} />}
      {order !== null && <OrderDetailsDialog id={order} onClose={() => change({ order: null })} />}
    </>
  );
}

type OrderListProps = {
  filters: NonNullable<Input<"orders", "list">["query"]>;
  view: OrderView | "";
  isFiltered: boolean;
  columns: readonly Column<OrderRow>[];
  onShowAll: () => void;
  onView: (id: number) => void;
};

function OrderList({ filters, view, isFiltered, columns, onShowAll, onView }: OrderListProps) {
  const user = useUser();
  const orders = usePages("orders", "list", { query: filters });
  const isClose = useIsClose("orders", "list", { query: filters });
  const { sort: _, ...summed } = filters;
  const sums = useQuery({ ...query("orders", "sums", { query: summed }), enabled: can(user, calls.orders.sums) }).data;
  const [dialog, setDialog] = useState<{ verb: "status" | "delete"; id: number } | null>(null);
  const close = () => setDialog(null);
  const moving = dialog?.verb === "status" && orders.data?.find((row) => row.id === dialog.id);
  return (
    <>
      <PagedTable
        query={orders}
        isClose={isClose}
        noun={["order", "orders"]}
        failure="Failed to fetch orders"
        awayTitle="The list of orders is not on this device"
        empty={<NoOrders search={filters.search ?? ""} view={view} isFiltered={isFiltered} onClear={onShowAll} />}
        caption="Orders"
        wide
        columns={columns}
        sums={
          sums && {
            job: [countOf(sums.count, "order"), sums.unpaid ? `${formatMoney(sums.unpaid)} unpaid` : null].filter(Boolean).join(" · "),
            total: <Money amount={sums.total ?? 0} strong />,
          }
        }
        rowKey={(order) => order.id}
        onRowClick={(order) => onView(order.id)}
        rowLabel={(order) => [orderNumber(order.id), lateWords(order), order.user.companyName].filter(Boolean).join(", ")}
        actions={(order) => (
          <OrderActions
            order={order}
            onView={() => onView(order.id)}
            onUpdateStatus={() => setDialog({ verb: "status", id: order.id })}
            onDelete={() => setDialog({ verb: "delete", id: order.id })}
          />
        )}
      />
      {moving && <OrderStatusDialog order={moving} onClose={close} />}
      {dialog?.verb === "delete" && <OrderDeleteDialog id={dialog.id} onClose={close} />}
    </>
  );
}

type OrderActionsProps = { order: OrderRow; onView: () => void; onUpdateStatus: () => void; onDelete: () => void };

function OrderActions({ order, onView, onUpdateStatus, onDelete }: OrderActionsProps) {
  const user = useUser();
  const { id, quoteId } = order;
  const payable = order.finalTotal !== 0 && user.role === "customer" && mayPay(user, order);
  const items: MenuItem[] = [];
  if (can(user, calls.orders.changeStatus)) items.push({ label: "Update Status", icon: <RefreshCw />, onSelect: onUpdateStatus });
  if (can(user, calls.orders.delete)) items.push({ label: "Delete", icon: <Trash2 />, danger: true, onSelect: onDelete });
  return (
    <>
      {payable && quoteId !== undefined && <PayButton quoteId={quoteId} size="sm" />}
      <ViewButton label="View Details" of={orderNumber(id)} onClick={onView} />
      {items.length > 0 && <DropdownMenu label={`More actions for ${orderNumber(id)}`} items={items} />}
    </>
  );
}
