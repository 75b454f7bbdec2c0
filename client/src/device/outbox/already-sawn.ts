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
  const bars = replies.flatMap(({ bar, sawn, already }) => (already && sawn ? [{ bar, sawn: sawingInWords(sawn) }] : []));
  if (bars.length === 0) return;
  const sentences = [...new Set(bars.map(({ sawn }) => sawn))].map((sawn) => {
    const some = bars.filter((each) => each.sawn === sawn).map(({ bar }) => bar);
    return `${upperFirst(barsInNumbers(some))} ${some.length === 1 ? "was" : "were"} sawn by ${sawn} already`;
  });
  const warning = `If you sawed ${bars.length === 1 ? "it too, its" : "them too, their"} parts exist twice`;
  const stored = replies.filter(({ already }) => !already).map(({ bar }) => bar);
  const rest = stored.length > 0 ? `. ${upperFirst(barsInNumbers(stored))} ${stored.length === 1 ? "is" : "are"} recorded` : "";
  throw new ApiError(409, "", { detail: `${sentences.join(". ")}. ${warning}${rest}` });
}

/** `Morgan Whitlock at 06:38` */
function sawingInWords({ at, by }: NonNullable<SawnBar["sawn"]>): string {
  const [day, today] = [londonDay(new Date(at)), londonDay(new Date())];
  return `${by.contactName} ${day === today ? "" : `on ${formatListedDay(day, today)} `}at ${londonClock(new Date(at))}`;
}
