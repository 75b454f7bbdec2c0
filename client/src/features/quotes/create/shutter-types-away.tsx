import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";

export const TYPES_AWAY = "Failed to load the shutter types";

/** The form stays as it is: only the types are missing. */
export function ShutterTypesAway({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <Alert
      tone="danger"
      title={TYPES_AWAY}
      className="mx-page mb-3 shrink-0"
      action={
        <Button size="sm" pending={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      What you entered is still here.
    </Alert>
  );
}
