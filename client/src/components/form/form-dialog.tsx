import { type ReactNode, useState } from "react";
import { type FieldErrors, type FieldValues, type UseFormReturn, useFormState } from "react-hook-form";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert, FailureNote } from "#client/components/ui/display/alert.tsx";
import { SLOW_MS, STILL_SAVING, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter, type DialogProps } from "#client/components/ui/overlay/dialog.tsx";
import { useKeyboardRoom } from "#client/components/ui/overlay/keyboard-room.ts";
import { NEEDS_NETWORK, SENT_LATER, useIsAway } from "#client/lib/network.ts";
import { DiscardDialog } from "./confirm-dialog.tsx";
import { focusFirstError, useSubmitOnce } from "./page-form.tsx";

type FormDialogProps<Values extends FieldValues, Output> = Pick<
  DialogProps,
  "open" | "title" | "number" | "description" | "size" | "tall"
> & {
  /** Called after the person has confirmed that unsaved work may be discarded. */
  onClose: () => void;
  form: UseFormReturn<Values, unknown, Output>;
  onSubmit: (values: Output) => unknown;
  /** Called before the first error receives the focus, to display a hidden field. */
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /**
   * The verb on the button, for example "Request a remake". Null hides the button: `error` explains
   * why the person can only close the dialog.
   */
  submitLabel: string | null;
  cancelLabel?: string;
  /** True while the call runs: buttons are disabled and the dialog does not close. */
  pending: boolean;
  /** The reason why the call failed, as a sentence. It is displayed above the actions. */
  error: string | null;
  danger?: boolean;
  /** The call needs the network: without it the dialog displays the reason and stays open. */
  needsNetwork?: boolean;
  /** The device stores the call: without a network the dialog explains that it is sent later. */
  sentLater?: boolean;
  /** Disables the submit button, for example while nothing has changed. */
  submitDisabled?: boolean;
  /** Content at the left of the actions, for example totals. */
  footer?: ReactNode;
  /**
   * A step that people use far more often than submit. Its button is the main one, at full width
   * above the actions.
   */
  nextStep?: ReactNode;
  /**
   * The page displays its own number keys, so the actions need to fit on one line, as above the
   * phone's keyboard.
   */
  cramped?: boolean;
  /** True if there is unsaved work outside the form, for example chosen photos. */
  hasOtherWork?: boolean;
  /** The caller holds the values, so that closing loses nothing and asks nothing. */
  isWorkKept?: boolean;
  /**
   * Content that stays above the scrolling part, for example the page of a form with several pages.
   */
  head?: ReactNode;
  bodyClassName?: string;
  children: ReactNode;
};

/**
 * A form in a dialog. Enter submits, Escape closes, unsaved work requires confirmation, and the
 * first error receives the focus.
 */
export function FormDialog<Values extends FieldValues, Output>(props: FormDialogProps<Values, Output>) {
  const { form, onSubmit, onInvalid, onClose, pending, error, submitLabel, cancelLabel = "Cancel", danger } = props;
  const hasNoNetwork = useIsAway();
  const isAway = hasNoNetwork && props.needsNetwork;
  const submitDisabled = props.submitDisabled || isAway;
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
    isWorkKept = false,
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
    if ((isDirty && !isWorkKept) || hasOtherWork) setAsking(true);
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
          // React treats a dialog that another form opens as that form's child, so the event would
          // submit the outer form too.
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
          ) : isAway ? (
            <Alert tone="warning">{NEEDS_NETWORK}</Alert>
          ) : error ? (
            <FailureNote>{error}</FailureNote>
          ) : (
            hasNoNetwork && props.sentLater && <p className="text-sm text-muted">{SENT_LATER}</p>
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
