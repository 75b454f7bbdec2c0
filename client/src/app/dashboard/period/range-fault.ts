import { api } from "#shared/contract/index.ts";
import type { Day } from "#shared/domain/period.ts";

/** Why a range can't be asked for, in the server's own words. */
export function rangeFault(start: Day | null, end: Day | null): string | null {
  const parsed = api.stats.read.query.safeParse({ period: "custom", startDate: start ?? undefined, endDate: end ?? undefined });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}
