import { useEffect, useState } from "react";
import { callOf } from "#client/lib/api.ts";
import { addressOf } from "#client/lib/send.ts";
import { formatInstant } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { DEVICE_LISTS, OFFCUTS_AT_HAND } from "./board-lists.ts";
import { useDeviceView } from "./device.ts";
import { findStoredTime } from "./stored-time.ts";

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
  const kept = useKept(countKept);
  if (kept === null) return null;
  const { orders, plans, at } = kept;
  return <KeptSentence words={orders === 0 ? [] : [countOf(orders, "order"), countOf(plans, "plan")]} at={at} />;
}

const readOffcuts = async () => ({
  at: await findStoredTime(addressOf(callOf("workshop", "offcuts").path, { query: OFFCUTS_AT_HAND }, null)),
});

/** States since when a workshop's tablet keeps the offcuts on display (rule W123). */
export function KeptOffcuts({ count }: { count: number }) {
  const kept = useKept(readOffcuts);
  const stored = Math.min(count, Number(OFFCUTS_AT_HAND.limit));
  return kept && <KeptSentence words={[countOf(stored, "offcut")]} at={kept.at} />;
}

/**
 * Reads what the device has stored, and again once it has fetched its replies; null without a
 * worker.
 */
function useKept<T>(read: () => Promise<T>): T | null {
  const { fetchedAhead } = useDeviceView();
  const [kept, setKept] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the replies change once the device has fetched them
  useEffect(() => {
    let over = false;
    if (navigator.serviceWorker?.controller && globalThis.caches)
      read().then(
        (next) => over || setKept(next),
        () => {},
      );
    return () => {
      over = true;
    };
  }, [fetchedAhead]);
  return kept;
}

const KeptSentence = (kept: { words: readonly string[]; at: string | null }) => (
  <p className="text-sm text-muted tabular-nums print:hidden">{formatKept(kept)}</p>
);

function formatKept({ words, at }: { words: readonly string[]; at: string | null }): string {
  if (words.length === 0 || at === null) return "Not on this tablet yet: it needs the network.";
  const [today] = formatInstant(new Date()).split(", ");
  const [day, time] = formatInstant(new Date(at)).split(", ");
  return `Kept on this device: ${[...words, day !== today && day, time].filter(Boolean).join(", ")}`;
}
