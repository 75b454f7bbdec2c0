import { useRef, useState } from "react";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError, failureSentence, UPLOAD_STOPPED } from "#client/lib/api-error.ts";
import type { RequestValues } from "./remake-request-dialog.tsx";

const FAILED = "Failed to submit remake request. Please try again.";

/** The server's sentence, or that no reply came; a fault of the server's is said in ours. */
const sentenceOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 0 ? error.message : failureSentence(error, FAILED);

const isStopped = (error: unknown): boolean => error instanceof ApiError && error.message === UPLOAD_STOPPED;

/** Sends a request with its photos, says how far it is, and lets the person stop it. What was entered stays until it succeeded. */
export function useRequestRemake(onDone: () => void) {
  const keyFor = useIdempotencyKey();
  const [sent, setSent] = useState(0);
  const stopper = useRef<AbortController>(undefined);
  const create = useCall("remakes", "create", {
    success: "Remake request submitted successfully",
    // Who stopped it needs no alarm.
    failure: (error) => (isStopped(error) ? null : sentenceOf(error)),
    onSuccess: onDone,
  });

  const request = (body: RequestValues, files: readonly File[]) => {
    const content = [body, files.map(({ name, size, lastModified }) => [name, size, lastModified])];
    stopper.current = new AbortController();
    setSent(0);
    create.mutate({ body, files, idempotencyKey: keyFor(content), onProgress: setSent, signal: stopper.current.signal });
  };
  return {
    request,
    stop: () => stopper.current?.abort(),
    pending: create.isPending,
    stopped: isStopped(create.error),
    error: create.error && !isStopped(create.error) ? sentenceOf(create.error) : null,
    /** From 0 to 1. */
    sent,
  };
}
