import { type DeviceView, useDeviceView } from "./device.ts";
import { orderOf } from "./outbox/overlay.ts";

/** A change that is just being sent is not worth a word. */
const isStopped = ({ state }: DeviceView): boolean => state !== "idle" && state !== "sending";

/** Counts the changes of an order that this device cannot send now (rule W52). */
export function useUnsent(orderId: number): number {
  const view = useDeviceView();
  return isStopped(view) ? view.waiting.filter((change) => orderOf(change) === orderId).length : 0;
}
