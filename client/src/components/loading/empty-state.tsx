import type { ReactNode } from "react";

type EmptyStateProps = {
  title: ReactNode;
  /** One sentence that says what will be here. */
  children?: ReactNode;
  /** The one action that fills it. */
  action?: ReactNode;
  icon?: ReactNode;
  /** Inside a panel or dialog that already has an edge. */
  plain?: boolean;
};

export function EmptyState({ title, children, action, icon, plain }: EmptyStateProps) {
  return (
    <div className={`flex flex-col items-center gap-1 px-6 py-12 text-center ${plain ? "" : "rounded-lg border border-dashed"}`}>
      {icon && (
        <span aria-hidden className="mb-2 text-muted [&>svg]:size-6">
          {icon}
        </span>
      )}
      <p className="font-medium">{title}</p>
      {children && <p className="max-w-prose text-muted">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
