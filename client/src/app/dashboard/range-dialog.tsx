import "#client/components/form/calendar.css";
import { useState, useSyncExternalStore } from "react";
import { type DateRange, DayPicker } from "react-day-picker";
import { enGB } from "react-day-picker/locale/en-GB";
import { DateField } from "#client/components/form/date-field.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { calendarDate, dayOnCalendar } from "#client/lib/day-text.ts";
import { api } from "#shared/contract/index.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";

type RangeDialogProps = { start: Day | null; end: Day | null; onClose: () => void; onChoose: (start: Day, end: Day) => void };

/** Two days, typed or picked from the calendar. The range includes both. */
export default function RangeDialog(props: RangeDialogProps) {
  const { onClose, onChoose } = props;
  const [today] = useState(() => londonDay(new Date()));
  const [{ start, end }, setRange] = useState({ start: props.start, end: props.end });
  const [pressed, setPressed] = useState(false);
  const fault = rangeFault(start, end);

  return (
    <Dialog open onCloseRequest={onClose} title="Custom Range" description="Both days are counted." focus="field" size="lg">
      <form
        noValidate
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          setPressed(true);
          if (start && end && !fault) onChoose(start, end);
        }}
      >
        <DialogBody className="flex flex-col gap-5">
          <div className="grid grid-cols-2 gap-3">
            <Field label="Start date">
              {(wiring) => <DateField {...wiring} calendar={false} value={start} onChange={(day) => setRange({ start: day, end })} />}
            </Field>
            <Field label="End date">
              {(wiring) => <DateField {...wiring} calendar={false} value={end} onChange={(day) => setRange({ start, end: day })} />}
            </Field>
          </div>
          <p role="alert" className="-mt-3 text-xs font-medium text-danger empty:hidden">
            {pressed ? fault : null}
          </p>
          <RangeCalendar start={start} end={end} today={today} onChange={(from, to) => setRange({ start: from, end: to })} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Show range
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** The contract's error message for the range, or null if the range is valid. */
function rangeFault(start: Day | null, end: Day | null): string | null {
  const parsed = api.stats.read.query.safeParse({ period: "custom", startDate: start ?? undefined, endDate: end ?? undefined });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}

type RangeCalendarProps = { start: Day | null; end: Day | null; today: Day; onChange: (start: Day | null, end: Day | null) => void };

/**
 * Shows two months side by side, or one if the dialog is narrow. Days after today have no orders
 * and are disabled.
 */
function RangeCalendar({ start, end, today, onChange }: RangeCalendarProps) {
  const narrow = useNarrow();
  const now = calendarDate(today);
  const selected: DateRange = { from: start ? calendarDate(start) : undefined, to: end ? calendarDate(end) : undefined };
  const months = narrow ? 1 : 2;
  // The last visible month is the month in which the range ends, or the present month.
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
      // The calendar library does not mark a range that has only one end.
      modifiers={{ edge: [selected.from, selected.to].filter((edge) => edge !== undefined) }}
      modifiersClassNames={{ edge: "chosen-day" }}
      onSelect={(range) => onChange(range?.from ? dayOnCalendar(range.from) : null, range?.to ? dayOnCalendar(range.to) : null)}
    />
  );
}

/**
 * Two months do not fit below these widths: they are 34 rem wide, and 41 on touch screens, where
 * days are larger.
 */
const NARROW = "(width < 37.5rem), (pointer: coarse) and (width < 44rem)";

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia?.(NARROW);
  query?.addEventListener("change", onChange);
  return () => query?.removeEventListener("change", onChange);
};

const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia?.(NARROW).matches ?? false);
