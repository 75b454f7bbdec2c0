import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ListedDate } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { type Column, DataTable } from "#client/components/table/data-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { useCall, usePages } from "#client/lib/api.ts";
import { type Delivery, typeLabel, type Webhook } from "./webhook-words.ts";

/** The deliveries of a webhook of the last 30 days, which can be sent again (rule C31). */
export default function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const deliveries = usePages("webhooks", "deliveries", { params: { id: webhook.id } });
  const test = useCall("webhooks", "test", { success: "A test is on its way", failure: "Failed to send a test" });
  return (
    <Dialog open onCloseRequest={onClose} title="Deliveries" description={webhook.url} size="lg">
      <DialogBody>
        <QueryView
          query={deliveries}
          failure="Failed to load the deliveries"
          skeleton={<TableSkeleton rows={3} columns={4} />}
          empty={<p className="px-4 py-6 text-muted">Nothing was sent in the last 30 days.</p>}
        >
          {(rows) => (
            <DataTable
              caption="Deliveries"
              frame="flush"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ id }) => id}
              actions={(row) => (webhook.active ? <ReplayButton delivery={row} /> : null)}
              more={{
                noun: ["delivery", "deliveries"],
                hasMore: deliveries.hasNextPage,
                pending: deliveries.isFetchingNextPage,
                onLoadMore: () => void deliveries.fetchNextPage(),
              }}
            />
          )}
        </QueryView>
      </DialogBody>
      <DialogFooter>
        {webhook.active && (
          <Button pending={test.isPending} onClick={() => test.mutate({ params: { id: webhook.id } })}>
            Send a test
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function StateBadge({ delivery: { state, attempts, lastFault } }: { delivery: Delivery }) {
  if (state === "delivered") return <StatusBadge word="Delivered" tone="positive" />;
  if (state === "failed") return <StatusBadge word="Failed" tone="danger" />;
  return <StatusBadge word={attempts > 0 && lastFault ? "Trying again" : "Waiting"} tone="warning" />;
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    id: "event",
    header: "Event",
    name: true,
    cell: ({ type, number, lastFault }) => (
      <span className="block min-w-0">
        <span className="block">
          {typeLabel(type)} {number !== "test" && <span className="text-muted">{number}</span>}
        </span>
        {lastFault && <span className="text-xs text-muted">{lastFault}</span>}
      </span>
    ),
  },
  { id: "state", header: "State", place: "head", cell: (delivery) => <StateBadge delivery={delivery} /> },
  { id: "attempts", header: "Attempts", cell: ({ attempts }) => attempts },
  { id: "created", header: "Happened", place: "line", cell: ({ createdAt }) => <ListedDate value={createdAt} time /> },
];

function ReplayButton({ delivery: { id, type, number } }: { delivery: Delivery }) {
  const replay = useCall("webhooks", "replay", { success: "The event is sent again", failure: "Failed to send the event again" });
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`Send ${typeLabel(type)} ${number} again`}
      pending={replay.isPending}
      onClick={() => replay.mutate({ params: { id } })}
    >
      Send again
    </Button>
  );
}
