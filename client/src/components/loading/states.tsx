import { CloudOff, RotateCw } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { ApiError, UNREACHABLE } from "#client/lib/api-error.ts";

/** The heading above results that only resemble the search term (rule O17). */
export const CLOSE_MATCHES = "Nothing exactly like that. Close to it:";

type EmptyStateProps = {
  title: ReactNode;
  /** One sentence that describes the list's future content. */
  children?: ReactNode;
  /** The action that adds the first item. */
  action?: ReactNode;
  icon?: ReactNode;
  /** True inside a panel or dialog that already has a border. */
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

type ErrorStateProps = {
  /** The error in a few words. */
  title: string;
  /** One sentence about what is not lost. */
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
};

export function ErrorState({ title, children = "Nothing was lost or changed.", onRetry, retrying }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1 rounded-lg bg-danger-soft px-6 py-10 text-center">
      <p className="font-medium text-danger">{title}</p>
      {children && <p className="max-w-prose">{children}</p>}
      {onRetry && (
        <Button className="mt-4" icon={<RotateCw />} pending={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

type LoadErrorProps = {
  error: unknown;
  sentence: string;
  /** The title where there is no network and the device has no copy; null in all other cases. */
  awayTitle?: string | null;
  /** True where the content is the screen's own, which a person then leaves for another screen. */
  leadsOn?: boolean;
  onRetry: () => void;
  retrying: boolean;
};

/**
 * Links to the screens that the device stores, for content that it does not. The portal sets them.
 */
export const StoredScreensContext = createContext<ReactNode>(null);

/**
 * Replaces content that could not be loaded. A 404 or 403 has no "Try again", because a retry
 * cannot help.
 */
export function LoadError({ error, sentence, awayTitle = null, leadsOn = false, onRetry, retrying }: LoadErrorProps) {
  const status = error instanceof ApiError ? error.status : null;
  const links = useContext(StoredScreensContext);
  const storedScreens = leadsOn ? links : null;
  if (status === 404 || status === 403) return <ErrorState title={sentence}>{null}</ErrorState>;
  if (awayTitle !== null)
    return (
      <EmptyState
        title={awayTitle}
        icon={<CloudOff />}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {storedScreens}
            <Button icon={<RotateCw />} pending={retrying} onClick={onRetry}>
              Try again
            </Button>
          </div>
        }
      >
        There is no network. Your changes on this device are safe. This opens by itself once the network is back.
        {storedScreens !== null && " These screens work without the network:"}
      </EmptyState>
    );
  return (
    <ErrorState title={sentence} onRetry={onRetry} retrying={retrying}>
      {status === 0 ? UNREACHABLE : undefined}
    </ErrorState>
  );
}

type ScreenFailureProps = { title: string; children: ReactNode; onRetry: () => void };

/** Replaces a screen that failed to render or to load. */
export const ScreenFailure = ({ title, children, onRetry }: ScreenFailureProps) => (
  <div role="alert" className="mx-auto flex max-w-100 flex-col items-center gap-2 px-6 py-16 text-center">
    <p className="text-lg font-semibold">{title}</p>
    <p className="text-muted">{children} What you saved is safe.</p>
    <div className="mt-3 flex flex-wrap justify-center gap-2">
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  </div>
);

/**
 * Replaces content that is loading. It is empty at first, because fast content needs no skeleton,
 * or has the skeleton's room (`reserved`) without its bars.
 */
export const Waiting = ({ children, reserved = false }: { children: ReactNode; reserved?: boolean }) => (
  <div aria-busy="true">
    {children && (
      <>
        {!reserved && (
          <span role="status" className="sr-only">
            Loading
          </span>
        )}
        <div className={reserved ? "invisible" : undefined}>{children}</div>
      </>
    )}
  </div>
);
