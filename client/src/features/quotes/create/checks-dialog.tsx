import { TriangleAlert } from "lucide-react";
import { use, useRef } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { CauseWords, MendButton, MendedCheck } from "#client/components/window/measurement-warnings.tsx";
import { formatPence } from "#shared/domain/money.ts";
import { groupByCause, type MeasurementWarning } from "#shared/domain/window/text/measurement-checks.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { findOpenChecks } from "../form/window-checks.ts";
import { ShownPrices } from "../survey/shown-prices.ts";

type ChecksDialogProps = {
  quote: QuoteForm;
  verb: "Create" | "Save" | "Continue";
  /** The label of the form's own button. */
  saveLabel: string;
  onBack: () => void;
  /** Continues. Measures that are not confirmed stay unchanged. */
  onSave: () => void;
};

/**
 * Lists every unconfirmed measure once before a quote is made, because a wrong measure costs a
 * shutter.
 */
export function ChecksDialog({ quote, verb, saveLabel, onBack, onSave }: ChecksDialogProps) {
  const { rows, products, mending, preview } = quote;
  const list = useRef<HTMLUListElement>(null);
  const open = findOpenChecks(quote.filledWindows, products);
  const windows = rows.flatMap(({ key, window }, place) => {
    const warnings = open.find((each) => each.place === place)?.warnings ?? [];
    const mends = mending.fixesOf(key);
    return warnings.length + mends.length > 0 ? [{ key, window, warnings, mends }] : [];
  });
  /**
   * The pressed button is no longer rendered. The window's entry describes the fix, and Tab
   * continues from there.
   */
  const focusWindow = (key: string) => list.current?.querySelector<HTMLElement>(`[data-window="${key}"]`)?.focus();
  const fixCheck = (key: string, warning: MeasurementWarning) => {
    mending.applyFix(key, warning);
    focusWindow(key);
  };
  const answered = open.length === 0;
  const prices = use(ShownPrices);
  return (
    <Dialog
      open
      onCloseRequest={onBack}
      role="alertdialog"
      title="Are these measures right?"
      description={
        answered
          ? "Nothing has been saved yet. All of them are corrected."
          : "Nothing has been saved yet. Correct them, or keep them as they are."
      }
      focus="field"
    >
      <DialogBody>
        <ul ref={list} className="flex flex-col gap-4" aria-live="polite">
          {windows.map(({ key, window, warnings, mends }) => (
            <li key={key} data-window={key} tabIndex={-1} className="flex items-start gap-2 rounded-sm">
              {warnings.length > 0 && <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />}
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{window.name.trim()}</p>
                {groupByCause(warnings).map((cause) => (
                  <div key={cause[0].id} className="mt-1 mb-3 flex flex-col items-start gap-1.5 last:mb-0">
                    <CauseWords cause={cause} />
                    <MendButton warning={cause[0]} onMend={() => fixCheck(key, cause[0])} />
                  </div>
                ))}
                {mends.map((each) => (
                  <MendedCheck
                    key={each.words}
                    said={each.words}
                    onUndo={() => {
                      mending.undo(each);
                      focusWindow(key);
                    }}
                    className="mt-1"
                  />
                ))}
              </div>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        {answered && prices !== "hidden" && (
          <p className="mr-auto text-sm text-muted">
            {prices === "mine" ? `Total ${formatPence(preview.finalTotalPence)}` : `Homeowner pays ${formatPence(prices.totalPence)}`}
          </p>
        )}
        {answered ? (
          <>
            <Button onClick={onBack}>Go back</Button>
            <Button variant="primary" onClick={onSave}>
              {saveLabel}
            </Button>
          </>
        ) : (
          <>
            <Button variant="ghost" onClick={onSave}>
              {verb} anyway
            </Button>
            <Button variant="primary" data-autofocus onClick={onBack}>
              Go back and check
            </Button>
          </>
        )}
      </DialogFooter>
    </Dialog>
  );
}
