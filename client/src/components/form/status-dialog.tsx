import { type ReactNode, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { RadioGroup } from "#client/components/ui/control/choices.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";

type StatusDialogProps<Status extends string> = {
  /** The document whose status changes, for example ORD-54. */
  number: string;
  /** The present status, which is not necessarily among the options. */
  current: Status;
  /** The option that is selected when the dialog opens. */
  proposed?: Status | undefined;
  options: readonly { value: Status; label: string }[];
  onUpdate: (status: Status) => void;
  onClose: () => void;
  pending: boolean;
  /** The reason why the call failed, as a sentence. */
  error: string | null;
  /** The reason why no status can be changed now, as a sentence. */
  blocked?: string | undefined;
  /** Content such as a confirmation dialog over this one. */
  children?: ReactNode;
};

/**
 * Changes a status. The button is disabled until another status is selected (rule S7). The dialog
 * is open while it is mounted.
 */
export function StatusDialog<Status extends string>(props: StatusDialogProps<Status>) {
  const { number, current, proposed = current, options, onUpdate, onClose, pending, error, blocked, children } = props;
  const [chosen, setChosen] = useState<Status>(proposed);
  const close = () => !pending && onClose();
  return (
    <Dialog open onCloseRequest={close} title="Update Status" number={number} size="sm" sheet="bottom" focus="field">
      <form
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!pending && !blocked && chosen !== current) onUpdate(chosen);
        }}
      >
        <DialogBody className="flex flex-col gap-4">
          <RadioGroup
            label="Status"
            value={chosen}
            onChange={setChosen}
            options={options.map((option) => ({ ...option, hint: option.value === current ? "Current status" : undefined }))}
          />
          {blocked && <p className="text-sm font-medium text-warning">{blocked}</p>}
          {error && <FailureNote>{error}</FailureNote>}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={pending} disabled={chosen === current || Boolean(blocked)}>
            Update
          </Button>
        </DialogFooter>
      </form>
      {children}
    </Dialog>
  );
}
