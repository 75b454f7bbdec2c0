import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Button } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input } from "#client/components/ui/control/input.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { useKeyboardRoom } from "#client/components/ui/overlay/keyboard-room.ts";
import { findCodePath, findTypedPath } from "#shared/contract/parts/papers.ts";
import { cameraTrouble, watchCamera } from "./camera.ts";

/**
 * Reads the label's code with the camera. The text beside the order's number can also be typed
 * (rule W33).
 */
export default function ScanDialog({ onClose }: { onClose: () => void }) {
  const [location, navigate] = useLocation();
  // The board's filters, to which the shutter's page returns (rule W23).
  const search = useSearch();
  const state = location === "/workshop" ? { board: search } : history.state;
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isOther, setIsOther] = useState(false);
  const [isWrong, setIsWrong] = useState(false);
  const [typed, setTyped] = useState("");
  useKeyboardRoom(true);

  const open = (path: string): void => {
    onClose();
    navigate(path, { state });
  };
  const onCode = (code: string): void => {
    const path = findCodePath(code);
    setIsOther(path === null);
    if (path !== null) open(path);
  };

  return (
    <Dialog open title="Scan a label" onCloseRequest={onClose}>
      <form
        noValidate
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          const path = findTypedPath(typed);
          setIsWrong(path === null);
          if (path !== null) open(path);
        }}
      >
        <DialogBody className="flex flex-col gap-4">
          {trouble ? (
            <Alert tone="warning">{trouble} Type the text of the label instead.</Alert>
          ) : (
            <>
              <CameraPicture onCode={onCode} onTrouble={setTrouble} />
              <p role="status" className={isOther ? "font-medium text-danger" : "text-muted"}>
                {isOther
                  ? "This code is not a shutter's label of this portal."
                  : "Hold the code on a shutter's label in front of the camera."}
              </p>
            </>
          )}
          <Field
            label="Order and piece"
            hint="As printed at the top of the label: ORD-36 512.3. The order's number alone opens the whole order."
            {...(isWrong && { error: "Please type it as printed on the label, such as ORD-36 512.3" })}
          >
            {(wiring) => (
              <Input
                {...wiring}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={60}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Open
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

type CameraPictureProps = { onCode: (code: string) => void; onTrouble: (sentence: string) => void };

/** The camera's live picture. */
function CameraPicture({ onCode, onTrouble }: CameraPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const onRead = useEffectEvent(onCode);
  const failed = useEffectEvent((error: unknown) => onTrouble(cameraTrouble(error)));
  useEffect(() => {
    if (!video.current) return;
    const controller = new AbortController();
    watchCamera(video.current, onRead, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) failed(error);
    });
    return () => controller.abort();
  }, []);
  return (
    <video
      ref={video}
      playsInline
      muted
      aria-label="What the camera sees"
      className="max-h-80 min-h-60 w-full rounded bg-raised object-cover"
    />
  );
}
