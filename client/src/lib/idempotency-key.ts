import { useRef } from "react";

/** `crypto.randomUUID` is missing on plain http from another machine, where the browser calls the page insecure. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The key of what an opened form sends: the same for the same content, so that a retry after a lost reply makes nothing twice;
 * a new one once the content has changed, because then it is another wish, which the server would refuse under the old key.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef<{ content: string; key: string }>(undefined);
  return (content) => {
    const wanted = JSON.stringify(content) ?? "";
    if (last.current?.content !== wanted) last.current = { content: wanted, key: newKey() };
    return last.current.key;
  };
}
