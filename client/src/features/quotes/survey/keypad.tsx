import { clsx } from "clsx";
import { ArrowRight, ChevronDown, Delete } from "lucide-react";
import { type FocusEvent, type ReactNode, useEffect, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { useMedia } from "#client/lib/browser/browser.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";

/** The props of a field that this keypad fills, so that the phone's own keyboard stays closed. */
export interface KeysOfFields {
  readonly inputMode: "none";
  readonly onFocus: (event: FocusEvent<HTMLInputElement>) => void;
  readonly onBlurCapture: (event: FocusEvent<HTMLInputElement>) => void;
}

/** No measure is longer. */
const LONGEST = 20;
/** True for a key of the keypad, or another field that uses the keypad. */
const isKeyed = (target: EventTarget | null) => target instanceof Element && target.closest("[data-keypad], [inputmode=none]") !== null;

/**
 * A keypad with large keys for measures: phones' number pads lack a key for the next field, and
 * open and close with each field. It opens only on a touch screen.
 */
export function useKeypad(isPhone: boolean) {
  const byFinger = useMedia("(pointer: coarse)");
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const isWanted = isPhone && byFinger;
  /**
   * The keypad closes when the focus leaves the field, unless a key receives the focus, as with a
   * screen reader.
   */
  const leave = ({ relatedTarget }: FocusEvent) => !isKeyed(relatedTarget) && setInput(null);
  const ofFields: KeysOfFields = {
    inputMode: "none",
    onFocus: ({ currentTarget }) => setInput(currentTarget),
    onBlurCapture: leave,
  };
  const isOpen = isWanted && input?.isConnected === true;
  // The keypad that has just opened must not cover the field.
  useEffect(() => {
    if (isOpen) input?.scrollIntoView?.({ block: "center" });
  }, [isOpen, input]);
  return {
    isOpen,
    ofFields: isWanted ? ofFields : null,
    input,
    leave,
    close: () => {
      input?.blur();
      setInput(null);
    },
    /**
     * @param key the key's label; null deletes the character before the cursor, or the selection
     */
    press: (key: string | null) => {
      if (!input) return;
      const end = input.selectionEnd ?? input.value.length;
      const start = input.selectionStart ?? end;
      if (key === null) input.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
      else if (input.value.length - (end - start) < LONGEST) input.setRangeText(key, start, end, "end");
      input.dispatchEvent(new Event("input", { bubbles: true }));
    },
  };
}

/** The keypad, in the place of a phone's own keyboard. */
export function Keypad({ keypad, quote }: { keypad: ReturnType<typeof useKeypad>; quote: QuoteForm }) {
  const { input, press, close } = keypad;
  const digits = (row: string) =>
    [...row].map((digit) => (
      <Key key={digit} onPress={() => press(digit)}>
        {digit}
      </Key>
    ));
  return (
    <fieldset data-keypad onBlur={keypad.leave} className="grid auto-rows-[3.25rem] grid-cols-4 gap-1.5">
      <legend className="sr-only">Keys for the measure</legend>
      {digits("123")}
      <Key label="Delete" onPress={() => press(null)}>
        <Delete aria-hidden className="size-6" />
      </Key>
      {digits("456")}
      <Key label="Hide the keys" onPress={close}>
        <ChevronDown aria-hidden className="size-6" />
      </Key>
      {digits("789")}
      <Key label="Next field" primary onPress={() => input && quote.goOn(input)} className="row-span-2">
        <ArrowRight aria-hidden className="size-6" />
      </Key>
      <Key label="Point" onPress={() => press(".")}>
        .
      </Key>
      <Key onPress={() => press("0")} className="col-span-2">
        0
      </Key>
    </fieldset>
  );
}

type KeyProps = { label?: string; primary?: boolean; onPress: () => void; className?: string | undefined; children: ReactNode };

/** A key never takes the focus from the field that it fills. */
const Key = ({ label, primary = false, onPress, className, children }: KeyProps) => (
  <Button
    variant={primary ? "primary" : "secondary"}
    aria-label={label}
    title={label}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
    className={clsx("min-w-0 px-0! text-xl! tabular-nums", className)}
  >
    {children}
  </Button>
);
