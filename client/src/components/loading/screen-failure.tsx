import type { ReactNode } from "react";
import { Button } from "#client/components/ui/control/button.tsx";

type ScreenFailureProps = { title: string; children: ReactNode; onRetry: () => void };

/** In the place of a screen that broke or did not come: a sentence and a way on, instead of a white page. */
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
