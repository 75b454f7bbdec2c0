import { useEffect, useState } from "react";
import { DiscardDialog } from "#client/components/form/confirm-dialog.tsx";
import { keepsOnDevice } from "#client/lib/session/forget-device.ts";
import { LONGEST_SIGN_OUT_MS } from "#client/lib/session/sign-out.ts";
import type { User } from "#client/lib/session.ts";
import { settleUndo } from "#client/lib/undo.ts";
import { useDevice, useDeviceView } from "./device.ts";
import { describeUndelivered, findUnfinishedForms, removeOwn } from "./undelivered-changes.ts";

/**
 * Requests confirmation before a sign-out, because unsent changes would be lost (rule W56).
 * @param leave is called once none of the person's changes wait here
 */
export function useConfirmedSignOut(user: User, leave: () => void) {
  const device = useDevice();
  const { waiting, refused } = useDeviceView();
  const [asking, setAsking] = useState(false);
  const [unfinished, setUnfinished] = useState<ReturnType<typeof findUnfinishedForms>>([]);
  const undelivered = [...waiting, ...refused, ...unfinished];
  const count = undelivered.length;
  const goOn = async () => {
    setAsking(false);
    // A browser without storage has nothing to remove.
    if (keepsOnDevice(user)) await removeOwn(user.id).catch(() => {});
    leave();
  };
  // Everything was sent while the dialog was open.
  useEffect(() => {
    if (asking && count === 0) void goOn();
  });
  const question = (
    <DiscardDialog
      open={asking && count > 0}
      title={`Log out and lose ${describeUndelivered(undelivered)}?`}
      keepLabel="Stay logged in"
      onKeep={() => setAsking(false)}
      onDiscard={() => void goOn()}
    >
      {count === 1 ? "It has" : "They have"} not reached the server, and {count === 1 ? "is" : "are"} removed from this device when you log
      out.
    </DiscardDialog>
  );
  const press = async () => {
    // Undo ends with the sign-out, so the change has to be sent (rule S17). On a tablet without a
    // network it becomes one more waiting change.
    await Promise.race([settleUndo(), new Promise((over) => setTimeout(over, LONGEST_SIGN_OUT_MS))]);
    const presentView = device.view();
    const forms = findUnfinishedForms(user.id);
    setUnfinished(forms);
    if (presentView.waiting.length + presentView.refused.length + forms.length > 0) setAsking(true);
    else await goOn();
  };
  return { press: () => void press(), question };
}
