import { createHash } from "node:crypto";
import type { z } from "zod";
import { fingerprintsOf } from "#server/features/workshop/bench/fingerprint.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { PREVIEW_AS_GIVEN, planPreview } from "#shared/contract/saw.ts";
import { findJsonFault } from "#shared/http/json-bounds.ts";
import type { windowsToCut } from "./bar-plan.ts";
import { barsIn, type CuttingJob, type Pattern } from "./cut-stock.ts";
import type { BarGroup, Bought } from "./groups.ts";
import type { Cutting } from "./patterns.ts";

/** A plan that was computed and not stored, by which it can be stored as it was displayed. */
export type Preview = z.output<typeof planPreview>;

type Windows = Awaited<ReturnType<typeof windowsToCut>>;

/** A hash of all that a plan is computed from: windows, their cut parts, settings and stock. */
export function hashInputs(windows: Windows, bought: Bought): string {
  const progress = windows.map(({ orderId, itemId, uncut, sawn, recuts }) => [orderId, itemId, uncut, sawn, recuts]);
  const inputs = [[...fingerprintsOf(windows)], progress, bought];
  return createHash("sha256").update(JSON.stringify(inputs)).digest("base64url");
}

interface Found {
  readonly group: BarGroup;
  readonly cutting: Cutting;
}

/** Describes the plan so that it can be stored later as it is. */
export function previewOf(found: readonly Found[], inputs: string): Preview {
  const toPreview = <Cut extends { readonly pattern: Pattern }>(cut: Cut) => ({
    ...cut,
    pattern: cut.pattern.map(([size, count]) => ({ size, count })),
  });
  const cuttings = found.map(({ cutting: { bars, taken } }) => ({ bars: bars.map(toPreview), taken: taken.map(toPreview) }));
  return { inputs, cuttings };
}

/** The bytes of a body, less room for the orders beside the preview. */
const MOST_BYTES = 900_000;

/**
 * True if a body may hold the preview. A plan of very many different bars exceeds the bounds of
 * every body (rule C24), and its orders are planned anew when the plan is stored.
 */
export function fitsInBody(preview: Preview): boolean {
  const json = JSON.stringify(preview);
  return json.length <= MOST_BYTES && findJsonFault(json) === null && planPreview.safeParse(preview).success;
}

const fromPreview = <Cut extends { readonly pattern: readonly { readonly size: number; readonly count: number }[] }>(cut: Cut) => ({
  ...cut,
  pattern: cut.pattern.map(({ size, count }): readonly [number, number] => [size, count]),
});

/**
 * Replaces a new plan's bars by the preview's. The bound is the new plan's, because it is proven.
 * @throws 400 if the preview does not cut exactly these pieces; 409 if its inputs have changed
 */
export function asPreviewed(found: readonly Found[], preview: Preview, inputs: string): Found[] {
  if (preview.inputs !== inputs)
    throw conflict("The stock or the orders have changed since this plan was made. Look at the new plan, then store it");
  if (preview.cuttings.length !== found.length) throw badRequest(PREVIEW_AS_GIVEN);
  return found.map(({ group, cutting }, place) => {
    const { bars: barsAlike = [], taken: offcuts = [] } = preview.cuttings[place] ?? {};
    const [bars, taken] = [barsAlike.map(fromPreview), offcuts.map(fromPreview)];
    if (!cutsExactly(group.job, { bars, taken })) throw badRequest(PREVIEW_AS_GIVEN);
    const withoutOffcuts = barsIn(cutting.bars) + cutting.saved;
    const saved = taken.length === 0 ? 0 : Math.max(0, withoutOffcuts - barsIn(bars));
    return { group, cutting: { bars, taken, lowerBound: cutting.lowerBound, saved } };
  });
}

/** True if the bars and offcuts have room for their pieces, and hold each piece of the job once. */
function cutsExactly({ capacity, sizes, demand, offcuts = [] }: CuttingJob, { bars, taken }: Pick<Cutting, "bars" | "taken">): boolean {
  const left = [...demand];
  const fits = (pattern: Pattern, room: number, times: number): boolean => {
    let length = 0;
    for (const [size, count] of pattern) {
      length += count * (sizes[size] ?? Number.POSITIVE_INFINITY);
      left[size] = (left[size] ?? 0) - count * times;
    }
    return pattern.length > 0 && length <= room;
  };
  const used = new Set(taken.map(({ offcut }) => offcut));
  return (
    used.size === taken.length &&
    taken.every(({ offcut, pattern }) => fits(pattern, offcuts[offcut] ?? -1, 1)) &&
    bars.every(({ pattern, times }) => fits(pattern, capacity, times)) &&
    left.every((count) => count === 0)
  );
}
