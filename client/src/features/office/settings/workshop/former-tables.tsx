import { useQuery } from "@tanstack/react-query";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import { formatInstant } from "#shared/domain/period.ts";

/** The last changes of the workshop's figures: when, by whom, and from what to what (rule W122). */
export function FormerTables() {
  const { data: changes } = useQuery(query("settings", "listWorkshopChanges", {}));
  if (!changes || changes.length === 0) return null;
  return (
    <Panel title="Former tables" aria-label="Former tables" description="The last changes of these figures, newest first." flush>
      <ol className="divide-y border-t">
        {changes.map((change) => (
          <TableChange key={change.id} {...change} />
        ))}
      </ol>
    </Panel>
  );
}

const TableChange = ({ at, by, measures }: Reply<"settings", "listWorkshopChanges">[number]) => (
  <li className="px-4 py-3">
    <p className="text-sm text-muted">
      {formatInstant(new Date(at))}, {by}
    </p>
    <dl>
      {measures.map(({ measure, before, after }) => (
        <div key={measure} className="flex flex-wrap justify-between gap-x-4">
          <dt>{measure}</dt>
          <dd className="ml-auto text-right tabular-nums">
            <span className="text-muted">{before} →</span> {after}
          </dd>
        </div>
      ))}
    </dl>
  </li>
);
