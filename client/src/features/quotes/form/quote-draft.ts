import { useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";
import { personalKey, withStorage } from "#client/lib/browser.ts";
import { LENGTH_UNITS } from "#shared/domain/length.ts";
import { CHECK_IDS } from "#shared/domain/measurement-checks.ts";
import { MOST_WINDOWS } from "#shared/domain/pricing.ts";
import { eachOption, type OptionName, valuesOf, type WindowOptions } from "#shared/domain/window-fields.ts";
import { isEmpty, type QuoteValues } from "./quote-values.ts";

/** An unfinished quote. It is kept on the device, for one person, without prices. */
export interface QuoteDraft {
  readonly savedAt: number;
  readonly values: QuoteValues;
}

/** The key holds the format's version, so that a draft from an older portal is not read as today's format. */
const UNFINISHED = "unfinished-quote:2";
/** A new quote and each draft that is changed have their own. */
const keyOf = (userId: number, quoteId: number | null): string =>
  personalKey(userId, quoteId === null ? UNFINISHED : `${UNFINISHED}:${quoteId}`);

/** After 14 days a draft is no longer offered. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

/** An emptied number field holds NaN, which JSON turns into null. */
const typedNumber = z
  .number()
  .nullable()
  .transform((value) => value ?? Number.NaN);

/** A draft that is older than an option gets the option's usual value. A pasted choice that could not be read is blank. */
const keptOptions = eachOption((option) =>
  option.kind === "choice" ? z.enum([...valuesOf(option), ""]).default(option.usual) : typedNumber.default(option.usual),
) as { [Name in OptionName]: z.ZodType<WindowOptions[Name]> };

const keptPositions = z.array(z.number()).nullish();
const keptDetails = {
  layoutCode: z.string().nullish(),
  tPostsMm: keptPositions,
  midRailHeightsMm: keptPositions,
  tiltSplitMm: z.number().nullish(),
  note: z.string().nullish(),
};

const draftRule = z.object({
  savedAt: z.number(),
  values: z.object({
    version: z.number().int().optional(),
    jobName: z.string().optional(),
    poNumber: z.string().optional(),
    note: z.string().optional(),
    userId: z.number().int().nullable(),
    customerName: z.string().optional(),
    windows: z
      .array(
        z.object({
          itemId: z.number().int().optional(),
          name: z.string(),
          shutterTypeId: z.number().int().nullable(),
          unit: z.enum(LENGTH_UNITS),
          width: z.string(),
          height: z.string(),
          louverSize: z.number().nullable(),
          colorSelection: z.string(),
          quantity: typedNumber,
          ...keptOptions,
          ...keptDetails,
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

/**
 * The person's own unfinished quote, or unfinished change of a quote. Everyone's outdated drafts are deleted on the way, because people
 * may share the device.
 */
export function readDraft(userId: number, now = Date.now(), quoteId: number | null = null): QuoteDraft | null {
  const found = withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      const isOlderPortals = key.startsWith("unfinished-quote:");
      if (isOlderPortals || (key.includes(`:${UNFINISHED}`) && !parseDraft(storage.getItem(key), now))) storage.removeItem(key);
    }
    return parseDraft(storage.getItem(keyOf(userId, quoteId)), now);
  });
  return found ?? null;
}

/** Keeps the form's values. An untouched form is not kept. */
export function writeDraft(userId: number, values: QuoteValues, now = Date.now(), quoteId: number | null = null): void {
  if (isUntouched(values)) {
    clearDraft(userId, quoteId);
    return;
  }
  const draft: QuoteDraft = { savedAt: now, values };
  withStorage((storage) => storage.setItem(keyOf(userId, quoteId), JSON.stringify(draft)));
}

function isUntouched({ windows, jobName, poNumber, note }: QuoteValues): boolean {
  const [first] = windows;
  const named = [jobName, poNumber, note].some((text) => text?.trim());
  return !named && windows.length === 1 && first !== undefined && isEmpty(first);
}

export function clearDraft(userId: number, quoteId: number | null = null): void {
  withStorage((storage) => storage.removeItem(keyOf(userId, quoteId)));
}

const DEBOUNCE_MS = 400;

/**
 * Keeps the form's values on this device: once typing pauses, and at once when the tab is hidden or the form is taken away (the end of a
 * session does that without a question). Call `forget` when the quote is made or given up. Nothing is kept after it.
 */
export function useKeptDraft(form: UseFormReturn<QuoteValues>, userId: number, quoteId: number | null): { forget: () => void } {
  const over = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      if (!over.current) writeDraft(userId, form.getValues(), Date.now(), quoteId);
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(write, DEBOUNCE_MS);
      },
    });
    window.addEventListener("pagehide", write);
    document.addEventListener("visibilitychange", write);
    return () => {
      write();
      unsubscribe();
      window.removeEventListener("pagehide", write);
      document.removeEventListener("visibilitychange", write);
    };
  }, [form, userId, quoteId]);

  return {
    forget: () => {
      over.current = true;
      clearDraft(userId, quoteId);
    },
  };
}
