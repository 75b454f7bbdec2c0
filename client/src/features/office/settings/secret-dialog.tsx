import { CopyButton } from "#client/components/page/copy-button.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";

interface SecretDialogProps {
  title: string;
  secret: string;
  /** Says where the secret belongs. */
  hint: string;
  copyLabel: string;
  onClose: () => void;
}

/** Displays a secret that the server sends once, with a button that copies it. */
export function SecretDialog({ title, secret, hint, copyLabel, onClose }: SecretDialogProps) {
  return (
    <Dialog open onCloseRequest={onClose} title={title} size="sm">
      <DialogBody className="flex flex-col gap-4">
        <p>{hint} It is not displayed again.</p>
        <code className="rounded-md border bg-canvas p-3 text-sm break-all select-all">{secret}</code>
        <div>
          <CopyButton text={secret} label={copyLabel} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
