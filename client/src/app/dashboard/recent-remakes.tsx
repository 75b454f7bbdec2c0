import { Link } from "wouter";
import { DateText } from "#client/components/date-text.tsx";
import { EmptyState } from "#client/components/empty-state.tsx";
import { Panel } from "#client/components/ui/panel.tsx";
import { Truncated } from "#client/components/ui/truncated.tsx";
import { orderNumber } from "#client/lib/references.ts";
import type { Stats } from "./dashboard-panels.tsx";
import { RemakeStatusBadge } from "./remake-status-badge.tsx";

const MOST = 5;
type Remake = Stats["remakes"]["recent"][number];

/** §2: the first five. Each opens in the remakes screen. */
export function RecentRemakes({ remakes }: { remakes: readonly Remake[] }) {
  return (
    <Panel title="Recent Remakes" flush>
      {remakes.length === 0 ? (
        <EmptyState plain title="No remakes">
          What customers ask to have made again appears here.
        </EmptyState>
      ) : (
        <ul className="border-t">
          {remakes.slice(0, MOST).map((remake) => (
            <li key={remake.id} className="border-b last:border-b-0">
              <RemakeLink remake={remake} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function RemakeLink({ remake: { id, orderId, order, status, reason, createdAt } }: { remake: Remake }) {
  return (
    <Link
      href={`/remakes?remake=${id}`}
      className="group flex min-h-row flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 -outline-offset-2 transition-colors duration-150 hover:bg-raised/60"
    >
      <span className="w-18 shrink-0 font-medium text-accent underline-offset-4 group-hover:underline">RMK-{id}</span>
      <span className="min-w-0 flex-1 basis-48">
        <Truncated text={`${order.user.companyName}, ${orderNumber(orderId)}`} />
        <Truncated text={reason} className="text-xs text-muted" />
      </span>
      <span className="flex shrink-0 items-center gap-4 max-sm:basis-full max-sm:pl-22">
        <RemakeStatusBadge status={status} />
        <span className="w-24 text-right text-muted">
          <DateText value={createdAt} />
        </span>
      </span>
    </Link>
  );
}
