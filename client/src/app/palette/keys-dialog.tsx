import { Fragment } from "react";
import { Dialog, DialogBody } from "#client/components/ui/overlay/dialog.tsx";
import { calls } from "#client/lib/api.ts";
import { findKeys } from "#client/lib/keys.ts";
import { can, useUser } from "#client/lib/session.ts";

/** The list that `?` opens. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const quotes = can(useUser(), calls.quotes.create);
  const keys: readonly (readonly [keys: readonly string[], does: string] | false)[] = [
    [["/", findKeys()], "Find anything, go anywhere"],
    quotes && [["n"], "New quote"],
    [["j", "k"], "Next and previous row of a list"],
    [["Enter"], "Open the row"],
    [["r"], "Refresh"],
    quotes && [["Ctrl Enter"], "In New Quote: create it"],
    [["Esc"], "Close what is open"],
    [["F8"], "Go to the message at the edge"],
    [["?"], "This list"],
  ];
  return (
    <Dialog open onCloseRequest={onClose} title="Keys" size="sm">
      <DialogBody>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
          {keys
            .filter((row) => row !== false)
            .map(([pressed, does]) => (
              <Fragment key={does}>
                <dt className="flex gap-1">
                  {pressed.map((key) => (
                    <kbd key={key} className="rounded-sm border bg-raised px-1.5 font-sans text-xs">
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </Fragment>
            ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
