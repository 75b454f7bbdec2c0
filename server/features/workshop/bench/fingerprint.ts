import { createHash } from "node:crypto";
import type { windowsToCut } from "#server/features/workshop/bar-plan/bar-plan.ts";
import type { OrderStatus } from "#shared/domain/trade/status.ts";

type Window = Awaited<ReturnType<typeof windowsToCut>>[number];

/** Fields that change no cut part: progress, texts and prices. */
const IRRELEVANT_FIELDS = new Set([
  "shutters",
  "uncut",
  "sawn",
  "recuts",
  "name",
  "note",
  "lap",
  "trackDepthMm",
  "pencePerM2",
  "listPencePerM2",
  "discountHundredths",
  "itemTotalPence",
  "overriddenChecks",
]);

/**
 * A hash of what is cut for an order's windows. Equal windows with equal measures have equal
 * hashes.
 */
export function fingerprintOf(windows: readonly Window[]): string {
  const facts = windows.map((window) =>
    Object.entries(window)
      .filter(([name, value]) => value !== null && value !== undefined && !IRRELEVANT_FIELDS.has(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
}

export const fingerprintsOf = (windows: readonly Window[]): Map<number, string> => {
  const byOrder = new Map<number, Window[]>();
  for (const window of windows) byOrder.set(window.orderId, [...(byOrder.get(window.orderId) ?? []), window]);
  return new Map([...byOrder].map(([orderId, own]) => [orderId, fingerprintOf(own)]));
};

/**
 * A corrected or cancelled order is not sawn. In any later status the order is unchanged, so its
 * plan stays valid.
 */
export const NOT_MADE = ["draft", "cancelled"] as const satisfies readonly OrderStatus[];
export const isNotMade = (status: OrderStatus): status is (typeof NOT_MADE)[number] =>
  (NOT_MADE as readonly OrderStatus[]).includes(status);
