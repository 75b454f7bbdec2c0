import { DateText } from "#client/components/facts/date-text.tsx";
import { StatusBadge } from "#client/components/facts/status-badge.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { Truncated } from "#client/components/ui/display/truncated.tsx";
import type { Reply } from "#client/lib/api.ts";
import { formatCount } from "#client/lib/format.ts";
import { ERROR_STATUS_LOOK, SEVERITY_LOOK } from "./error-words.ts";

export type ErrorRow = Reply<"errors", "list">[number];

export const ERROR_COLUMNS: readonly Column<ErrorRow>[] = [
  { id: "time", header: "Time", cell: ({ createdAt }) => <DateText value={createdAt} time /> },
  { id: "type", header: "Type", cell: ({ errorType }) => <Truncated text={errorType} className="max-w-48" /> },
  {
    id: "message",
    header: "Message",
    wrap: true,
    place: "line",
    cell: ({ errorMessage, count }) => (
      <span className="block min-w-0">
        <span title={errorMessage} className="line-clamp-2 wrap-anywhere">
          {errorMessage}
        </span>
        {count > 1 && <span className="block text-xs text-muted">{formatCount(count)} times</span>}
      </span>
    ),
  },
  { id: "path", header: "Path", cell: ({ requestPath }) => <Truncated text={requestPath} className="max-w-40" /> },
  { id: "severity", header: "Severity", place: "head", cell: ({ severity }) => <StatusBadge {...SEVERITY_LOOK[severity]} /> },
  { id: "status", header: "Status", place: "head", cell: ({ status }) => <StatusBadge {...ERROR_STATUS_LOOK[status]} /> },
];
