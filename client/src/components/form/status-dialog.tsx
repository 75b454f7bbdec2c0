import { type ReactNode, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { RadioGroup } from "#client/components/ui/control/choices.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";

type StatusDialogProps<Status extends string> = {
  /** Whose status: ORD-54. */
  number: string;
  /** The present status. It need not be among the options. */
  current: Status;
  /** Chosen when it opens. */
  proposed?: Status | undefined;
  options: readonly { value: Status; label: string }[];
  onUpdate: (status: Status) => void;
  onClose: () => void;
  pending: boolean;
  /** Why the call failed, in a sentence. */
  error: string | null;
  /** A dialog over this one, such as a question. */
  children?: ReactNode;
};

/**
 * Changes a status. Update is disabled until another status is chosen (rule S7). Mount it to open
 * it.
 */
export function StatusDialog<Status extends string>(props: StatusDialogProps<Status>) {
  const { number, current, proposed = current, options, onUpdate, onClose, pending, error, children } = props;
  const [chosen, setChosen] = useState<Status>(proposed);
  const close = () => !pending && onClose();
  return (
    <Dialog open onCloseRequest={close} title="Update Status" number={number} size="sm" sheet="bottom" focus="field">
      <form
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!pending && chosen !== current) onUpdate(chosen);
        }}
      >
        <DialogBody className="flex flex-col gap-4">
          <RadioGroup
            label="Status"
            value={chosen}
            onChange={setChosen}
            options={options.map((option) => ({ ...option, hint: option.value === current ? "Current status" : undefined }))}
          />
          {error && <FailureNote>{error}</FailureNote>}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={pending} disabled={chosen === current}>
            Update
          </Button>
        </DialogFooter>
      </form>
      {children}
    </Dialog>
  );
}
