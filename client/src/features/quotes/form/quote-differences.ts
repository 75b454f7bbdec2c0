import { formatMillimetres } from "#client/lib/format.ts";
import { lengthToMetres } from "#shared/domain/length.ts";
import { measuredInWords } from "#shared/domain/window/fields/measured.ts";
import { FIELDS, fieldOf, type WindowField } from "#shared/domain/window/fields/window-fields.ts";
import { requestedInWords } from "#shared/domain/window/text/making-text.ts";
import { parseLength } from "./measure-text.ts";
import {
  listFilledWindows,
  type Products,
  productOf,
  type QuoteValues,
  type WindowValues,
  WORD_LABELS,
  type Word,
} from "./quote-values.ts";

/**
 * Describes the differences between the stored quote and the form's, one sentence each. Empty if
 * both are equal.
 */
export function describeDifferences(stored: QuoteValues, mine: QuoteValues, products: Products): string[] {
  const sentences: string[] = [];
  for (const [name, label] of Object.entries(WORD_LABELS) as [Word, string][]) {
    const [theirs, own] = [stored[name]?.trim() ?? "", mine[name]?.trim() ?? ""];
    if (theirs !== own) sentences.push(`${label}: ${theirs || "none"}, yours ${own || "none"}`);
  }
  const own = listFilledWindows(mine.windows);
  const missing = new Set(own);
  for (const window of stored.windows) {
    const same = own.find(({ itemId }) => itemId !== undefined && itemId === window.itemId);
    if (!same) sentences.push(`${window.name}: only in theirs`);
    else {
      missing.delete(same);
      const fields = FIELDS.filter((field) => formatField(window, field, products) !== formatField(same, field, products));
      sentences.push(
        ...fields.map(
          (field) =>
            `${window.name}: ${fieldOf(field).label} ${formatField(window, field, products)}, yours ${formatField(same, field, products)}`,
        ),
      );
      const [theirs, mine] = [describeMaking(window), describeMaking(same)];
      if (theirs !== mine) sentences.push(`${window.name}: Details ${theirs || "none"}, yours ${mine || "none"}`);
    }
  }
  return [...sentences, ...[...missing].map(({ name }) => `${name}: only in yours`)];
}

export const describeMaking = (window: Partial<WindowValues>): string =>
  [window.layoutCode && `layout ${window.layoutCode}`, ...requestedInWords(window), measuredIn(window), window.note]
    .filter(Boolean)
    .join(", ");

const measuredIn = ({ measuredMm }: Partial<WindowValues>) => measuredMm && `measured ${measuredInWords(measuredMm)}`;

/** Formats a field's value for a person. */
export function formatField(window: WindowValues, name: WindowField, products: Products): string {
  const field = fieldOf(name);
  if (name === "width" || name === "height") {
    const length = parseLength(window[name], window.unit);
    return length === null ? "none" : formatMillimetres(lengthToMetres(length));
  }
  if (name === "shutterTypeId") return productOf(window, products)?.name ?? "none";
  const value = window[name];
  return (field.kind === "choice" ? field.values[String(value)]?.label : undefined) ?? String(value ?? "none");
}
