import { Fragment } from "react";
import { DateText } from "#client/components/facts/date-text.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { Truncated } from "#client/components/ui/display/truncated.tsx";
import { type AuditEntry, actionWords, thingWords } from "./audit-words.ts";
import { differences } from "./differences.ts";

/** Who, on whose behalf, what, which thing, and what it changed. */
export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { id: "when", header: "Time", cell: ({ at }) => <DateText value={at} time /> },
  { id: "who", header: "Who", place: "line", cell: (entry) => <Who {...entry} /> },
  { id: "what", header: "What", place: "head", cell: ({ action }) => actionWords(action) },
  { id: "thing", header: "Thing", place: "head", cell: (entry) => thingWords(entry) },
  { id: "change", header: "Change", wrap: true, place: "line", cell: (entry) => <Change {...entry} /> },
];

function Who({ actor, onBehalfOf }: AuditEntry) {
  return (
    <span className="block max-w-64 min-w-0">
      <Truncated text={actor?.email ?? "Nobody signed in"} className={actor ? "" : "text-muted"} />
      {onBehalfOf && <Truncated text={`as ${onBehalfOf.email}`} className="text-xs text-muted" />}
    </span>
  );
}

const SHOWN = 2;

/** The first facts in a line; the entry's dialog has them all. */
function Change({ before, after }: AuditEntry) {
  const changes = differences(before, after);
  if (changes.length === 0) return <span className="text-muted stacked:hidden">–</span>;
  const more = changes.length - SHOWN;
  return (
    <span className="line-clamp-2 min-w-0 wrap-anywhere">
      {changes.slice(0, SHOWN).map((change, index) => (
        <Fragment key={change.name}>
          {index > 0 && <span className="text-muted"> · </span>}
          <span className="text-muted">{change.name} </span>
          {change.before !== null && (
            <>
              <span className="text-muted">{change.before}</span>
              <span aria-hidden> → </span>
              <span className="sr-only"> to </span>
            </>
          )}
          {change.after ?? "none"}
        </Fragment>
      ))}
      {more > 0 && <span className="text-muted"> and {more} more</span>}
    </span>
  );
}
