import "./range-calendar.css";
import { useSyncExternalStore } from "react";
import { type DateRange, DayPicker } from "react-day-picker";
import { enGB } from "react-day-picker/locale/en-GB";
import type { Day } from "#shared/domain/period.ts";

/** The library thinks in midnights of this machine; we in days of their own. Only the day's figures cross over, so no time zone can shift one. */
const dateOf = (day: Day): Date => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
};
const dayOf = (date: Date): Day =>
  [String(date.getFullYear()).padStart(4, "0"), String(date.getMonth() + 1).padStart(2, "0"), String(date.getDate()).padStart(2, "0")].join(
    "-",
  );

type RangeCalendarProps = { start: Day | null; end: Day | null; today: Day; onChange: (start: Day | null, end: Day | null) => void };

/** Two months side by side, one where there is no room. No order was made after today. */
export function RangeCalendar({ start, end, today, onChange }: RangeCalendarProps) {
  const narrow = useNarrow();
  const now = dateOf(today);
  const selected: DateRange = { from: start ? dateOf(start) : undefined, to: end ? dateOf(end) : undefined };
  const months = narrow ? 1 : 2;
  // The newest months are the likeliest: the last one shown is the range's last, or this one.
  const last = selected.to ?? selected.from ?? now;
  return (
    <DayPicker
      mode="range"
      resetOnSelect
      locale={enGB}
      numberOfMonths={months}
      today={now}
      endMonth={now}
      disabled={{ after: now }}
      defaultMonth={new Date(last.getFullYear(), last.getMonth() - (months - 1), 1)}
      selected={selected}
      // Until its other end is chosen, a range is nothing to the library; whoever chose the first must see it all the same.
      modifiers={{ edge: [selected.from, selected.to].filter((edge) => edge !== undefined) }}
      modifiersClassNames={{ edge: "range-edge" }}
      onSelect={(range) => onChange(range?.from ? dayOf(range.from) : null, range?.to ? dayOf(range.to) : null)}
    />
  );
}

/** Where two months don't fit beside each other: they are 34 rem wide, and 41 where days are as large as a thumb. */
const NARROW = "(width < 37.5rem), (pointer: coarse) and (width < 44rem)";

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia?.(NARROW);
  query?.addEventListener("change", onChange);
  return () => query?.removeEventListener("change", onChange);
};

const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia?.(NARROW).matches ?? false);
