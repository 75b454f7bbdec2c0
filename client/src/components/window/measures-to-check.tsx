import { Alert } from "#client/components/ui/display/alert.tsx";
import { inMillimetres, metresToLength } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { knownChecks } from "#shared/domain/window/text/measurement-checks.ts";

interface MeasuredWindow {
  readonly name: string;
  readonly widthM: number;
  readonly heightM: number;
  readonly overriddenChecks: readonly string[];
}

/**
 * Describes the failed checks that a person confirmed (rule M5), for example `2 measures to check:
 * Bed 3, 119 × 105 mm`. Returns null without any.
 */
export function measuresToCheck(windows: readonly MeasuredWindow[]): string | null {
  const kept = windows.filter(({ overriddenChecks }) => knownChecks(overriddenChecks).length > 0);
  const count = kept.reduce((sum, { overriddenChecks }) => sum + knownChecks(overriddenChecks).length, 0);
  if (count === 0) return null;
  const size = ({ widthM, heightM }: MeasuredWindow) =>
    `${inMillimetres(metresToLength(widthM))} × ${inMillimetres(metresToLength(heightM))} mm`;
  return `${countOf(count, "measure")} to check: ${kept.map((window) => `${window.name}, ${size(window)}`).join("; ")}`;
}

export function MeasuresToCheck({ windows }: { windows: readonly MeasuredWindow[] | undefined }) {
  const words = measuresToCheck(windows ?? []);
  return words && <Alert tone="warning">{words}</Alert>;
}
