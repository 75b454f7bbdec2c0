import { Alert } from "#client/components/ui/display/alert.tsx";
import { useToasts } from "#client/components/ui/overlay/toast-store.ts";

/**
 * Why a call failed, in the form that made it. The toast says it first and is gone in a moment; then this takes over. The same sentence never stands
 * twice, and its place is kept meanwhile, so that no button moves under a finger.
 */
export function FailureNote({ children }: { children: string }) {
  const toasted = useToasts().some(({ open, description }) => open && description === children);
  return (
    <div aria-hidden={toasted || undefined} className={toasted ? "invisible" : undefined}>
      <Alert tone="danger">{children}</Alert>
    </div>
  );
}
