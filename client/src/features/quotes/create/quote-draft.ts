import { z } from "zod";
import { personalKey, withStorage } from "#client/lib/browser.ts";
import { LENGTH_UNITS } from "#shared/domain/length.ts";
import { CHECK_IDS } from "#shared/domain/measurement-checks.ts";
import { MOST_WINDOWS } from "#shared/domain/pricing.ts";
import { eachOption, type OptionName, valuesOf, type WindowOptions } from "#shared/domain/window-options.ts";
import { firstWindow, isMeasured, type QuoteValues } from "../windows/window-form.ts";

/** An unfinished quote, kept on the device it was typed on: for one person, and with no price in it. */
export interface QuoteDraft {
  readonly savedAt: number;
  readonly values: QuoteValues;
}

/** The version is part of the key: what an older portal left is never read as if it were today's. */
const UNFINISHED = "unfinished-quote:2";
const keyOf = (userId: number): string => personalKey(userId, UNFINISHED);

/** Prices move and houses change; what is older is nobody's unfinished work any more. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

/** No number of the form is beyond this check; NaN travels through JSON as null. */
const typedNumber = z
  .number()
  .nullable()
  .transform((value) => value ?? Number.NaN);

/** A draft of before an option was there has the usual. */
const keptOptions = eachOption((option) =>
  option.kind === "choice" ? z.enum(valuesOf(option)).default(option.usual) : typedNumber.default(option.usual),
) as { [Name in OptionName]: z.ZodType<WindowOptions[Name]> };

const draftRule = z.object({
  savedAt: z.number(),
  values: z.object({
    userId: z.number().int().nullable(),
    customerName: z.string().optional(),
    windows: z
      .array(
        z.object({
          name: z.string(),
          shutterTypeId: z.number().int().nullable(),
          unit: z.enum(LENGTH_UNITS),
          width: z.string(),
          height: z.string(),
          louverSize: z.number().nullable(),
          colorSelection: z.string(),
          quantity: typedNumber,
          ...keptOptions,
          keptChecks: z.partialRecord(z.enum(CHECK_IDS), z.string()).optional(),
        }),
      )
      .min(1)
      .max(MOST_WINDOWS),
  }),
});

const isFresh = ({ savedAt }: { savedAt: number }, now: number): boolean => savedAt <= now && now - savedAt < KEPT_MS;

function parseDraft(text: string | null, now: number): QuoteDraft | null {
  try {
    const draft = draftRule.safeParse(JSON.parse(text ?? ""));
    return draft.success && isFresh(draft.data, now) ? draft.data : null;
  } catch {
    return null;
  }
}

/** The person's own unfinished quote. What is out of date goes, whosever it was: this device may be shared. */
export function readDraft(userId: number, now = Date.now()): QuoteDraft | null {
  const found = withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      const isOlderPortals = key.startsWith("unfinished-quote:");
      if (isOlderPortals || (key.endsWith(UNFINISHED) && !parseDraft(storage.getItem(key), now))) storage.removeItem(key);
    }
    return parseDraft(storage.getItem(keyOf(userId)), now);
  });
  return found ?? null;
}

/** Nothing worth keeping is nothing kept: an untouched form is not offered again. */
export function writeDraft(userId: number, { userId: customer, customerName, windows }: QuoteValues, now = Date.now()): void {
  const [first] = windows;
  const untouched = windows.length === 1 && first !== undefined && !isMeasured(first) && first.name === firstWindow().name;
  if (untouched) {
    clearDraft(userId);
    return;
  }
  const draft: QuoteDraft = { savedAt: now, values: { userId: customer, ...(customerName !== undefined && { customerName }), windows } };
  withStorage((storage) => storage.setItem(keyOf(userId), JSON.stringify(draft)));
}

export function clearDraft(userId: number): void {
  withStorage((storage) => storage.removeItem(keyOf(userId)));
}
