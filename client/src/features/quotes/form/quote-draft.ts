import { useCallback, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";
import { newKey } from "#client/lib/api.ts";
import { withStorage } from "#client/lib/browser/browser.ts";
import { isFresh, UNFINISHED, unfinishedKey } from "#client/lib/unfinished.ts";
import { LENGTH_UNITS } from "#shared/domain/length.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import { eachOption, type OptionName, valuesOf, type WindowOptions } from "#shared/domain/window/fields/window-fields.ts";
import { CHECK_IDS } from "#shared/domain/window/text/measurement-checks.ts";
import { isEmpty, type QuoteValues, WORDS } from "./quote-values.ts";

/** An unfinished quote. It is kept on the device, for one person, without prices. */
export interface QuoteDraft {
  readonly savedAt: number;
  readonly values: QuoteValues;
  /**
   * What a change of a stored draft began with: what both changed is known by it (merge-quotes.ts).
   */
  readonly base?: QuoteValues | undefined;
  /** The open form that wrote it. Two tabs must not overwrite each other's unseen. */
  readonly by?: string | undefined;
  /** Whose it is, for whoever takes up the device next: "Jane Doe, Harbour Blinds". */
  readonly who?: string | undefined;
}

/**
 * The draft that is changed, or a quote that waited on this device and is opened again; null: a new
 * quote.
 */
type DraftOf = number | `kept-${number}` | null;
/** A new quote and each draft that is changed have their own. */
const keyOf = (userId: number, quoteId: DraftOf): string => unfinishedKey(userId, quoteId ?? undefined);

/** An emptied number field holds NaN, which JSON turns into null. */
const typedNumber = z
  .number()
  .nullable()
  .transform((value) => value ?? Number.NaN);

/**
 * A draft that is older than an option gets the option's usual value. A pasted choice that could
 * not be read is blank.
 */
const keptOptions = eachOption((option) =>
  option.kind === "choice" ? z.enum([...valuesOf(option), ""]).default(option.usual) : typedNumber.default(option.usual),
) as { [Name in OptionName]: z.ZodType<WindowOptions[Name]> };

const keptPositions = z.array(z.number()).nullish();
const keptDetails = {
  layoutCode: z.string().nullish(),
  facetsMm: keptPositions,
  postAngles: keptPositions,
  tPostsMm: keptPositions,
  midRailHeightsMm: keptPositions,
  tiltSplitMm: z.number().nullish(),
  measuredMm: z.object({ widths: z.array(typedNumber), heights: z.array(typedNumber) }).nullish(),
  note: z.string().nullish(),
};

const valuesRule = z.object({
  version: z.number().int().optional(),
  jobName: z.string().optional(),
  poNumber: z.string().optional(),
  note: z.string().optional(),
  customerName: z.string().optional(),
  customerPhone: z.string().optional(),
  customerEmail: z.string().optional(),
  siteAddress: z.string().optional(),
  userId: z.number().int().nullable(),
  companyName: z.string().optional(),
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
        photosKey: z.string().optional(),
      }),
    )
    .min(1)
    .max(MOST_WINDOWS),
});

const draftRule = z.object({
  savedAt: z.number(),
  values: valuesRule,
  base: valuesRule.optional(),
  by: z.string().optional(),
  who: z.string().optional(),
});

function parseDraft(text: string | null, now: number): QuoteDraft | null {
  try {
    const draft = draftRule.safeParse(JSON.parse(text ?? ""));
    return draft.success && isFresh(draft.data, now) ? draft.data : null;
  } catch {
    return null;
  }
}

/**
 * The person's own unfinished quote, or unfinished change of a quote. Everyone's outdated drafts
 * are deleted on the way, because people may share the device.
 */
export function readDraft(userId: number, now = Date.now(), quoteId: DraftOf = null): QuoteDraft | null {
  const found = withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      const isOlderPortals = key.startsWith("unfinished-quote:");
      if (isOlderPortals || (key.includes(`:${UNFINISHED}`) && !parseDraft(storage.getItem(key), now))) storage.removeItem(key);
    }
    return parseDraft(storage.getItem(keyOf(userId, quoteId)), now);
  });
  return found ?? null;
}

/**
 * Keeps the form's values. An untouched form is not kept. @returns false where the device has no
 * room
 */
export function writeDraft(
  userId: number,
  values: QuoteValues,
  now = Date.now(),
  quoteId: DraftOf = null,
  from: Pick<QuoteDraft, "base" | "by" | "who"> = {},
): boolean {
  if (isUntouched(values)) {
    clearDraft(userId, quoteId);
    return true;
  }
  const draft: QuoteDraft = { savedAt: now, values, ...from };
  const written = withStorage((storage) => {
    storage.setItem(keyOf(userId, quoteId), JSON.stringify(draft));
    return true;
  });
  return written === true;
}

/** The values of a quote that waited on this device; null where another build's can't be read. */
export const readValues = (kept: unknown): QuoteValues | null => valuesRule.safeParse(kept).data ?? null;

function isUntouched({ windows, ...values }: QuoteValues): boolean {
  const [first] = windows;
  const named = WORDS.some((name) => values[name]?.trim());
  return !named && windows.length === 1 && first !== undefined && isEmpty(first) && first.photosKey === undefined;
}

export function clearDraft(userId: number, quoteId: DraftOf = null): void {
  withStorage((storage) => storage.removeItem(keyOf(userId, quoteId)));
}

const DEBOUNCE_MS = 400;

/** What is kept just now, whoever's tab wrote it. */
const keptNow = (userId: number, quoteId: DraftOf): QuoteDraft | null =>
  withStorage((storage) => parseDraft(storage.getItem(keyOf(userId, quoteId)), Date.now())) ?? null;

interface Kept {
  readonly userId: number;
  readonly who: string;
  readonly quoteId: DraftOf;
  /** When what the form goes on with was kept, if it goes on with something. */
  readonly taken: number | null;
  readonly base: QuoteValues | undefined;
  /** Another tab's changes began with this. */
  readonly onBase: (base: QuoteValues | undefined) => void;
}

/**
 * Keeps the form's values on this device: once typing pauses, and at once when the tab is hidden or
 * the form is taken away (the end of a session does that without a question). Call `forget` when
 * the quote is made or given up. Nothing is kept after it.
 *
 * There is one such quote in a browser. While another tab keeps its own, `elsewhere` is that, and
 * nothing of this form is kept until the person says which one stays.
 */
export function useKeptDraft(form: UseFormReturn<QuoteValues>, { userId, who, quoteId, taken, base, onBase }: Kept) {
  const over = useRef(false);
  const [me] = useState(newKey);
  const [elsewhere, setElsewhere] = useState<QuoteDraft | null>(null);
  const [full, setFull] = useState(false);
  const began = useRef(base);
  began.current = base;

  const isAnothers = useCallback(
    (kept: QuoteDraft | null): boolean => kept !== null && kept.by !== me && !(taken !== null && kept.savedAt === taken),
    [me, taken],
  );
  const write = useCallback(() => {
    if (!over.current) setFull(!writeDraft(userId, form.getValues(), Date.now(), quoteId, { base: began.current, by: me, who }));
  }, [form, userId, who, quoteId, me]);
  const writeIfMine = useCallback(() => {
    if (over.current) return;
    const kept = keptNow(userId, quoteId);
    if (isAnothers(kept)) setElsewhere(kept);
    else write();
  }, [userId, quoteId, isAnothers, write]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const writeNow = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      writeIfMine();
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(writeNow, DEBOUNCE_MS);
      },
    });
    // Only other tabs' changes come by this event. Gone is what was made or given up there.
    const hear = ({ key }: StorageEvent) => {
      if (key !== keyOf(userId, quoteId) || over.current) return;
      const kept = keptNow(userId, quoteId);
      setElsewhere(isAnothers(kept) ? kept : null);
    };
    // What the form goes on with is this tab's from now on, and another tab that still has it open
    // hears so.
    if (taken !== null) writeIfMine();
    window.addEventListener("storage", hear);
    window.addEventListener("pagehide", writeNow);
    document.addEventListener("visibilitychange", writeNow);
    return () => {
      writeNow();
      unsubscribe();
      window.removeEventListener("storage", hear);
      window.removeEventListener("pagehide", writeNow);
      document.removeEventListener("visibilitychange", writeNow);
    };
  }, [form, userId, quoteId, taken, isAnothers, writeIfMine]);

  return {
    elsewhere,
    /** Nothing more of what is typed can be kept here. */
    full,
    /** At once, without waiting for a pause. */
    keepNow: writeIfMine,
    forget: () => {
      over.current = true;
      if (!isAnothers(keptNow(userId, quoteId))) clearDraft(userId, quoteId);
    },
    /** What this form holds stays, and the other tab is told. */
    keepMine: () => {
      setElsewhere(null);
      write();
    },
    /** What the other tab keeps comes into this form. */
    takeTheirs: () => {
      if (elsewhere) {
        form.reset(elsewhere.values, { keepDefaultValues: true });
        // What both changed of a stored draft is known by what theirs began with, not by this
        // tab's.
        began.current = elsewhere.base;
        onBase(elsewhere.base);
      }
      setElsewhere(null);
      write();
    },
  };
}
