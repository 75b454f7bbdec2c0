import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { DetailsDialog } from "#client/components/facts/details-dialog.tsx";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { Breakable, DateText } from "#client/components/facts/values.tsx";
import { CopyButton } from "#client/components/page/copy-button.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { SegmentedControl } from "#client/components/ui/control/choices.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatCount } from "#client/lib/format.ts";
import { ERROR_STATUSES, type ErrorStatus, quoteNumber } from "#shared/domain/trade/status.ts";
import { ERROR_STATUS_LOOK, SEVERITY_LOOK } from "./error-words.ts";

type ErrorDetailsDialogProps = { id: number; onClose: () => void };

export function ErrorDetailsDialog({ id, onClose }: ErrorDetailsDialogProps) {
  const error = useQuery(query("errors", "read", { params: { id } }));
  return (
    <DetailsDialog
      title={error.data?.errorType ?? "Error"}
      query={error}
      failure="Failed to load error details"
      facts={8}
      onCloseRequest={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {(details) => <ErrorDetails error={details} />}
    </DetailsDialog>
  );
}

function ErrorDetails({ error }: { error: Reply<"errors", "read"> }) {
  const { user, stack } = error;
  return (
    <div className="flex flex-col gap-6">
      <ErrorStatusControl error={error} />
      <DefinitionList
        facts={[
          { term: "Message", value: error.errorMessage, whole: true },
          { term: "Severity", value: <StatusBadge {...SEVERITY_LOOK[error.severity]} /> },
          { term: "Path", value: <Place path={error.requestPath} /> },
          { term: "First seen", value: <DateText value={error.createdAt} time /> },
          { term: "Last seen", value: <DateText value={error.lastSeenAt} time /> },
          { term: "How often", value: error.count === 1 ? "Once" : `${formatCount(error.count)} times` },
          { term: "First met by", value: user ? `${user.contactName}, ${user.companyName}` : "Nobody was signed in" },
          { term: "Request", value: <span className="break-all">{error.requestId ?? "Not known"}</span>, whole: true },
        ]}
      />
      <section>
        <header className="mb-2 flex items-center justify-between gap-4">
          <h3 className="text-base font-semibold">Stack</h3>
          {stack && <CopyButton text={stack} label="Copy stack" />}
        </header>
        {stack ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the arrow keys have to reach it
          <pre tabIndex={0} className="max-h-80 overflow-auto rounded bg-raised p-3 font-mono text-xs -outline-offset-2">
            {stack}
          </pre>
        ) : (
          <p className="text-muted">No stack was recorded.</p>
        )}
      </section>
    </div>
  );
}

const SCREEN_OF: Readonly<Record<string, (id: string) => string>> = {
  payment: (id) => `/payments?payment=${id}`,
  quote: (id) => `/quotes?quote=${id}`,
};

/** Links a record such as `payment 12` to its screen. Any other path is plain text. */
function Place({ path }: { path: string }) {
  const [, kind = "", id = ""] = /^(payment|quote) (\d+)$/.exec(path) ?? [];
  const screen = SCREEN_OF[kind]?.(id);
  if (screen === undefined) return <Breakable text={path} />;
  return (
    <Link href={screen} className={linkClass}>
      {kind === "payment" ? `Payment ${id}` : quoteNumber(Number(id))}
    </Link>
  );
}

const FAILED = "Failed to update error status";
const OPTIONS = ERROR_STATUSES.map((value) => ({ value, label: ERROR_STATUS_LOOK[value].word }));

/** Shows the new status at once, and restores the old status if the call fails. */
function ErrorStatusControl({ error }: { error: { readonly id: number; readonly status: ErrorStatus } }) {
  const change = useCall("errors", "changeStatus", { success: "Error status updated successfully", failure: FAILED });
  const status = change.isPending ? change.variables.body.status : error.status;
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl<ErrorStatus>
        label="Status"
        showLabel
        value={status}
        options={OPTIONS}
        onChange={(status) => !change.isPending && change.mutate({ params: { id: error.id }, body: { status } })}
      />
      {change.isError && <FailureNote>{failureSentence(change.error, FAILED)}</FailureNote>}
    </div>
  );
}
