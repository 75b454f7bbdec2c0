import { Fragment } from "react";
import { Dialog, DialogBody } from "#client/components/ui/overlay/dialog.tsx";
import { calls } from "#client/lib/api.ts";
import { searchShortcut } from "#client/lib/browser/keys.ts";
import { can, useUser } from "#client/lib/session.ts";

type Row = readonly [keys: readonly string[], does: string];

const IN_NEW_QUOTE: readonly Row[] = [
  [["Enter"], "Next field, and after the last one the next window"],
  [["↑", "↓"], "Previous window, next window"],
  [["Alt ↑", "Alt ↓"], "Move the window"],
  [["Shift ↑", "Shift ↓"], "In the grid: choose several"],
  [["Ctrl A"], "In the grid: choose all, or none"],
  [["Enter"], "In the grid: back from the fields, to choose others"],
];

/** The list of keyboard shortcuts that `?` opens. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const quotes = can(user, calls.quotes.create);
  const everywhere: readonly (Row | false)[] = [
    [["/", searchShortcut()], "Find anything, go anywhere"],
    quotes && [["n"], "New quote"],
    [["j", "k"], "Next and previous row of a list"],
    [["Enter"], "Open the row"],
    can(user, calls.workshop.ship) && [["x"], "Choose the row, where rows can be chosen"],
    [["r"], "Refresh"],
    [["Ctrl Enter"], "Press the main button of the open dialog"],
    [["Ctrl Z"], "Undo the last action while Undo is displayed"],
    [["Esc"], "Close the open dialog or menu"],
    [["F8"], "Go to the message at the bottom"],
    [["?"], "This list"],
  ];
  return (
    <Dialog open onCloseRequest={onClose} title="Keys">
      <DialogBody>
        <Keys rows={everywhere.filter((row) => row !== false)} />
        {quotes && (
          <>
            <h3 className="mt-5 mb-2 font-semibold">In New Quote</h3>
            <Keys rows={IN_NEW_QUOTE} />
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}

const Keys = ({ rows }: { rows: readonly Row[] }) => (
  <dl className="grid grid-cols-[8rem_1fr] items-center gap-x-4 gap-y-2">
    {rows.map(([pressed, does]) => (
      <Fragment key={does}>
        <dt className="flex gap-1">
          {pressed.map((key) => (
            <kbd key={key} className="rounded-sm border bg-raised px-1.5 font-sans text-xs whitespace-nowrap">
              {key}
            </kbd>
          ))}
        </dt>
        <dd>{does}</dd>
      </Fragment>
    ))}
  </dl>
);
