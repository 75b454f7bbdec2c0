import { upperFirst } from "#shared/domain/text.ts";
import { formatHundredths } from "./decimal.ts";
import { type MilliM2, milliM2ToM2 } from "./length.ts";
import { formatPence, pence } from "./money.ts";
import { formatDay, formatInstant, startOfDay } from "./period.ts";
import { ROLE_LABEL } from "./roles.ts";
import { FINISH_LABEL } from "./timber.ts";
import { CARRIER_NAME } from "./trade/carriers.ts";
import { APPROVAL_STATUS_LABEL, orderNumber, quoteNumber } from "./trade/status.ts";
import { type Clearances, clearancesInWords, completeClearances } from "./window/saw/clearances.ts";
import type { Profile } from "./window/saw/profiles.ts";
import type { OwnSection } from "./window/saw/sections.ts";
import { profileName } from "./window/saw/workshop-stock.ts";

/** Current names of the people and companies whose ids an entry holds. */
export interface NamesById {
  readonly people: ReadonlyMap<number, string>;
  readonly companies: ReadonlyMap<number, string>;
}

export interface Difference {
  readonly name: string;
  /** Null if the fact had no value. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Splits `changeStatus`, `stripe_settings` and `in_progress` into words. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/[_-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .trim();
  return upperFirst(words);
}

interface Fact {
  readonly name?: string;
  /** Formats a value that is present; `factWords` handles missing values first. */
  readonly words?: (value: unknown, called: NamesById) => string;
}

const oneOf =
  (labels: Readonly<Record<string, string>>) =>
  (value: unknown): string =>
    labels[String(value)] ?? wordsOf(String(value));
const numbered = (number: (id: number) => string) => (value: unknown) => number(Number(value));
const millimetres = (value: unknown): string => `${Array.isArray(value) ? value.join(", ") : value} mm`;
const company = (value: unknown, { companies }: NamesById): string => companies.get(Number(value)) ?? `Company ${value}`;
const person = (value: unknown, { people }: NamesById): string => people.get(Number(value)) ?? `User ${value}`;

interface Bar {
  readonly profile: Profile;
  readonly stockMm: number;
  readonly kerfMm: number;
  readonly trimMm?: number;
  readonly keepMm?: number;
}
const bars = (value: unknown): string =>
  (value as readonly Bar[])
    .map(({ profile, stockMm, kerfMm, trimMm, keepMm }) => {
      const trim = trimMm === undefined ? "" : `, trim ${trimMm} mm`;
      const keep = keepMm === undefined ? "" : `, offcuts from ${keepMm} mm`;
      return `${profileName(profile)}: ${stockMm} mm, kerf ${kerfMm} mm${trim}${keep}`;
    })
    .join("\n");

const sections = (value: unknown): string =>
  (value as readonly OwnSection[])
    .map(({ profile, heightsMm, ...section }) => {
      const heights = heightsMm ? `, in heights of ${heightsMm.join(", ")} mm` : "";
      return `${profileName(profile as Profile)}: ${section.widthMm} × ${section.thicknessMm} mm${heights}`;
    })
    .join("\n");

const clearances = (value: unknown): string => clearancesInWords(completeClearances(value as Partial<Clearances>));

/** Facts whose stored name or value needs another wording. */
const FACTS: Readonly<Record<string, Fact>> = {
  accountsName: { name: "Name in the accounts" },
  approvalStatus: { words: oneOf(APPROVAL_STATUS_LABEL) },
  basePrice: { name: "Price" },
  carrier: { words: oneOf(CARRIER_NAME) },
  clearances: { words: clearances },
  colorOptions: { name: "Colours" },
  costSurcharges: { name: "Surcharges of the cost" },
  deductionMm: { name: "Deduction of a recess", words: millimetres },
  densityKgM3: { name: "Density", words: (value) => `${value} kg/m³` },
  finish: { words: oneOf(FINISH_LABEL) },
  discountHundredths: { name: "Discount", words: (value) => `${formatHundredths(Number(value))} %` },
  duplicateOf: { name: "Copy of", words: numbered(quoteNumber) },
  jobName: { name: "Job" },
  minimumAreaMilliM2: { name: "Minimum area", words: (value) => `${milliM2ToM2(value as MilliM2)} m²` },
  orderId: { name: "Order", words: numbered(orderNumber) },
  poNumber: { name: "PO number" },
  quoteId: { name: "Quote", words: numbered(quoteNumber) },
  quoteStatus: { name: "Status" },
  referredBy: { words: company },
  reorderOf: { name: "Ordered again from", words: numbered(orderNumber) },
  requiredBy: { name: "Needed by" },
  role: { words: oneOf(ROLE_LABEL) },
  sections: { words: sections },
  lap: { name: "Lies over, where two panels meet", words: oneOf({ right: "The right one", left: "The left one" }) },
  trackDepthMm: { name: "Depth of a bypass track", words: millimetres },
  standardLouverSizes: { name: "Louvre sizes", words: millimetres },
  stock: { name: "Bars", words: bars },
  supplierId: { name: "Made by", words: company },
  siteAddress: { name: "Site" },
  userId: { name: "For", words: person },
  vatNumber: { name: "VAT number" },
  widestPanelMm: { name: "Widest panel", words: millimetres },
};

const namedBy = (words: Fact["words"]): readonly string[] => Object.keys(FACTS).filter((name) => FACTS[name]?.words === words);
/** Facts that hold the id of a person, or of a company. */
export const PERSON_FACTS = namedBy(person);
export const COMPANY_FACTS = namedBy(company);

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const STATUS = /^(status|.*Status)$/;
/** Names of amounts end in `Pence`, because amounts are stored in pence. */
const PENCE = /Pence$/;

const isFacts = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);
/** Returns the facts of a stored value. A plain value becomes one fact called "value". */
export const factsOf = (value: unknown): Record<string, unknown> =>
  isFacts(value) ? value : value === null || value === undefined ? {} : { value };

const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Formats a fact's value for people; null if the value is missing. */
export function factWords(name: string, value: unknown, called: NamesById): string | null {
  if (isMissing(value)) return null;
  const words = FACTS[name]?.words;
  if (words) return words(value, called);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number" && PENCE.test(name)) return formatPence(pence(value));
  if (typeof value === "string") return textWords(name, value);
  if (Array.isArray(value)) return value.map((item) => factWords(name, item, called) ?? "–").join(", ");
  return isFacts(value) ? partsOf(value, called) : String(value);
}

function textWords(name: string, text: string): string {
  if (STATUS.test(name)) return wordsOf(text);
  if (INSTANT.test(text)) return formatInstant(new Date(text));
  return DAY.test(text) ? formatDay(startOfDay(text)) : text;
}

/** Joins a fact of several parts: `Panel 2, Reason scratched`. */
const partsOf = (facts: Record<string, unknown>, called: NamesById): string =>
  Object.entries(facts)
    .flatMap(([name, value]) => (isMissing(value) ? [] : [`${factName(name)} ${factWords(name, value, called)}`]))
    .join(", ");

const factName = (name: string): string => FACTS[name]?.name ?? wordsOf(name.replace(PENCE, "").replace(/Id$/, " number"));

/** Returns the facts that differ, in the order in which they were stored. */
export function differences(before: unknown, after: unknown, called: NamesById): Difference[] {
  const [old, now] = [factsOf(before), factsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((name) => ({ name: factName(name), before: factWords(name, old[name], called), after: factWords(name, now[name], called) }))
    .filter((change) => change.before !== change.after);
}
