import type { Input } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";

type Dates = NonNullable<Input<"orders", "changeDates">["body"]["from"]>;

/**
 * Adds the dates that the person saw to a change which a supplier's device may send later, so that
 * a colleague's newer date is not replaced (rule W124).
 */
export function useSeenDates(): (dates: Dates) => { from?: Dates } {
  const { role } = useUser();
  return (dates) => (role === "supplier" ? { from: dates } : {});
}
