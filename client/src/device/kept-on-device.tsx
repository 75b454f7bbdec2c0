import { useEffect, useState } from "react";
import { callOf } from "#client/lib/api.ts";
import { addressOf } from "#client/lib/send.ts";
import { formatInstant } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { DEVICE_LISTS } from "./board-lists.ts";
import { useDeviceView } from "./device.ts";
import { findStoredTime } from "./start-worker.ts";

interface Kept {
  readonly orders: number;
  readonly plans: number;
  readonly at: string | null;
}

/** A whole order is stored once its shutters are, which the device fetches last. */
const ORDER = /^\/api\/orders\/\d+\/pieces$/;
const PLAN = /^\/api\/workshop\/plans\/\d+$/;

async function countKept(): Promise<Kept> {
  const stores = (await caches.keys()).filter((name) => name.startsWith("seen-"));
  const requests = await Promise.all(stores.map(async (name) => (await caches.open(name)).keys()));
  const paths = new Set(requests.flat().map(({ url }) => new URL(url).pathname));
  const count = (path: RegExp) => [...paths].filter((each) => path.test(each)).length;
  const [list] = DEVICE_LISTS;
  const at = await findStoredTime(addressOf(callOf("workshop", "list").path, { query: list }, null));
  return { orders: count(ORDER), plans: count(PLAN), at };
}

/**
 * States what a workshop's tablet can display without a network (rule W123). A device that stores
 * nothing displays nothing.
 */
export function KeptOnDevice() {
  const { fetchedAhead } = useDeviceView();
  const [kept, setKept] = useState<Kept | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count changes once the device has fetched the board
  useEffect(() => {
    let over = false;
    if (navigator.serviceWorker?.controller && globalThis.caches)
      countKept().then(
        (next) => over || setKept(next),
        () => {},
      );
    return () => {
      over = true;
    };
  }, [fetchedAhead]);
  if (kept === null) return null;
  return <p className="text-sm text-muted tabular-nums print:hidden">{formatKept(kept)}</p>;
}

function formatKept({ orders, plans, at }: Kept): string {
  if (orders === 0 || at === null) return "Not on this tablet yet: it needs the network.";
  const [today] = formatInstant(new Date()).split(", ");
  const [day, time] = formatInstant(new Date(at)).split(", ");
  return `Kept on this device: ${[countOf(orders, "order"), countOf(plans, "plan"), day !== today && day, time].filter(Boolean).join(", ")}`;
}
