import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

type PanelProps = Omit<ComponentProps<"section">, "title"> & {
  title?: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  /** Content at the right of the title. */
  actions?: ReactNode;
  /** The content reaches the panel's edges (a table, a list of rows). */
  flush?: boolean;
};

/** A part of a page with its own title. Panels are never nested. */
export function Panel({ title, description, actions, flush, className, children, ...rest }: PanelProps) {
  return (
    <section className={clsx("min-w-0 rounded-lg border bg-surface", className)} {...rest}>
      {(title || actions) && (
        <header className={clsx("flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4", flush ? "pb-3" : "pb-1")}>
          {/* A description needs a minimum width beside the actions; a title without one takes
              its own width. */}
          <div className={clsx("min-w-0", description ? "flex-1 basis-56" : "grow")}>
            {title && <h2 className="text-base font-semibold">{title}</h2>}
            {description && <p className="text-sm text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2 max-sm:has-[input]:w-full">{actions}</div>}
        </header>
      )}
      <div className={flush ? "[&>[role=alert]]:mx-4 [&>[role=alert]]:mb-4" : "p-4 pt-3"}>{children}</div>
    </section>
  );
}
