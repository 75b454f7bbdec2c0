import { useIsFetching } from "@tanstack/react-query";
import { type ComponentType, Suspense, useDeferredValue, useEffect, useRef, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { Framed } from "#client/components/ui/overlay/dialog-shape.ts";
import { NOT_LOADED, NOT_LOADED_ADVICE } from "#client/lib/api-error.ts";
import { DialogComing, type DialogLook } from "./dialog-coming.tsx";
import { type Load, lazyPart } from "./lazy-part.tsx";

type LazyDialogOf<Props> = ComponentType<Props> & {
  /**
   * Fetches the file before the press. A failure has no effect, because the press fetches again.
   */
  preload: () => void;
};

/**
 * A dialog with its own file, for example with a form, a drawing or a calendar. The file loads when
 * the dialog first opens, behind a frame in its final size.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>, look: DialogLook = {}): LazyDialogOf<Props> {
  const Part = lazyPart<Props>(load, (again, { onClose }) => <DialogFailure onRetry={again} onClose={onClose} />);
  function LazyDialog(props: Props) {
    const [isFramed, setFramed] = useState(false);
    // The dialog starts one render later, because React holds content back for 300 ms after its own
    // fallback.
    const isReady = useDeferredValue(true, false);
    const coming = <DialogComing {...look} onClose={props.onClose} onFramed={() => setFramed(true)} />;
    return (
      <Framed value={isFramed}>
        <Suspense fallback={coming}>{isReady ? <Part {...props} /> : coming}</Suspense>
      </Framed>
    );
  }
  return Object.assign(LazyDialog, { preload: () => void load().catch(() => {}) });
}

/**
 * The person reads the list first. On a slow phone the dialogs' code would hold back the first
 * scrolling for a third of a second.
 */
const PRELOAD_AFTER_MS = 3000;

/**
 * Fetches the files of the dialogs that the rows open, some time after the screen's queries have
 * finished, when the browser is idle.
 */
export function usePreload(...dialogs: readonly { preload: () => void }[]): void {
  const ready = useIsFetching() === 0;
  const all = useRef(dialogs);
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    // Safari has no such callback and fetches the files at the press.
    if (!ready || connection?.saveData || !("requestIdleCallback" in window)) return;
    let idle = 0;
    const timer = setTimeout(() => {
      idle = requestIdleCallback(() => {
        for (const { preload } of all.current) preload();
      });
    }, PRELOAD_AFTER_MS);
    return () => {
      clearTimeout(timer);
      cancelIdleCallback(idle);
    };
  }, [ready]);
}

function DialogFailure({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const [trying, setTrying] = useState(false);
  // The retry waits until this dialog has closed and its opener has the focus, so that the next
  // dialog returns the focus there as well.
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
