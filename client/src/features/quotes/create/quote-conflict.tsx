import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";

type QuoteConflictProps = {
  /** Why the draft was not saved, in the server's words. */
  reason: string;
  /** What is stored otherwise than it stands in the form. */
  differences: readonly string[];
  /** The draft can still be changed: only its version is another one. */
  changeable: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
  onKeepAsNew: () => void;
};

/** It stands at the form's beginning, and Save changes is pressed at its end. */
const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: "nearest" });

/** Another person was quicker. Nothing that was typed is lost: it can be saved over theirs, or as a quote of its own. */
export function QuoteConflict({ reason, differences, changeable, onSaveMine, onTakeTheirs, onKeepAsNew }: QuoteConflictProps) {
  return (
    <div ref={bringIntoView} className="shrink-0 overflow-y-auto md:max-h-64 px-page pt-2 pb-3">
      <Alert tone="warning" title={reason}>
        <p>Your changes are not saved, and all of them are still here.</p>
        {differences.length > 0 && (
          <ul className="mt-1">
            {differences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          {changeable && (
            <Button size="sm" onClick={onSaveMine}>
              Save mine instead
            </Button>
          )}
          <Button size="sm" onClick={onKeepAsNew}>
            Keep mine as a new quote
          </Button>
          <Button size="sm" onClick={onTakeTheirs}>
            {changeable ? "Discard mine and change theirs" : "Discard mine"}
          </Button>
        </div>
      </Alert>
    </div>
  );
}
