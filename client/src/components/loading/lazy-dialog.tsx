import { type ComponentType, Suspense, useDeferredValue, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "#client/components/ui/control/button.tsx";
import { Spinner, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { NOT_LOADED, NOT_LOADED_ADVICE } from "#client/lib/api-error.ts";
import { type Load, lazyPart } from "./lazy-part.tsx";

/** A dialog in a file of its own, loaded when it is first opened: one with a form, a drawing or a calendar. */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>): ComponentType<Props> {
  const Part = lazyPart<Props>(load, (again, { onClose }) => <DialogFailure onRetry={again} onClose={onClose} />);
  return function LazyDialog(props: Props) {
    // Begins one render later: after its own fallback React holds the content back for 300 ms.
    const begun = useDeferredValue(true, false);
    return <Suspense fallback={<DialogComing />}>{begun ? <Part {...props} /> : <DialogComing />}</Suspense>;
  };
}

/** Without a backdrop: the dialog has one, and two in turn would flicker. */
export function DialogComing() {
  const slow = useDelayed(true, 150);
  if (!slow) return null;
  return createPortal(
    <div className="pointer-events-none fixed inset-0 z-dialog grid place-items-center">
      <div className="animate-[fade-in_150ms_ease-out] rounded-lg bg-surface p-4 shadow-overlay">
        <Spinner label="Loading" className="size-6 text-accent" />
      </div>
    </div>,
    document.body,
  );
}

function DialogFailure({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const [trying, setTrying] = useState(false);
  // Waits until this dialog has closed and its opener has the focus. The next dialog then returns
  // the focus there too.
  useEffect(() => {
    if (!trying) return;
    const timer = setTimeout(onRetry);
    return () => clearTimeout(timer);
  }, [trying, onRetry]);
  return (
    <Dialog open={!trying} role="alertdialog" title={NOT_LOADED} size="sm" sheet="bottom" focus="field" onCloseRequest={onClose}>
      <DialogBody>{NOT_LOADED_ADVICE}</DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
        <Button data-autofocus variant="primary" onClick={() => setTrying(true)}>
          Try again
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
