import { clsx } from "clsx";
import { Search, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { fieldClass } from "#client/components/ui/control/input.tsx";
import { findScannedCode, passScan } from "#client/lib/scans.ts";

type FilterBarProps = { label?: string; children: ReactNode };

export const FilterBar = ({ label = "Filters", children }: FilterBarProps) => (
  // On a phone the search has its own line where two choices share the next line. Panels open
  // below all of them.
  <search
    aria-label={label}
    className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-2 [&>.basis-full]:order-last max-md:[&>:first-child:nth-last-child(3_of_:not(.basis-full))]:basis-full"
  >
    {children}
  </search>
);

const DEBOUNCE_MS = 250;

type SearchFieldProps = {
  /** The accessible name. The placeholder is only a hint. */
  label: string;
  placeholder?: string;
  /** One sentence about what the search finds. It is displayed while the field is empty. */
  finds: string;
  value: string;
  /**
   * Called with the trimmed text 250 ms after the last key, and immediately on Enter and on
   * clearing.
   */
  onChange: (value: string) => void;
  className?: string;
};

export function SearchField({ label, placeholder, finds, value, onChange, className }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /**
   * The draft holds the text as typed. It needs to preserve a trailing blank, or the next word
   * would join the previous one.
   */
  const [draft, setDraft] = useState({ text: value, asked: true });
  useEffect(() => () => clearTimeout(timer.current), []);

  const settle = (text: string) => {
    clearTimeout(timer.current);
    setDraft({ text, asked: true });
    if (text.trim() !== value) onChange(text.trim());
  };
  const type = (text: string) => {
    setDraft({ text, asked: false });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => settle(text), DEBOUNCE_MS);
  };
  const displayedText = draft.asked && draft.text.trim() !== value ? value : draft.text;

  return (
    <div className={clsx("relative min-w-0", className ?? "flex-[9_1_11rem] lg:max-w-96 sm:flex-[1_1_10rem]")}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={placeholder}
        aria-describedby={`${id}-finds`}
        value={displayedText}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            // A scanner types its label behind a person's words, and may lead away (rule W106).
            const code = findScannedCode(displayedText);
            if (code !== null) settle(displayedText.trimEnd().slice(0, -code.length));
            if (code === null || !passScan(code)) settle(displayedText);
          }
          if (event.key === "Escape" && displayedText) {
            event.stopPropagation();
            settle("");
          }
        }}
        className={clsx(fieldClass, "peer pl-9 text-ellipsis", displayedText ? "pr-10" : "pr-3")}
      />
      {/* The hint overlays the content below, so that nothing moves. */}
      <p
        id={`${id}-finds`}
        className={clsx(
          "pointer-events-none absolute top-full left-0 z-popover mt-1 hidden w-max max-w-[max(100%,20rem)] rounded bg-surface px-3 py-2 text-sm text-muted shadow-overlay",
          !displayedText && "peer-focus:block",
        )}
      >
        {finds}
      </p>
      {displayedText && (
        <IconButton
          label="Clear search"
          icon={<X />}
          size="sm"
          className="absolute! top-1/2 right-0.5 -translate-y-1/2"
          onClick={() => {
            settle("");
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}

type ChoiceFilterProps<T extends string> = {
  label: string;
  /** The label of the choice without a filter, for example "All statuses". */
  all: string;
  choices: readonly T[];
  words: Readonly<Record<T, string>>;
  value: T | "";
  onChange: (value: T | "") => void;
};

/**
 * Selects the order of a list: newest first, or the other order that the list supports. The address
 * omits the default.
 */
export function SortChoice<T extends string>({ other, words, value, onChange }: SortChoiceProps<T>) {
  return (
    <ChoiceFilter
      label="Sort"
      all="Newest first"
      choices={[other]}
      words={{ [other]: words } as Record<T, string>}
      value={value}
      onChange={onChange}
    />
  );
}
type SortChoiceProps<T extends string> = { other: T; words: string; value: T | ""; onChange: (value: T | "") => void };

/** Narrows a list to one of a few fixed words. */
export function ChoiceFilter<T extends string>({ label, all, choices, words, value, onChange }: ChoiceFilterProps<T>) {
  const options = [{ value: "", label: all }, ...choices.map((choice) => ({ value: choice, label: words[choice] }))];
  return (
    <Field label={label} hideLabel className="w-fit min-w-36 max-sm:w-auto max-sm:min-w-0 max-sm:flex-[1_0_auto]">
      {(wiring) => (
        <Select
          {...wiring}
          value={value}
          options={options}
          onChange={(event) => onChange(choices.find((choice) => choice === event.target.value) ?? "")}
        />
      )}
    </Field>
  );
}
