import { CopyButton } from "#client/components/facts/copy-button.tsx";
import { DateText } from "#client/components/facts/date-text.tsx";
import { DefinitionList } from "#client/components/facts/definition-list.tsx";
import { StatusBadge } from "#client/components/facts/status-badge.tsx";
import { Breakable } from "#client/components/ui/display/breakable.tsx";
import type { Reply } from "#client/lib/api.ts";
import { formatCount } from "#client/lib/format.ts";
import { ErrorStatusControl } from "./error-status-control.tsx";
import { SEVERITY_LOOK } from "./error-words.ts";

export function ErrorDetails({ error }: { error: Reply<"errors", "read"> }) {
  const { user, stack } = error;
  return (
    <div className="flex flex-col gap-6">
      <ErrorStatusControl error={error} />
      <DefinitionList
        facts={[
          { term: "Message", value: error.errorMessage, whole: true },
          { term: "Severity", value: <StatusBadge {...SEVERITY_LOOK[error.severity]} /> },
          { term: "Path", value: <Breakable text={error.requestPath} /> },
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
          <p className="text-muted">None was recorded.</p>
        )}
      </section>
    </div>
  );
}
