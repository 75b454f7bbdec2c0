import { createHash } from "node:crypto";
import type { windowsToCut } from "#server/features/workshop/bar-plan/bar-plan.ts";
import type { OrderStatus } from "#shared/domain/trade/status.ts";

type Window = Awaited<ReturnType<typeof windowsToCut>>[number];

/** What changes no part that is cut: what is sawn of it, its words and its price. */
const BESIDE_THE_POINT = new Set([
  "shutters",
  "uncut",
  "sawn",
  "name",
  "note",
  "lap",
  "pencePerM2",
  "listPencePerM2",
  "discountHundredths",
  "itemTotalPence",
  "overriddenChecks",
]);

/** What is cut for an order's windows: of the same windows by the same tables it is the same. */
export function fingerprintOf(windows: readonly Window[]): string {
  const facts = windows.map((window) =>
    Object.entries(window)
      .filter(([name, value]) => value !== null && value !== undefined && !BESIDE_THE_POINT.has(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
}

export const fingerprintsOf = (windows: readonly Window[]): Map<number, string> => {
  const byOrder = new Map<number, Window[]>();
  for (const window of windows) byOrder.set(window.orderId, [...(byOrder.get(window.orderId) ?? []), window]);
  return new Map([...byOrder].map(([orderId, own]) => [orderId, fingerprintOf(own)]));
};

/** An order that is corrected or cancelled is not sawn; one that has gone on since is what it was. */
export const NOT_MADE = ["draft", "cancelled"] as const satisfies readonly OrderStatus[];
export const isNotMade = (status: OrderStatus): boolean => (NOT_MADE as readonly OrderStatus[]).includes(status);
