import { clsx } from "clsx";
import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { fieldClass } from "#client/components/ui/control/field-class.ts";
import { IconButton } from "#client/components/ui/control/icon-button.tsx";

const DEBOUNCE_MS = 250;

type SearchFieldProps = {
  /** Said to screen readers; the placeholder is only a hint. */
  label: string;
  placeholder?: string;
  value: string;
  /** 250 ms after the last key; at once on Enter and on clearing. */
  onChange: (value: string) => void;
  className?: string;
};

export function SearchField({ label, placeholder, value, onChange, className }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const settle = (text: string) => {
    clearTimeout(timer.current);
    setDraft(null);
    if (text !== value) onChange(text);
  };
  const type = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => settle(text), DEBOUNCE_MS);
  };
  const shown = draft ?? value;

  return (
    <div className={clsx("relative min-w-0", className ?? "flex-[9_1_10rem] sm:max-w-96 sm:flex-[1_1_14rem]")}>
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
        value={shown}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") settle(shown);
          if (event.key === "Escape" && shown) {
            event.stopPropagation();
            settle("");
          }
        }}
        className={clsx(fieldClass, "pl-9 text-ellipsis", shown ? "pr-10" : "pr-3")}
      />
      {shown && (
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
