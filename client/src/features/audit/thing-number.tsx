import { useState } from "react";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input } from "#client/components/ui/control/input.tsx";

/** `12`, `ORD-12` and `#12` all name number 12. */
const numberIn = (text: string): number | null => {
  const digits = /^\D*(\d{1,9})$/.exec(text.trim())?.[1];
  return digits && Number(digits) > 0 ? Number(digits) : null;
};

type ThingNumberProps = { value: number | null; onChange: (value: number | null) => void };

/** Which one of its kind; asked for on Enter and on leaving, so that 123 does not first look for 1. Key it by the value. */
export function ThingNumber({ value, onChange }: ThingNumberProps) {
  const [text, setText] = useState(value === null ? "" : String(value));
  const unreadable = text.trim() !== "" && numberIn(text) === null;
  const settle = () => {
    const next = numberIn(text);
    if (!unreadable && next !== value) onChange(next);
  };
  return (
    <Field label="Number" error={unreadable ? "Type a number, such as 12" : undefined} className="w-32 max-sm:w-full">
      {(wiring) => (
        <Input
          {...wiring}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) => event.key === "Enter" && settle()}
        />
      )}
    </Field>
  );
}
