import type { Reply } from "#client/lib/api.ts";
import { piecesOf } from "#shared/domain/trade/remake-faults.ts";

export type RemadeWindow = Reply<"remakes", "list">[number]["windows"][number];

/**
 * `Bay, Panel C: 3 louvres; Door × 2`: commas alone do not separate windows whose parts are named.
 */
export function describeRemadeWindows(windows: readonly RemadeWindow[]): string {
  const names = windows.map(({ name, pieces, make }) => [piecesOf(name, pieces), make?.words].filter(Boolean).join(", "));
  return names.join(windows.some(({ make }) => make) ? "; " : ", ");
}
