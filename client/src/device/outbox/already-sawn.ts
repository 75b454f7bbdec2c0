import type { Reply } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { formatListedDay, londonClock, londonDay } from "#shared/domain/period.ts";
import { upperFirst } from "#shared/domain/text.ts";
import { barsInNumbers } from "#shared/domain/window/saw/saw-work.ts";

type SawnBar = Pick<Reply<"workshop", "sawnBars">[number], "bar" | "sawn" | "already">;

/**
 * Refuses a press of bars that another person had sawn before, because both may have cut the parts
 * (rule W125). The refusal stays on the device like every other (rule W82).
 * @throws ApiError
 */
export function refuseAlreadySawn(replies: readonly SawnBar[]): void {
  const bars = replies.flatMap(({ bar, sawn, already }) => (already && sawn ? [{ bar, sawn }] : []));
  const [first] = bars;
  if (!first) return;
  const at = new Date(first.sawn.at);
  const [day, today] = [londonDay(at), londonDay(new Date())];
  const time = `${day === today ? "" : `on ${formatListedDay(day, today)} `}at ${londonClock(at)}`;
  const isOne = bars.length === 1;
  const words = `${upperFirst(barsInNumbers(bars.map(({ bar }) => bar)))} ${isOne ? "was" : "were"} sawn`;
  const detail = `${words} by ${first.sawn.by.contactName} ${time} already. If you sawed ${isOne ? "it too, its" : "them too, their"} parts exist twice`;
  throw new ApiError(409, "", { detail });
}
