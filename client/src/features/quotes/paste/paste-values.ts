import type { LengthUnit } from "#shared/domain/length.ts";
import type { Choice } from "#shared/domain/window-fields.ts";
import { parseMeasure } from "../windows/measure-text.ts";

export interface PastedMeasure {
  readonly text: string;
  readonly unit: LengthUnit;
}

const UNITS: Record<string, LengthUnit> = { mm: "mm", cm: "cm", m: "m" };
const LONG_UNITS = /^(milli|centi)?met(?:re|er)s?$/;

function unitCalled(word: string): LengthUnit | undefined {
  const long = LONG_UNITS.exec(word);
  return long ? (({ milli: "mm", centi: "cm" } as const)[long[1] ?? ""] ?? "m") : UNITS[word];
}

/** `1200`, `1.200,5`, `1200mm`, `1.2 m`, `120 cm`: the figure as it stands and its unit. Null where it is no length. */
export function pastedMeasure(cell: string, unit: LengthUnit): PastedMeasure | null {
  const match = /^([\d\s.,]+)([a-z]*)$/i.exec(cell.trim().replace(/\.$/, ""));
  const own = match?.[2] ? unitCalled(match[2].toLowerCase()) : unit;
  const text = match?.[1]?.trim() ?? "";
  return own && !Number.isNaN(parseMeasure(text, own)) ? { text, unit: own } : null;
}

/** `2`, `2,0`, `x2`, `2 pcs`. NaN where it is no count. */
export function pastedCount(cell: string): number {
  const match = /^x?\s*(\d{1,6})(?:[.,]0+)?\s*(?:x|off|no|pcs?|pieces?)?\.?$/i.exec(cell.trim());
  return match ? Number(match[1]) : Number.NaN;
}

/** `76`, `76mm`, `7,6 cm`: a louvre's size in whole millimetres. */
export function pastedLouvre(cell: string): number | null {
  const read = pastedMeasure(cell, "mm");
  if (!read) return null;
  const inMm = parseMeasure(read.text, read.unit) * { mm: 1, cm: 10, m: 1000 }[read.unit];
  return Math.round(inMm * 10) % 10 === 0 ? Math.round(inMm) : null;
}

/** Letters and figures alone: `L frame` is `L-frame`. */
export const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** One of a fixed set: by its label or its value, or by the part that tells it from the others ("left", "L", "Z"). */
export const pastedChoice = ({ values }: Choice, cell: string): string | undefined =>
  Object.entries(values).find(([value, { label, pasted = [] }]) =>
    [value, label, ...pasted].some((name) => plain(name) === plain(cell)),
  )?.[0];

/** `Frame is L-frame, Z-frame or T-post`. */
export function choicesRefusal({ label, values }: Choice): string {
  const all = Object.values(values).map((value) => value.label);
  return `${label} is ${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}
