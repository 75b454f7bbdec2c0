import { type ComponentType, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { NOT_LOADED } from "#client/lib/api-error.ts";
import { loadAhead } from "#client/lib/load-ahead.ts";
import { counted } from "#client/lib/under-way.ts";
import { Button } from "./ui/button.tsx";
import { Spinner } from "./ui/spinner.tsx";
import { useDelayed } from "./use-delayed.ts";

type Stage = "there" | "coming" | "failed";

/**
 * A dialog in a file of its own, so that the screen comes without it (docs/decisions/070-speed.md). It is fetched as soon as the screen that declares
 * it is at rest, so whoever opens it finds it there; whoever is faster sees that it is coming, and if it can't come, a sentence and a way on.
 *
 *     const OrderDetailsDialog = lazyDialog(async () => (await import("./order-details-dialog.tsx")).OrderDetailsDialog);
 *
 * Not by React.lazy: that never asks again for what failed once, and holds back what came shortly after a fallback.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Dialog: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const fetchOnce = () => {
    loading ??= load().then(
      (loaded) => {
        Dialog = loaded;
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  loadAhead(fetchOnce);

  return function LazyDialog(props: Props) {
    const [stage, setStage] = useState<Stage>(Dialog ? "there" : "coming");
    useEffect(() => {
      if (stage !== "coming") return;
      let closed = false;
      const go = (next: Stage) => () => closed || setStage(next);
      counted(fetchOnce()).then(go("there"), go("failed"));
      return () => {
        closed = true;
      };
    }, [stage]);
    if (Dialog && stage === "there") return <Dialog {...props} />;
    return stage === "failed" ? <Failed onRetry={() => setStage("coming")} onClose={props.onClose} /> : <Coming />;
  };
}

/** Without a backdrop: the dialog brings its own, and two would be seen to flicker. */
function Coming() {
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

/**
 * Of what every screen has already: the dialog's own parts may be what did not come. The browser's own modal dialog, because it may have been opened
 * from another dialog, which lets the focus go nowhere else and takes a press beside it for one to close it.
 */
function Failed({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const id = useId();
  const [opener] = useState(() => document.activeElement);
  const dialog = useRef<HTMLDialogElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    again.current?.focus();
  }, []);
  // Back to where it was opened first, so that the dialog, once it comes, leads back there as well.
  const leaveTo = (next: () => void) => {
    dialog.current?.close();
    if (opener instanceof HTMLElement) opener.focus();
    next();
  };
  return createPortal(
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={id}
      onKeyDown={(event) => event.key === "Escape" && leaveTo(onClose)}
      onCancel={(event) => {
        event.preventDefault();
        leaveTo(onClose);
      }}
      onPointerDown={(event) => event.stopPropagation()}
      className="pointer-events-auto m-auto w-[calc(100%-2rem)] max-w-100 animate-[fade-in_150ms_ease-out] rounded-lg bg-surface p-5 text-text shadow-overlay backdrop:bg-transparent"
    >
      <p id={id}>{NOT_LOADED}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={() => leaveTo(onClose)}>Close</Button>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
        <Button ref={again} variant="primary" onClick={() => leaveTo(onRetry)}>
          Try again
        </Button>
      </div>
    </dialog>,
    document.body,
  );
}
