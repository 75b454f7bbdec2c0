import { useRef, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { ProgressBar } from "#client/components/ui/display/waiting.tsx";
import { ApiError, failureSentence, UPLOAD_STOPPED } from "#client/lib/api-error.ts";
import { fileSize } from "./chosen-photos.ts";

/**
 * Explains a failed upload: a lost reply or the server's refusal in their own words, and `failed`
 * for a fault of the server.
 */
export const uploadSentence = (error: unknown, failed: string): string =>
  error instanceof ApiError && error.status === 0 ? error.message : failureSentence(error, failed);

export const isStopped = (error: unknown): boolean => error instanceof ApiError && error.message === UPLOAD_STOPPED;

/** Identifies the files in an idempotency key, because other photos make another request. */
export const identifyFiles = (files: readonly File[]) => files.map(({ name, size, lastModified }) => [name, size, lastModified]);

/**
 * Tracks the progress of an upload and can stop it. `begin` returns the options for one attempt of
 * a call.
 */
export function useUpload() {
  const [sent, setSent] = useState(0);
  const stopper = useRef<AbortController>(undefined);
  const begin = () => {
    stopper.current = new AbortController();
    setSent(0);
    return { onProgress: setSent, signal: stopper.current.signal };
  };
  return { begin, stop: () => stopper.current?.abort(), /** The progress from 0 to 1. */ sent };
}

type UploadFooterProps = { files: readonly File[]; pending: boolean; error: unknown; sent: number; onStop: () => void };

/** Displays the progress while photos are sent, and a note after a stop. */
export function UploadFooter({ files, pending, error, sent, onStop }: UploadFooterProps) {
  if (pending && files.length > 0) return <UploadProgress files={files} sent={sent} onStop={onStop} />;
  if (!isStopped(error)) return null;
  return (
    <p role="status" className="text-xs text-muted">
      {UPLOAD_STOPPED}
    </p>
  );
}

/** Displays how much of the photos has been sent, then that the server checks them. */
function UploadProgress({ files, sent, onStop }: Pick<UploadFooterProps, "files" | "sent" | "onStop">) {
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
      {/* A stop after the last byte would leave unknown whether the server stored the request. */}
      {!there && (
        <Button size="sm" variant="ghost" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}
