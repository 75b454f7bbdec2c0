import { Printer } from "lucide-react";
import { CopyButton } from "#client/components/page/copy-button.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";

/** Displays new recovery codes, once (rule A38). */
export default function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog open onCloseRequest={onClose} title="Your recovery codes" size="sm">
      <DialogBody className="flex flex-col gap-4">
        <p>
          If you lose your device, each of these signs you in once. Print them or store them in a safe place: they are not displayed again.
        </p>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-md border bg-canvas p-3 font-mono text-sm select-all">
          {codes.map((code) => (
            <li key={code}>
              {code.slice(0, 5)} {code.slice(5)}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={codes.join("\n")} label="Copy the codes" />
          <Button icon={<Printer />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          I have stored them
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
