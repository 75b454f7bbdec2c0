import "./range-calendar.css";
import { useState, useSyncExternalStore } from "react";
import { type DateRange, DayPicker } from "react-day-picker";
import { enGB } from "react-day-picker/locale/en-GB";
import { Button } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { DateInput } from "#client/components/ui/control/input.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { api } from "#shared/contract/index.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";

type RangeDialogProps = { start: Day | null; end: Day | null; onClose: () => void; onChoose: (start: Day, end: Day) => void };

/** Two days, typed or picked from the calendar. Both count. */
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
              {(wiring) => <DateInput {...wiring} value={start} max={today} onChange={(day) => setRange({ start: day, end })} />}
            </Field>
            <Field label="End date">
              {(wiring) => <DateInput {...wiring} value={end} max={today} onChange={(day) => setRange({ start, end: day })} />}
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

/** The contract's message about the range, or null if it is valid. */
function rangeFault(start: Day | null, end: Day | null): string | null {
  const parsed = api.stats.read.query.safeParse({ period: "custom", startDate: start ?? undefined, endDate: end ?? undefined });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}

/** The library's days are local midnights, ours are texts. Only year, month and day are carried over, so no time zone shifts a day. */
const dateOf = (day: Day): Date => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
};
const dayOf = (date: Date): Day =>
  [String(date.getFullYear()).padStart(4, "0"), String(date.getMonth() + 1).padStart(2, "0"), String(date.getDate()).padStart(2, "0")].join(
    "-",
  );

type RangeCalendarProps = { start: Day | null; end: Day | null; today: Day; onChange: (start: Day | null, end: Day | null) => void };

/** Two months side by side, or one where there is no room. Days after today have no orders. */
function RangeCalendar({ start, end, today, onChange }: RangeCalendarProps) {
  const narrow = useNarrow();
  const now = dateOf(today);
  const selected: DateRange = { from: start ? dateOf(start) : undefined, to: end ? dateOf(end) : undefined };
  const months = narrow ? 1 : 2;
  // The last month shown is the range's last, or this one.
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
      // The library does not mark a range that has only one end.
      modifiers={{ edge: [selected.from, selected.to].filter((edge) => edge !== undefined) }}
      modifiersClassNames={{ edge: "range-edge" }}
      onSelect={(range) => onChange(range?.from ? dayOf(range.from) : null, range?.to ? dayOf(range.to) : null)}
    />
  );
}

/** Where two months don't fit: they are 34 rem wide, and 41 on touch screens, where days are larger. */
const NARROW = "(width < 37.5rem), (pointer: coarse) and (width < 44rem)";

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia?.(NARROW);
  query?.addEventListener("change", onChange);
  return () => query?.removeEventListener("change", onChange);
};

const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia?.(NARROW).matches ?? false);
