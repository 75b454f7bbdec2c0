import { useState } from "react";
import { useDeviceView } from "./device.ts";
import { orderOf } from "./outbox/overlay.ts";

/**
 * Counts the changes of an order that this device could not send yet (rule W52). A change that is
 * sent at once is never counted; one that had to wait is, also during each further try.
 */
export function useUnsent(orderId: number): number {
  const { state, waiting } = useDeviceView();
  const [hasStopped, setStopped] = useState(false);
  const isStopped = state === "sending" ? hasStopped : state !== "idle";
  if (isStopped !== hasStopped) setStopped(isStopped);
  return isStopped ? waiting.filter((change) => orderOf(change) === orderId).length : 0;
}
