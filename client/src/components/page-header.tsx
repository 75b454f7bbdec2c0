import type { ReactNode } from "react";

type PageHeaderProps = {
  title: ReactNode;
  /** One sentence, where it helps. */
  description?: ReactNode;
  /** At most one primary button. */
  action?: ReactNode;
  /** Beside the title, such as a status. */
  aside?: ReactNode;
};

export function PageHeader({ title, description, action, aside }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-3 gap-y-3 sm:gap-x-6">
      <div className="flex max-w-full min-w-0 flex-auto flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="min-w-0 text-xl font-semibold">{title}</h1>
        {aside}
      </div>
      {action && <div className="flex shrink-0 flex-wrap items-center gap-2">{action}</div>}
      {/* On a line of its own, as wide as the page: the action stays beside the title. */}
      {description && <p className="-mt-2 w-full text-muted">{description}</p>}
    </header>
  );
}
