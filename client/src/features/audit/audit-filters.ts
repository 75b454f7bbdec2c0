import { type Address, day, number, text } from "#client/lib/address.ts";

/** `/audit?actorId=3&targetType=orders&targetId=12&from=2026-11-01&to=2026-11-20`. */
export const AUDIT_ADDRESS = { actorId: number, targetType: text, targetId: number, from: day, to: day };

/** What is looked for. Empty or null where nothing narrows it. */
export type AuditFilters = Address<typeof AUDIT_ADDRESS>;

export const NO_FILTERS: AuditFilters = { actorId: null, targetType: "", targetId: null, from: null, to: null };

/** The same as the call takes it. */
export const auditQuery = ({ actorId, targetType, targetId, from, to }: AuditFilters) => ({
  ...(actorId !== null && { actorId: String(actorId) }),
  ...(targetType && { targetType }),
  ...(targetId !== null && { targetId: String(targetId) }),
  ...(from && { from }),
  ...(to && { to }),
});
