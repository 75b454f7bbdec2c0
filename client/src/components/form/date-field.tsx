import { clsx } from "clsx";
import { CalendarDays } from "lucide-react";
import { type ChangeEvent, type ComponentProps, type KeyboardEvent, useId, useImperativeHandle, useRef, useState } from "react";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { fieldClass } from "#client/components/ui/control/input.tsx";
import { Popover } from "#client/components/ui/overlay/popover.tsx";
import { parseDay, UNREADABLE_DAY } from "#client/lib/day-text.ts";
import { formatDate, formatListed } from "#client/lib/format.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";

const DayCalendar = lazyPanel(() => import("./day-calendar.tsx"));

type DateFieldProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "min" | "max" | "size"> & {
  value: Day | null;
  /**
   * Called when a day was picked, typed completely or cleared. The day may lie outside `min` and
   * `max`: the caller validates it.
   */
  onChange: (day: Day | null) => void;
  /** The first and last day that the calendar offers. */
  min?: Day | undefined;
  max?: Day | undefined;
  /**
   * Called when the focus leaves text that is not a day. The text stays in view. Without this
   * callback the field displays its own message.
   */
  onUnreadable?: () => void;
  /** Called when text that is not yet a complete day begins, and when it ends. */
  onTyping?: (typing: boolean) => void;
  /** An error to display over the hint below the field, so that the layout does not move. */
  fault?: string | null;
  /** False if a calendar is already displayed beside the field. */
  calendar?: boolean;
  /** Displays a day of the current year without its year. */
  brief?: boolean;
};

/**
 * A field for a day as `23 Nov 2026`, typed (lib/day-text.ts) or picked. Enter and blur accept the
 * typed text; Escape discards it.
 */
export function DateField(props: DateFieldProps) {
  const { value, onChange, min, max, onUnreadable, onTyping, fault, calendar = true, brief, className, ref, ...rest } = props;
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const [draft, setDraft] = useState<string | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  const [open, setOpen] = useState(false);

  const valueText = value === null ? "" : brief ? formatListed(value) : formatDate(value);
  const message = fault ?? (unreadable && !onUnreadable ? UNREADABLE_DAY : null);
  const keep = (text: string | null) => {
    setDraft(text);
    setUnreadable(false);
    onTyping?.(text !== null);
  };
  const choose = (day: Day | null) => {
    keep(null);
    onChange(day);
  };
  /** Returns true if the text is a day or empty. */
  const settle = (text: string): boolean => {
    const day = text.trim() === "" ? null : parseDay(text, londonDay(new Date()));
    if (day === null && text.trim() !== "") {
      setUnreadable(true);
      onUnreadable?.();
      return false;
    }
    choose(day);
    return true;
  };
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value;
    keep(text);
    // A pasted day is complete, while typing may continue.
    if (!isTyped(event.nativeEvent) && (text === "" || parseDay(text, londonDay(new Date())))) settle(text);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    rest.onKeyDown?.(event);
    if (calendar && event.key === "ArrowDown" && event.altKey) {
      event.preventDefault();
      setOpen(true);
    }
    if (event.key === "Escape" && (draft !== null || fault)) {
      event.stopPropagation();
      keep(null);
    }
    // Enter may also submit the form, but not with unreadable text.
    if (event.key === "Enter" && draft !== null && !settle(draft)) event.preventDefault();
  };

  return (
    <span className={clsx("relative block min-w-0", className ?? "w-full")}>
      <input
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts={calendar ? "Alt+ArrowDown" : undefined}
        // On touch a person picks the day from the calendar. A hardware keyboard can still type it.
        inputMode={calendar && isTouch() ? "none" : undefined}
        {...rest}
        ref={input}
        type="text"
        value={draft ?? valueText}
        data-draft={draft === null && !fault ? undefined : ""}
        aria-invalid={message || unreadable ? true : rest["aria-invalid"]}
        aria-describedby={message ? noteId : rest["aria-describedby"]}
        onChange={type}
        onKeyDown={press}
        onBlur={(event) => {
          if (draft !== null && !unreadable) settle(draft);
          rest.onBlur?.(event);
        }}
        onClick={(event) => {
          rest.onClick?.(event);
          if (calendar && isTouch() && !rest.disabled && !rest.readOnly) setOpen(true);
        }}
        className={clsx(fieldClass, "tabular-nums", calendar && "pr-9")}
      />
      {calendar && (
        <Popover
          label="Calendar"
          open={open}
          onOpenChange={setOpen}
          returnTo={input}
          className="w-fit! p-3"
          trigger={
            <IconButton
              label="Calendar"
              // Alt with an arrow key opens the calendar from the field, so a row with two days has
              // only two tab stops.
              tabIndex={-1}
              icon={<CalendarDays />}
              size="sm"
              disabled={rest.disabled || rest.readOnly}
              className="absolute! top-1/2 right-0.5 -translate-y-1/2 text-muted"
            />
          }
        >
          <DayCalendar
            value={value}
            min={min}
            max={max}
            onChoose={(day) => {
              setOpen(false);
              choose(day);
            }}
          />
        </Popover>
      )}
      {message && (
        <span
          id={noteId}
          role="alert"
          className="pointer-events-none absolute top-full left-0 z-sticky mt-1 block w-max max-w-56 rounded max-sm:max-w-40 bg-danger-soft px-2 py-1 text-xs font-medium whitespace-normal text-danger shadow-raised"
        >
          {message}
        </span>
      )}
    </span>
  );
}

const isTouch = () => window.matchMedia?.("(pointer: coarse)").matches ?? false;

/**
 * Returns true for a change of one character. A password manager, the clipboard or a script inserts
 * a whole text.
 */
function isTyped(event: Event): boolean {
  if (!(event instanceof InputEvent)) return false;
  const { inputType, data } = event;
  return inputType.startsWith("delete") || inputType === "insertCompositionText" || (inputType === "insertText" && data?.length === 1);
}
