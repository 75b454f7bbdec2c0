import type { ReactNode } from "react";
import { RefreshButton } from "#client/components/loading/refresh-button.tsx";

type PageHeaderProps = {
  title: ReactNode;
  /** One sentence, where it helps. */
  description?: ReactNode;
  /** At most one primary button. */
  action?: ReactNode;
  /** Beside the title, such as a status. */
  aside?: ReactNode;
  /** The screen shows nothing that others change: it has no Refresh. */
  unchanging?: boolean;
};

export function PageHeader({ title, description, action, aside, unchanging = false }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-3 gap-y-3 sm:gap-x-6">
      <div className="max-w-full min-w-0 flex-auto">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold">{title}</h1>
          {aside}
        </div>
        {/* No width of its own: however long it is, the action stays beside the title where the title leaves room. */}
        {description && (
          <p className="mt-1 w-0 min-w-full text-muted">
            <span className="block max-w-prose">{description}</span>
          </p>
        )}
      </div>
      {(action || !unchanging) && (
        <div className="flex shrink-0 flex-wrap items-center gap-2">
          {!unchanging && <RefreshButton />}
          {action}
        </div>
      )}
    </header>
  );
}
