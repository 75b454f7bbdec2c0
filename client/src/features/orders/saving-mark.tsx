import { Spinner } from "#client/components/ui/spinner.tsx";

/** Beside a value that is changed in its place: that it is being saved, or that Enter saves it. It keeps its room, so that nothing moves. */
export function SavingMark({ saving, waiting = false }: { saving: boolean; waiting?: boolean }) {
  return (
    <span className="inline-flex w-4 shrink-0 justify-center">
      {saving ? (
        <Spinner label="Saving" />
      ) : (
        waiting && (
          <kbd title="Press Enter to save" className="text-xs text-muted">
            ↵
          </kbd>
        )
      )}
    </span>
  );
}
