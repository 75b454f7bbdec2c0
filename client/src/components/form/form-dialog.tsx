import { type ReactNode, useState } from "react";
import { type FieldErrors, type FieldValues, type UseFormReturn, useFormState } from "react-hook-form";
import { Button } from "#client/components/ui/control/button.tsx";
import { errorSentence, FailureNote } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter, type DialogSize } from "#client/components/ui/overlay/dialog.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { focusFirstError, useSubmitOnce } from "./page-form.tsx";

type FormDialogProps<Values extends FieldValues, Output> = {
  open: boolean;
  /** Called once closing is settled: a form with unsaved work has asked first. */
  onClose: () => void;
  title: ReactNode;
  number?: string;
  description?: ReactNode;
  size?: DialogSize;
  form: UseFormReturn<Values, unknown, Output>;
  onSubmit: (values: Output) => unknown;
  /** Before the focus goes to the first error: brings that field on the screen, where not all of them are on it. */
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /** The verb: "Request a remake". */
  submitLabel: string;
  cancelLabel?: string;
  /** The call is under way: nothing can be pressed or closed. */
  pending: boolean;
  /** The call's failure (null when there is none); its sentence is shown above the actions. */
  error: unknown;
  danger?: boolean;
  /** Submit can't be pressed, such as "nothing has changed yet". */
  submitDisabled?: boolean;
  /** At the left of the actions, always in view: totals, a count. */
  footer?: ReactNode;
  /** Work that the form does not know of, such as chosen photos. */
  hasOtherWork?: boolean;
  bodyClassName?: string;
  children: ReactNode;
};

/** A form in a dialog: Enter submits, Escape closes, unsaved work asks, and the focus goes to the first error. */
export function FormDialog<Values extends FieldValues, Output>(props: FormDialogProps<Values, Output>) {
  const {
    open,
    onClose,
    title,
    number,
    description,
    size,
    form,
    onSubmit,
    onInvalid,
    submitLabel,
    cancelLabel = "Cancel",
    pending,
    error,
  } = props;
  const { danger, submitDisabled, footer, hasOtherWork = false, bodyClassName, children } = props;
  const [asking, setAsking] = useState(false);
  const { isDirty } = useFormState({ control: form.control });
  const sentence = errorSentence(error);
  const submitOnce = useSubmitOnce();

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
    <Dialog open={open} onCloseRequest={closeRequest} title={title} number={number} description={description} size={size} focus="field">
      <form
        noValidate
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          // A dialog opened from inside another form is its child in React, though not in the document.
          event.stopPropagation();
          event.preventDefault();
          if (pending || submitDisabled) return;
          const element = event.currentTarget;
          const submit = form.handleSubmit(onSubmit, (errors) => {
            onInvalid?.(errors);
            focusFirstError(element);
          });
          void submitOnce(() => submit(event));
        }}
      >
        <DialogBody className={bodyClassName ?? "flex flex-col gap-4"}>{children}</DialogBody>
        <div className="shrink-0 px-page pt-3 empty:hidden">{sentence && <FailureNote>{sentence}</FailureNote>}</div>
        <DialogFooter>
          {footer && <div className="mr-auto min-w-0 max-sm:w-full">{footer}</div>}
          <Button onClick={closeRequest} disabled={pending}>
            {cancelLabel}
          </Button>
          <Button type="submit" variant={danger ? "danger" : "primary"} pending={pending} disabled={submitDisabled}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Discard what you entered?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={discard}
        pending={false}
        danger
      >
        It has not been saved, and can't be brought back.
      </ConfirmDialog>
    </Dialog>
  );
}
