import { type ReactNode, useState } from "react";
import { type FieldErrors, type FieldValues, type UseFormReturn, useFormState } from "react-hook-form";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { SLOW_MS, STILL_SAVING, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter, type DialogProps } from "#client/components/ui/overlay/dialog.tsx";
import { useKeyboardRoom } from "#client/components/ui/overlay/keyboard-room.ts";
import { DiscardDialog } from "./confirm-dialog.tsx";
import { focusFirstError, useSubmitOnce } from "./page-form.tsx";

type FormDialogProps<Values extends FieldValues, Output> = Pick<
  DialogProps,
  "open" | "title" | "number" | "description" | "size" | "tall"
> & {
  /** Called when it may close: unsaved work has been asked about. */
  onClose: () => void;
  form: UseFormReturn<Values, unknown, Output>;
  onSubmit: (values: Output) => unknown;
  /** Called before the focus goes to the first error, to bring a hidden field onto the screen. */
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /**
   * The verb: "Request a remake". Null: this person may not, as `error` says, and can only close
   * it.
   */
  submitLabel: string | null;
  cancelLabel?: string;
  /** The call is under way: no button works, and it does not close. */
  pending: boolean;
  /** Why the call failed, in a sentence that is shown above the actions. */
  error: string | null;
  danger?: boolean;
  /** For example while nothing has changed yet. */
  submitDisabled?: boolean;
  /** At the left of the actions: totals, a count. */
  footer?: ReactNode;
  /**
   * A step that people take far more often than they send the form. Its button is the main one,
   * across the width above the actions.
   */
  nextStep?: ReactNode;
  /** Keys of the page's own stand there, so the actions take one line, as over the phone's own keyboard. */
  cramped?: boolean;
  /** Work that the form does not know of, such as chosen photos. */
  hasOtherWork?: boolean;
  /** Stays above what scrolls: where a form of pages is. */
  head?: ReactNode;
  bodyClassName?: string;
  children: ReactNode;
};

/**
 * A form in a dialog: Enter submits, Escape closes, unsaved work asks, and the focus goes to the
 * first error.
 */
export function FormDialog<Values extends FieldValues, Output>(props: FormDialogProps<Values, Output>) {
  const { form, onSubmit, onInvalid, onClose, pending, error, submitLabel, cancelLabel = "Cancel", danger, submitDisabled } = props;
  const {
    open,
    title,
    number,
    description,
    size,
    tall,
    footer,
    nextStep,
    cramped,
    hasOtherWork = false,
    head,
    bodyClassName,
    children,
  } = props;
  const [asking, setAsking] = useState(false);
  const { isDirty } = useFormState({ control: form.control });
  const submitOnce = useSubmitOnce();
  const slow = useDelayed(pending, SLOW_MS);
  useKeyboardRoom(open);

  const closeRequest = () => {
    if (pending) return;
    if (isDirty || hasOtherWork) setAsking(true);
    else onClose();
  };
  const discard = () => {
    setAsking(false);
    onClose();
  };

  return (
    <Dialog
      open={open}
      onCloseRequest={closeRequest}
      title={title}
      number={number}
      description={description}
      size={size}
      tall={tall}
      focus="field"
    >
      <form
        noValidate
        data-cramped={cramped || undefined}
        className="flex min-h-0 flex-1 flex-col squat:flex-none"
        onSubmit={(event) => {
          // A dialog opened from another form is its child in React: without this, that form would be submitted too.
          event.stopPropagation();
          event.preventDefault();
          if (pending || submitDisabled || submitLabel === null) return;
          const element = event.currentTarget;
          const submit = form.handleSubmit(onSubmit, (errors) => {
            onInvalid?.(errors);
            focusFirstError(element);
          });
          void submitOnce(() => submit(event));
        }}
      >
        {head}
        <DialogBody className={bodyClassName ?? "flex flex-col gap-4"}>{children}</DialogBody>
        <div className="shrink-0 px-page pt-3 empty:hidden">
          {slow ? (
            <p role="status" className="text-sm text-muted">
              {STILL_SAVING}
            </p>
          ) : (
            error && <FailureNote>{error}</FailureNote>
          )}
        </div>
        {nextStep && <div className="flex shrink-0 px-page pt-3 *:flex-1">{nextStep}</div>}
        <DialogFooter className={nextStep ? "pt-2!" : undefined}>
          {footer && <div className="mr-auto min-w-0 max-sm:not-in-data-cramped:w-full">{footer}</div>}
          <Button onClick={closeRequest} disabled={pending} className="max-sm:in-data-cramped:hidden">
            {cancelLabel}
          </Button>
          {submitLabel !== null && (
            <Button
              type="submit"
              variant={danger ? "danger" : nextStep ? "secondary" : "primary"}
              pending={pending}
              disabled={submitDisabled}
            >
              {submitLabel}
            </Button>
          )}
        </DialogFooter>
      </form>
      <DiscardDialog
        open={asking}
        title="Discard what you entered?"
        keepLabel="Keep editing"
        onKeep={() => setAsking(false)}
        onDiscard={discard}
      >
        It has not been saved, and can't be brought back.
      </DiscardDialog>
    </Dialog>
  );
}
