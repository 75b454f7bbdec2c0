import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";

import type { Merged, Winner } from "../form/merge-quotes.ts";

type QuoteConflictProps = {
  /** The server's reason for refusing the draft. */
  reason: string;
  /** The differences between the stored draft and the form. */
  differences: readonly string[];
  /**
   * Both people's changes combined; null if the draft can't be changed any more or the common
   * starting values are unknown.
   */
  merged: Merged | null;
  /** The draft can still be changed: only its version differs. */
  changeable: boolean;
  onSaveBoth: (winner: Winner) => void;
  onTakeTheirs: () => void;
  onKeepAsNew: () => void;
};

/** The notice is at the top of the form, while Save changes is at the bottom. */
const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: "nearest" });

const Sentences = ({ of }: { of: readonly string[] }) => (
  <ul className="mt-1">
    {of.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

/**
 * Another person saved first. The typed values are not lost: they can be saved together with the
 * other changes, or as a separate quote.
 */
export function QuoteConflict({ reason, differences, merged, changeable, onSaveBoth, onTakeTheirs, onKeepAsNew }: QuoteConflictProps) {
  const clashes = merged?.clashes ?? [];
  return (
    <div ref={bringIntoView} className="shrink-0 overflow-y-auto md:max-h-72 px-page pt-2 pb-3">
      <Alert tone="warning" title={reason}>
        <p>Your changes are not saved, and all of them are still here.</p>
        {merged && clashes.length > 0 && (
          <>
            <p className="mt-1">Both of you changed this:</p>
            <Sentences of={clashes} />
          </>
        )}
        {merged && merged.applied.length > 0 && (
          <>
            <p className="mt-1">{clashes.length > 0 ? "Only they changed this:" : "Their changes do not affect yours:"}</p>
            <Sentences of={merged.applied} />
          </>
        )}
        {!merged && differences.length > 0 && <Sentences of={differences} />}
        <div className="mt-2 flex flex-wrap gap-2">
          {merged && clashes.length === 0 && (
            <Button size="sm" onClick={() => onSaveBoth("mine")}>
              Save both
            </Button>
          )}
          {clashes.length > 0 && (
            <>
              <Button size="sm" onClick={() => onSaveBoth("mine")}>
                Save both, mine where they clash
              </Button>
              <Button size="sm" onClick={() => onSaveBoth("theirs")}>
                Save both, theirs where they clash
              </Button>
            </>
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
