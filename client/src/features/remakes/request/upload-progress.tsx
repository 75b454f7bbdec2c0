import { Button } from "#client/components/ui/control/button.tsx";
import { ProgressBar } from "#client/components/ui/display/progress-bar.tsx";
import { fileSize } from "./photo-rules.ts";

type UploadProgressProps = { files: readonly File[] /** From 0 to 1. */; sent: number; onStop: () => void };

/** How far the photos are, with figures; then that they are being looked at. */
export function UploadProgress({ files, sent, onStop }: UploadProgressProps) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const there = sent >= 1;
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1 md:w-48">
        <ProgressBar
          label={there ? "Checking the photos" : "Sending"}
          value={Math.round(sent * 100)}
          figures={there ? "" : `${fileSize(sent * total)} of ${fileSize(total)}`}
        />
      </div>
      {/* Once everything is there, stopping would leave it open whether the request was made. */}
      {!there && (
        <Button size="sm" variant="ghost" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}
