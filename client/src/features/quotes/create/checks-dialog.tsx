import { TriangleAlert } from "lucide-react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import type { OpenCheck } from "../form/window-checks.ts";

type ChecksDialogProps = {
  open: readonly OpenCheck[];
  verb: "Create" | "Save";
  onBack: () => void;
  /** Keeps every measure in the list as it is, and goes on. */
  onKeepAll: () => void;
};

/** All measures that were asked about and not answered, once, before a quote is made of them. A wrong one costs a shutter. */
export function ChecksDialog({ open, verb, onBack, onKeepAll }: ChecksDialogProps) {
  return (
    <Dialog
      open
      onCloseRequest={onBack}
      role="alertdialog"
      title="Are these measures right?"
      description="Nothing has been saved yet. Mend them, or keep them as they are."
      focus="field"
    >
      <DialogBody>
        <ul className="flex flex-col gap-3">
          {open.map(({ place, window, warnings }) => (
            <li key={place} className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
              <div className="min-w-0">
                <p className="font-medium">{window.name.trim()}</p>
                {warnings.map(({ id, sentence }) => (
                  <p key={id} className="mt-1">
                    {sentence}
                  </p>
                ))}
              </div>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button data-autofocus onClick={onBack}>
          Go back and check
        </Button>
        <Button variant="primary" onClick={onKeepAll}>
          {verb} anyway
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
