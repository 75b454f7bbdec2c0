import type { Column } from "#client/components/data-table.tsx";
import { DateText } from "#client/components/date-text.tsx";
import { Truncated } from "#client/components/ui/truncated.tsx";
import { type AuditEntry, actionWords, thingWords } from "./audit-words.ts";
import { differences } from "./differences.ts";

/** Who, on whose behalf, what, which thing, and what it changed. */
export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { id: "when", header: "Time", cell: ({ at }) => <DateText value={at} time /> },
  { id: "who", header: "Who", cell: (entry) => <Who {...entry} /> },
  { id: "what", header: "What", cell: ({ action }) => actionWords(action) },
  { id: "thing", header: "Thing", cell: (entry) => thingWords(entry) },
  { id: "change", header: "Change", wrap: true, cell: (entry) => <Change {...entry} /> },
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

function Change({ before, after }: AuditEntry) {
  const changes = differences(before, after);
  if (changes.length === 0) return <span className="text-muted">–</span>;
  return (
    <span className="block min-w-0">
      {changes.slice(0, SHOWN).map((change) => (
        <span key={change.name} className="line-clamp-2 break-words">
          <span className="text-muted">{change.name}: </span>
          {change.before !== null && (
            <>
              <span className="text-muted">{change.before}</span>
              <span aria-hidden> → </span>
              <span className="sr-only"> to </span>
            </>
          )}
          {change.after ?? "none"}
        </span>
      ))}
      {changes.length > SHOWN && <span className="text-xs text-muted">and {changes.length - SHOWN} more</span>}
    </span>
  );
}
