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
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold">{title}</h1>
          {aside}
        </div>
        {description && <p className="mt-1 max-w-prose text-muted">{description}</p>}
      </div>
      {action && <div className="flex shrink-0 items-center gap-2 max-sm:w-full max-sm:[&>*]:flex-1">{action}</div>}
    </header>
  );
}
