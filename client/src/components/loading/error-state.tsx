import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { ApiError, UNREACHABLE } from "#client/lib/api-error.ts";

type ErrorStateProps = {
  /** What happened. */
  title: string;
  /** What is safe. */
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

type LoadErrorProps = { error: unknown; sentence: string; onRetry: () => void; retrying: boolean };

/** In the place of what could not be loaded. What is not there, or not for this person, does not come by another try. */
export function LoadError({ error, sentence, onRetry, retrying }: LoadErrorProps) {
  const status = error instanceof ApiError ? error.status : null;
  if (status === 404 || status === 403) return <ErrorState title={sentence}>{null}</ErrorState>;
  return (
    <ErrorState title={sentence} onRetry={onRetry} retrying={retrying}>
      {status === 0 ? UNREACHABLE : undefined}
    </ErrorState>
  );
}
