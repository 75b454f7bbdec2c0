import { clsx } from "clsx";
import { Printer, Wrench } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { NetworkNote } from "#client/components/page/document-link.tsx";
import { PageHeader, ScreenLinks } from "#client/components/page/page-header.tsx";
import { type View, Views } from "#client/components/page/views.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { LoadMore } from "#client/components/ui/display/table.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { KeptOnDevice } from "#client/device/kept-on-device.tsx";
import { useAddress } from "#client/lib/address.ts";
import { calls } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { londonDay } from "#shared/domain/period.ts";
import { DUE_GROUP_LABEL } from "#shared/domain/trade/due-groups.ts";
import SetupChecklist from "../setup/setup-checklist.tsx";
import { StationSelect, WorkshopScanner } from "../station/workshop-scanner.tsx";
import { type BoardQuery, type Group, groupRows, type ShutterKind, useBoard, type WorkshopRow } from "./board.ts";
import { ADDRESS, BoardFilters, countFilters, NO_FILTERS } from "./board-filters.tsx";
import { ChosenOrders } from "./chosen-orders.tsx";
import { OrderLine } from "./order-line.tsx";
import { PaperLinks } from "./paper-links.tsx";
import { usePlaceOnBoard } from "./place-on-board.ts";
import { ScanButton } from "./scan-button.tsx";
import { LoadOfWeek, Totals, useTotals } from "./totals.tsx";

const LoadByWeek = lazyPanel(() => import("./load-by-week.tsx"), <TableSkeleton />);
const WorkshopOrder = lazyPanel(() => import("../bench/workshop-order.tsx"), <TableSkeleton />);
const ShipDialog = lazyDialog(() => import("./ship-dialog.tsx"), { fields: 4 });

/** Renders the board, or one of its orders at the order's own address. */
export default function WorkshopPage() {
  const [path] = useLocation();
  const id = /^\/workshop\/(\d+)$/.exec(path)?.[1];
  return (
    <>
      {id === undefined ? <Board /> : <WorkshopOrder id={Number(id)} />}
      <WorkshopScanner />
    </>
  );
}

/**
 * The board answers three questions: what to make today, in what order, and how far each order is
 * (rule W20).
 */
function Board() {
  const user = useUser();
  // The hook must be above every component that the board can unmount.
  const place = usePlaceOnBoard();
  const { address, change } = useAddress(ADDRESS);
  const query = useBoardQuery();
  const views = useViews(query);
  return (
    <>
      <PageHeader
        title="Workshop"
        aside={user.role === "supplier" && <LoadOfWeek />}
        action={
          <>
            <Button icon={<Printer />} className="max-sm:hidden" onClick={() => window.print()}>
              Print
            </Button>
            <ScreenLinks screens={[{ path: "/workshop/plans", label: "Bar plans" }]} />
            {/* A phone has no room for this link; the plans page links there too. */}
            <span className="contents max-sm:hidden">
              <ScreenLinks screens={[{ path: "/workshop/offcuts", label: "Offcuts" }]} />
            </span>
            <ScanButton />
          </>
        }
      />
      {user.role === "supplier" && <SetupChecklist from="setup" />}
      <Views label="Workshop" views={views} value={address.view} onChange={(view) => change({ view })} beside={<StationSelect />}>
        {address.view === "load" ? (
          <LoadByWeek onSupplier={(supplierId) => change({ ...NO_FILTERS, view: "", supplierId })} />
        ) : (
          <Orders place={place} query={query} />
        )}
      </Views>
    </>
  );
}

/** The query of the board's rows, by the filters and the view in the address. */
function useBoardQuery(): BoardQuery {
  const { role } = useUser();
  const { search, shutterType, louverSize, colorSelection, supplierId, view } = useAddress(ADDRESS).address;
  return {
    search,
    shutterType: shutterType || undefined,
    louverSize: louverSize === null ? undefined : String(louverSize),
    colorSelection: colorSelection || undefined,
    supplierId: supplierId === null ? undefined : String(supplierId),
    view: view === "open" ? "open" : role === "supplier" ? "mine" : undefined,
  };
}

/**
 * The board's tabs with their counts (rule W92): a supplier's own orders and open ones; staff see
 * all orders, and the owner the load.
 */
function useViews(filters: BoardQuery): readonly View<"" | "open" | "load">[] {
  const user = useUser();
  const { late } = useAddress(ADDRESS).address;
  const counts = useTotals({ ...filters, late: late || undefined }).data?.views;
  const open = { value: "open", label: "Open", count: counts?.open } as const;
  const mine = { value: "", label: "Mine", count: counts?.mine } as const;
  if (user.role === "supplier") return user.seesOpenOrders ? [mine, open] : [mine];
  const all = { value: "", label: "All", count: counts && counts.mine + counts.open } as const;
  return can(user, calls.workshop.load) ? [all, open, { value: "load", label: "Load by week" }] : [all, open];
}

function Orders({ place, query }: { place: ReturnType<typeof usePlaceOnBoard>; query: BoardQuery }) {
  const user = useUser();
  const { address, change } = useAddress(ADDRESS);
  const { search, shutterType, louverSize, colorSelection } = address;
  const board = useBoard(query, address.late === "true");
  // Equals the filtered rows while no filter is set, and comes from the cache afterwards.
  const everything = useBoard({ search: "", view: query.view }, false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [shipping, setShipping] = useState<readonly WorkshopRow[] | null>(null);
  const choose = (rows: readonly WorkshopRow[], into: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const { id } of rows)
        if (into) after.add(id);
        else after.delete(id);
      return after;
    });
  const today = londonDay(new Date());
  const groups = groupRows(board.data ?? [], today, board);
  // Actions apply to visible orders only, in the board's order, group by group.
  const shownChosen = groups.flatMap(({ rows }) => rows.filter(({ id }) => chosen.has(id)));
  const isShown = (kind: ShutterKind) =>
    kind.shutterType === shutterType && kind.louverSize === louverSize && kind.colorSelection === colorSelection;
  const ships = can(user, calls.workshop.ship);
  const isAsked = search !== "" || countFilters(address) > 0;
  return (
    <>
      <BoardFilters filters={address} change={change} rows={everything.data ?? []} withSupplier={user.role !== "supplier"} />
      <Totals filters={{ ...query, late: address.late || undefined }} />
      <QueryView
        query={board}
        failure="Failed to fetch the workshop's orders"
        empty={
          <NothingToMake
            isAsked={isAsked}
            isMine={query.view === "mine"}
            onShowAll={() => change(NO_FILTERS)}
            onShowOpen={user.seesOpenOrders ? () => change({ view: "open" }) : undefined}
          />
        }
      >
        {(rows) => (
          <div
            {...place}
            aria-busy={board.isPlaceholderData || undefined}
            className={clsx("flex flex-col gap-6", board.isPlaceholderData && "opacity-60")}
          >
            <NetworkNote className="-mb-3">Papers need the network.</NetworkNote>
            {groups.map((group) => (
              <BoardGroup key={group.group} {...group} chosen={chosen} onChoose={choose}>
                {group.rows.map((order) => (
                  <OrderLine
                    key={order.id}
                    order={order}
                    today={today}
                    chosen={chosen.has(order.id)}
                    onChoose={(into) => choose([order], into)}
                    isShown={isShown}
                    onKind={(kind) =>
                      change(
                        isShown(kind)
                          ? { shutterType: "", louverSize: null, colorSelection: "" }
                          : { shutterType: kind.shutterType, louverSize: kind.louverSize, colorSelection: kind.colorSelection },
                      )
                    }
                    onShip={ships ? () => setShipping([order]) : undefined}
                    withSupplier={user.role !== "supplier"}
                  />
                ))}
              </BoardGroup>
            ))}
            <div className="print:hidden">
              <LoadMore
                count={rows.length}
                noun={["order", "orders"]}
                hasMore={board.moreUrgent || board.more}
                pending={board.isFetchingNextPage}
                onLoadMore={() => void board.fetchNextPage()}
              />
              <KeptOnDevice />
            </div>
          </div>
        )}
      </QueryView>
      {shownChosen.length > 0 && (
        <ChosenOrders orders={shownChosen} onShip={ships ? setShipping : undefined} onClear={() => setChosen(new Set())} />
      )}
      {shipping && (
        <ShipDialog
          orders={shipping}
          onShipped={(ids) => setChosen((before) => new Set([...before].filter((id) => !ids.includes(id))))}
          onClose={() => setShipping(null)}
        />
      )}
    </>
  );
}

type BoardGroupProps = Group & {
  chosen: ReadonlySet<number>;
  onChoose: (rows: readonly WorkshopRow[], into: boolean) => void;
  children: ReactNode;
};

/** One group with its count. One press selects all of its orders. */
function BoardGroup({ group, rows, open, chosen, onChoose, children }: BoardGroupProps) {
  const among = rows.filter(({ id }) => chosen.has(id)).length;
  const label = DUE_GROUP_LABEL[group];
  return (
    <section aria-label={label} className="@container">
      <header className="flex break-after-avoid items-center">
        <label className="flex min-h-control min-w-11 items-center justify-center print:hidden">
          <input
            type="checkbox"
            aria-label={`Choose all of ${label}`}
            ref={(input) => {
              if (input) input.indeterminate = among > 0 && among < rows.length;
            }}
            checked={among === rows.length}
            onChange={(event) => onChoose(rows, event.target.checked)}
            className="size-5 rounded-sm accent-accent"
          />
        </label>
        <h2 className={clsx("text-lg font-semibold", group === "late" && "text-danger")}>
          {label}{" "}
          <span className="ml-1 font-normal text-muted tabular-nums">
            {rows.length}
            {open && "+"}
          </span>
        </h2>
        <div className="ml-auto flex print:hidden">
          <PaperLinks orders={rows} of={label} open={open} variant="ghost" />
        </div>
      </header>
      <ul className="rounded-lg border bg-surface">{children}</ul>
    </section>
  );
}

type NothingToMakeProps = { isAsked: boolean; isMine: boolean; onShowAll: () => void; onShowOpen?: (() => void) | undefined };

function NothingToMake({ isAsked, isMine, onShowAll, onShowOpen }: NothingToMakeProps) {
  if (!isAsked)
    return (
      <EmptyState
        title="Nothing to make"
        icon={<Wrench />}
        action={isMine && onShowOpen && <Button onClick={onShowOpen}>Show open orders</Button>}
      >
        {isMine
          ? `Your orders appear here until they are shipped.${onShowOpen ? " Your first mark on an open order makes it yours." : ""}`
          : "Orders appear here from the moment they are confirmed until they are shipped."}
      </EmptyState>
    );
  return (
    <EmptyState title="No orders found" action={<Button onClick={onShowAll}>Show all orders</Button>}>
      No orders match your filters.
    </EmptyState>
  );
}
