import { Alert } from "#client/components/ui/display/alert.tsx";
import { CANNOT_MAKE, cannotMakeInWords } from "#shared/domain/window/saw/saw-work.ts";
import type { KeptPlan } from "./plan-parts.ts";

/** Names each window with a panel that cannot be made, above the bars (rule M44). */
export function CannotMake({ windows }: { windows: KeptPlan["cannotMake"] }) {
  if (windows.length === 0) return null;
  return (
    <Alert tone="danger" className="mb-4" title={CANNOT_MAKE}>
      {cannotMakeInWords(windows).map((sentence) => (
        <p key={sentence} className="wrap-anywhere tabular-nums">
          {sentence}
        </p>
      ))}
    </Alert>
  );
}
