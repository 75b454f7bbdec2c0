import { useSyncExternalStore } from "react";
import { PROVE } from "#shared/contract/identity/prove-code.ts";
import { ApiError } from "../api-error.ts";

/**
 * The request for a proof that it is the person who acts (rule A36). All refused calls wait for the
 * same dialog, which is displayed once.
 */
interface ProofRequest {
  readonly result: Promise<boolean>;
  /** Ends the request: true sends the refused calls again. */
  readonly settle: (isProved: boolean) => void;
}

let open: ProofRequest | null = null;
const listeners = new Set<() => void>();

function show(next: ProofRequest | null): void {
  open = next;
  for (const listener of listeners) listener();
}

function requestProof(): Promise<boolean> {
  if (open) return open.result;
  // No dialog is mounted, for example on the sign-in screen.
  if (listeners.size === 0) return Promise.resolve(false);
  let resolve: (isProved: boolean) => void = () => {};
  const result = new Promise<boolean>((done) => {
    resolve = done;
  });
  const settle = (isProved: boolean) => {
    resolve(isProved);
    show(null);
  };
  show({ result, settle });
  return result;
}

/** The open request for a proof, or null. */
export const useProofRequest = (): ProofRequest | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );

/** Returns true if the server refused the call until the person proves who acts. */
export const needsProof = (error: unknown): boolean => error instanceof ApiError && error.status === 403 && error.problem.code === PROVE;

/**
 * Makes a request. Where the server requests a proof, the dialog opens, and the request is sent
 * once more after it. A cancelled dialog leaves the refusal.
 */
export async function withProof<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!needsProof(error) || !(await requestProof())) throw error;
    return request();
  }
}
