import { useSearchParams } from "wouter";
import { type Day, isDay } from "#shared/domain/period.ts";

/** What is looked for. Empty or null where nothing narrows it. */
export interface AuditFilters {
  readonly actorId: number | null;
  readonly targetType: string;
  readonly targetId: number | null;
  readonly from: Day | null;
  readonly to: Day | null;
}

export const NO_FILTERS: AuditFilters = { actorId: null, targetType: "", targetId: null, from: null, to: null };

const idIn = (text: string | null): number | null => {
  const id = Number(text ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
const dayIn = (text: string | null): Day | null => (text !== null && isDay(text) ? text : null);

/** `/audit?actorId=3&targetType=orders&targetId=12&from=2026-11-01&to=2026-11-20`. */
export function useAuditAddress() {
  const [address, setAddress] = useSearchParams();
  const filters: AuditFilters = {
    actorId: idIn(address.get("actorId")),
    targetType: address.get("targetType") ?? "",
    targetId: idIn(address.get("targetId")),
    from: dayIn(address.get("from")),
    to: dayIn(address.get("to")),
  };
  const change = (part: Partial<AuditFilters>) =>
    setAddress(
      Object.entries({ ...filters, ...part }).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
      { replace: true },
    );
  return { filters, change };
}

/** The same as the call takes it. */
export const auditQuery = ({ actorId, targetType, targetId, from, to }: AuditFilters) => ({
  ...(actorId !== null && { actorId: String(actorId) }),
  ...(targetType && { targetType }),
  ...(targetId !== null && { targetId: String(targetId) }),
  ...(from && { from }),
  ...(to && { to }),
});
