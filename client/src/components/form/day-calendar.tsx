import "./calendar.css";
import { DayPicker } from "react-day-picker";
import { enGB } from "react-day-picker/locale/en-GB";
import { Button } from "#client/components/ui/control/button.tsx";
import { calendarDate, dayOnCalendar } from "#client/lib/day-text.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";

type DayCalendarProps = {
  value: Day | null;
  min: Day | undefined;
  max: Day | undefined;
  /** Called with the chosen day, or with null to clear it. */
  onChoose: (day: Day | null) => void;
};

/** The number of years before and after the current year in a calendar without `min` and `max`. */
const YEARS = 5;

/**
 * Displays one month from which a day is chosen: the value's month or the current one. Loaded when
 * the first calendar opens.
 */
export default function DayCalendar({ value, min, max, onChoose }: DayCalendarProps) {
  const today = londonDay(new Date());
  const now = calendarDate(today);
  const first = min ? calendarDate(min) : new Date(now.getFullYear() - YEARS, 0, 1);
  const last = max ? calendarDate(max) : new Date(now.getFullYear() + YEARS, 11, 1);
  const initialMonth = value ? calendarDate(value) : now < first ? first : now > last ? last : now;
  const mayBeToday = (!min || min <= today) && (!max || today <= max);
  return (
    <>
      <DayPicker
        mode="single"
        required
        // The calendar focuses the day that it displays first.
        autoFocus
        locale={enGB}
        captionLayout="dropdown"
        today={now}
        startMonth={initialMonth < first ? initialMonth : first}
        endMonth={initialMonth > last ? initialMonth : last}
        disabled={[...(min ? [{ before: first }] : []), ...(max ? [{ after: last }] : [])]}
        defaultMonth={initialMonth}
        selected={value ? calendarDate(value) : undefined}
        modifiersClassNames={{ selected: "chosen-day" }}
        onSelect={(date) => onChoose(dayOnCalendar(date))}
      />
      <p className="mt-2 flex gap-2 border-t pt-2 empty:hidden">
        {mayBeToday && (
          <Button variant="ghost" size="sm" onClick={() => onChoose(today)}>
            Today
          </Button>
        )}
        {value !== null && (
          <Button variant="ghost" size="sm" className="ml-auto" onClick={() => onChoose(null)}>
            No date
          </Button>
        )}
      </p>
    </>
  );
}
