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

/** An unfinished quote, stored on the device for one person, without prices. */
export interface QuoteDraft {
  readonly savedAt: number;
  readonly values: QuoteValues;
  /**
   * The stored draft from which a change started, which identifies the fields changed by both
   * people (merge-quotes.ts).
   */
  readonly base?: QuoteValues | undefined;
  /**
   * The id of the open form that wrote the draft, so that two tabs do not overwrite each other's
   * draft unnoticed.
   */
  readonly by?: string | undefined;
  /** The draft's owner, shown to the next person on the device: "Jane Doe, Harbour Blinds". */
  readonly who?: string | undefined;
}

/**
 * The edited draft's id, or the key of a reopened quote that waited on this device; null for a new
 * quote.
 */
type DraftOf = number | `kept-${number}` | null;
/** A new quote and each edited draft have separate keys. */
const keyOf = (userId: number, quoteId: DraftOf): string => unfinishedKey(userId, quoteId ?? undefined);

/** An empty number field holds NaN, which JSON stores as null. */
const typedNumber = z
  .number()
  .nullable()
  .transform((value) => value ?? Number.NaN);

/**
 * A draft older than an option gets the option's default. A pasted choice that was unreadable is
 * blank.
 */
const storedOptions = eachOption((option) =>
  option.kind === "choice" ? z.enum([...valuesOf(option), ""]).default(option.usual) : typedNumber.default(option.usual),
) as { [Name in OptionName]: z.ZodType<WindowOptions[Name]> };

const storedPositions = z.array(z.number()).nullish();
const storedDetails = {
  layoutCode: z.string().nullish(),
  facetsMm: storedPositions,
  postAngles: storedPositions,
  tPostsMm: storedPositions,
  midRailHeightsMm: storedPositions,
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
        ...storedOptions,
        ...storedDetails,
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
 * Reads the person's own unfinished quote, or unfinished change of a quote. Also deletes everyone's
 * outdated drafts, because people may share the device.
 */
export function readDraft(userId: number, now = Date.now(), quoteId: DraftOf = null): QuoteDraft | null {
  const draft = withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      const isOlderPortals = key.startsWith("unfinished-quote:");
      if (isOlderPortals || (key.includes(`:${UNFINISHED}`) && !parseDraft(storage.getItem(key), now))) storage.removeItem(key);
    }
    return parseDraft(storage.getItem(keyOf(userId, quoteId)), now);
  });
  return draft ?? null;
}

/**
 * Stores the form's values, except those of an untouched form. @returns false if the device has no
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
  const isWritten = withStorage((storage) => {
    storage.setItem(keyOf(userId, quoteId), JSON.stringify(draft));
    return true;
  });
  return isWritten === true;
}

/**
 * Parses the values of a quote that waited on this device; null if another version of the app
 * stored unreadable values.
 */
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

/** The stored draft, whichever tab wrote it. */
const readStored = (userId: number, quoteId: DraftOf): QuoteDraft | null =>
  withStorage((storage) => parseDraft(storage.getItem(keyOf(userId, quoteId)), Date.now())) ?? null;

interface Kept {
  readonly userId: number;
  readonly who: string;
  readonly quoteId: DraftOf;
  /** The time at which the form's starting values were stored, or null. */
  readonly startedAt: number | null;
  readonly base: QuoteValues | undefined;
  /** Replaces the base when another tab's changes are loaded. */
  readonly onBase: (base: QuoteValues | undefined) => void;
}

/**
 * Stores the form's values on this device: when typing pauses, and at once when the tab is hidden
 * or the form unmounts (the end of a session unmounts it without a question). Call `forget` when
 * the quote is saved or discarded; nothing is stored afterwards.
 *
 * A browser stores one such quote. While another tab stores its own, `otherDraft` contains it, and
 * this form stores nothing until the person chooses one.
 */
export function useStoredDraft(form: UseFormReturn<QuoteValues>, { userId, who, quoteId, startedAt, base, onBase }: Kept) {
  const over = useRef(false);
  const [me] = useState(newKey);
  const [otherDraft, setOtherDraft] = useState<QuoteDraft | null>(null);
  const [full, setFull] = useState(false);
  const began = useRef(base);
  began.current = base;

  const isAnothers = useCallback(
    (kept: QuoteDraft | null): boolean => kept !== null && kept.by !== me && !(startedAt !== null && kept.savedAt === startedAt),
    [me, startedAt],
  );
  const write = useCallback(() => {
    if (!over.current) setFull(!writeDraft(userId, form.getValues(), Date.now(), quoteId, { base: began.current, by: me, who }));
  }, [form, userId, who, quoteId, me]);
  const writeIfMine = useCallback(() => {
    if (over.current) return;
    const kept = readStored(userId, quoteId);
    if (isAnothers(kept)) setOtherDraft(kept);
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
    // Only other tabs' changes fire this event. A missing draft was saved or discarded there.
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== keyOf(userId, quoteId) || over.current) return;
      const kept = readStored(userId, quoteId);
      setOtherDraft(isAnothers(kept) ? kept : null);
    };
    // This write takes the draft over for this tab, and notifies another tab that still has it
    // open.
    if (startedAt !== null) writeIfMine();
    window.addEventListener("storage", onStorage);
    window.addEventListener("pagehide", writeNow);
    document.addEventListener("visibilitychange", writeNow);
    return () => {
      writeNow();
      unsubscribe();
      window.removeEventListener("storage", onStorage);
      window.removeEventListener("pagehide", writeNow);
      document.removeEventListener("visibilitychange", writeNow);
    };
  }, [form, userId, quoteId, startedAt, isAnothers, writeIfMine]);

  return {
    elsewhere: otherDraft,
    /** The device has no room to store further changes. */
    full,
    /** Stores at once, without waiting for a pause. */
    keepNow: writeIfMine,
    forget: () => {
      over.current = true;
      if (!isAnothers(readStored(userId, quoteId))) clearDraft(userId, quoteId);
    },
    /** This form's draft replaces the other tab's, and the other tab is notified. */
    keepMine: () => {
      setOtherDraft(null);
      write();
    },
    /** The other tab's draft replaces this form's values. */
    takeTheirs: () => {
      if (otherDraft) {
        form.reset(otherDraft.values, { keepDefaultValues: true });
        // The loaded changes started from the other tab's base, so that base identifies clashes
        // from now on.
        began.current = otherDraft.base;
        onBase(otherDraft.base);
      }
      setOtherDraft(null);
      write();
    },
  };
}
