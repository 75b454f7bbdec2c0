import { clsx } from "clsx";
import { ChevronDown, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { parseMillimetres } from "#client/components/form/fields.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input } from "#client/components/ui/control/input.tsx";
import { LONGEST_MEASURED_MM, type MeasuredMm, PLACES, spreadsInWords } from "#shared/domain/window/fields/measured.ts";
import { placeName } from "../form/measure-text.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import type { KeysOfFields } from "../survey/keypad.tsx";

/** The three places of each side, in the order in which they are stored. */
const SIDES = [
  { side: "widths", label: "Width", places: ["Top", "Middle", "Bottom"] },
  { side: "heights", label: "Height", places: ["Left", "Middle", "Right"] },
] as const;
const NOTHING: MeasuredMm = { widths: Array(PLACES).fill(Number.NaN), heights: Array(PLACES).fill(Number.NaN) };
const MOST_DIGITS = String(LONGEST_MEASURED_MM).length;

/**
 * The measures of a recess at three places each way, behind a button (rule M25). Width and height
 * are calculated. The six are always in mm, as they are stored.
 */
export function MeasuredFields({ quote, keys }: { quote: QuoteForm; keys: KeysOfFields | null }) {
  const { form, at, window, followMeasured } = quote;
  const id = useId();
  /** The sides typed before, to restore them if the button was pressed by mistake. */
  const [once, setOnce] = useState({ width: "", height: "" });
  const { measuredMm } = window;
  /** Texts that are being typed, and those that are not whole millimetres, by field. */
  const [drafts, setDrafts] = useState<Readonly<Record<string, { readonly text: string; readonly wrong: boolean }>>>({});

  const set = (next: MeasuredMm | null) => form.setValue(`${at}.measuredMm`, next, { shouldDirty: true });
  const turn = () => {
    setDrafts({});
    if (measuredMm) {
      const { width, height } = form.getValues(at);
      set(null);
      for (const [side, text] of Object.entries({ width: width || once.width, height: height || once.height }))
        form.setValue(`${at}.${side as "width" | "height"}`, text, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
      return;
    }
    const { width, height } = window;
    setOnce({ width, height });
    set(NOTHING);
    followMeasured();
  };
  const type = (side: "widths" | "heights", place: number, text: string) => {
    if (!measuredMm) return;
    const figure = parseWhole(text);
    setDrafts({ ...drafts, [placeName(at, side, place)]: { text, wrong: false } });
    set({ ...measuredMm, [side]: measuredMm[side].map((each, other) => (other === place ? figure : each)) });
    followMeasured();
  };
  const leave = (name: string) => {
    const { [name]: draft, ...others } = drafts;
    if (!draft) return;
    const wrong = draft.text.trim() !== "" && Number.isNaN(parseWhole(draft.text));
    setDrafts(wrong ? { ...others, [name]: { ...draft, wrong } } : others);
  };
  const spreads = measuredMm ? spreadsInWords(measuredMm) : [];

  return (
    <>
      <button
        type="button"
        aria-expanded={Boolean(measuredMm)}
        aria-controls={id}
        onClick={turn}
        className="col-span-2 flex min-h-control items-center gap-1 justify-self-start text-sm font-medium text-muted hover:text-text sm:col-span-6"
      >
        {measuredMm ? "Measure once each way" : "Measure at three places"}
        <ChevronDown aria-hidden className={clsx("size-4 transition-transform duration-150", measuredMm && "rotate-180")} />
      </button>
      {measuredMm && (
        <div id={id} className="col-span-2 flex flex-col gap-3 sm:col-span-6 sm:flex-row sm:gap-4">
          {SIDES.map(({ side, label, places }) => (
            <fieldset key={side} className="min-w-0 flex-1">
              <legend className="text-sm font-semibold">
                {label} <span className="font-normal text-muted">in mm</span>
              </legend>
              <div className="mt-1 grid grid-cols-3 gap-2">
                {places.map((label, place) => (
                  <Field key={label} label={label} error={drafts[placeName(at, side, place)]?.wrong ? "Whole mm only" : undefined}>
                    {(wiring) => (
                      <Input
                        {...wiring}
                        name={placeName(at, side, place)}
                        value={drafts[placeName(at, side, place)]?.text ?? figureText(measuredMm[side][place])}
                        onBlur={() => leave(placeName(at, side, place))}
                        onChange={({ target }) => type(side, place, target.value)}
                        inputMode="numeric"
                        enterKeyHint="next"
                        autoComplete="off"
                        maxLength={MOST_DIGITS + 4}
                        {...keys}
                        className="min-w-0 text-right tabular-nums max-md:min-h-14 max-md:text-xl!"
                      />
                    )}
                  </Field>
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      )}
      {/* The region is rendered even if empty, because screen readers announce changes in existing
          regions only. */}
      <div aria-live="polite" className="col-span-2 flex flex-col gap-2 empty:sr-only sm:col-span-6">
        {spreads.map((sentence) => (
          <p key={sentence} className="flex items-center gap-2 rounded bg-warning-soft px-3 py-2 text-xs">
            <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
            {sentence}
          </p>
        ))}
      </div>
    </>
  );
}

/** Parses whole millimetres, also as `61.5cm`. NaN for any other text. */
const parseWhole = (text: string): number => {
  const mm = parseMillimetres(text);
  return Number.isInteger(mm) && mm >= 0 && String(mm).length <= MOST_DIGITS ? mm : Number.NaN;
};

const figureText = (figure: number | undefined): string => (figure === undefined || Number.isNaN(figure) ? "" : String(figure));
