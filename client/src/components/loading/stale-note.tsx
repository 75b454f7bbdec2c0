import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";

type StaleNoteProps = { children: string; onRetry: () => void; retrying: boolean };

/** What is shown is not all, or not the newest: said where it is, beside what is there. */
export function StaleNote({ children, onRetry, retrying }: StaleNoteProps) {
  return (
    <Alert
      tone="warning"
      className="my-3 items-center! flex-wrap"
      action={
        <Button size="sm" className="shrink-0" pending={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
