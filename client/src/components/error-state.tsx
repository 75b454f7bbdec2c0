import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./ui/button.tsx";

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
      <p className="max-w-prose">{children}</p>
      {onRetry && (
        <Button className="mt-4" icon={<RotateCw />} pending={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
