import { useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { DateInput } from "#client/components/ui/control/input.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { api } from "#shared/contract/index.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { RangeCalendar } from "./range-calendar.tsx";

type RangeDialogProps = { start: Day | null; end: Day | null; onClose: () => void; onChoose: (start: Day, end: Day) => void };

/** Two days, typed or picked from the calendar, both counted. Mount it to open it. */
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

/** Why a range can't be asked for, in the server's own words. */
function rangeFault(start: Day | null, end: Day | null): string | null {
  const parsed = api.stats.read.query.safeParse({ period: "custom", startDate: start ?? undefined, endDate: end ?? undefined });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}
