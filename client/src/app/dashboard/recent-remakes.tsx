import { Link } from "wouter";
import { jobWords } from "#client/components/facts/job.tsx";
import { ListedDate } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { RemakeStatusBadge } from "#client/features/remakes/remake-status.tsx";
import { nameJob } from "#shared/domain/job-name.ts";
import { orderNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import type { Stats } from "./dashboard-view.ts";
import { belowClass, RowFacts, RowList, rowClass } from "./list-row.tsx";

const MOST = 5;

/** The five newest remakes (rule S3). Each row opens in the remakes screen. */
export function RecentRemakes({ remakes }: { remakes: Stats["remakes"]["recent"] }) {
  return (
    <Panel title="Recent Remakes" flush>
      {remakes.length === 0 ? (
        <EmptyState plain title="No remakes">
          Customers' remake requests appear here.
        </EmptyState>
      ) : (
        <div className="border-t">
          <RowList>
            {remakes.slice(0, MOST).map((remake) => (
              <li key={remake.id} className="border-b last:border-b-0">
                <RemakeLink remake={remake} />
              </li>
            ))}
          </RowList>
        </div>
      )}
    </Panel>
  );
}

function RemakeLink({ remake: { id, orderId, order, status, reason, createdAt } }: { remake: Stats["remakes"]["recent"][number] }) {
  const [job, company] = jobWords({ ...order, company: order.user });
  return (
    <Link href={`/remakes?remake=${id}`} className={`${rowClass} -outline-offset-2`}>
      <RowFacts
        number={remakeNumber(id)}
        title={job}
        note={[nameJob(order) && company, orderNumber(orderId), reason].filter(Boolean).join(" · ")}
        endNote={<ListedDate value={createdAt} />}
      />
      <span className={belowClass}>
        <span className="w-28 @max-[30rem]/list:w-auto @max-[30rem]/list:pl-19">
          <RemakeStatusBadge status={status} />
        </span>
      </span>
    </Link>
  );
}
