import { ScanQrCode } from "lucide-react";
import { useState } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";

const ScanDialog = lazyDialog(() => import("./scan-dialog.tsx"), { fields: 5 });

/** Scans a shutter's label with the camera, and opens that shutter (rule W33). */
export function ScanButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ScanQrCode />} className="max-sm:grow print:hidden" onClick={() => setOpen(true)}>
        Scan a label
      </Button>
      {open && <ScanDialog onClose={() => setOpen(false)} />}
    </>
  );
}
