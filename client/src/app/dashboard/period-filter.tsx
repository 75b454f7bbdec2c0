import { CalendarDays } from "lucide-react";
import { useState } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { formatDate } from "#client/lib/format.ts";
import { type ChosenPeriod, STATS_PERIOD_LABEL, STATS_PERIODS, type StatsPeriod } from "#shared/domain/trade/stats-range.ts";

const RangeDialog = lazyDialog(() => import("./range-dialog.tsx"), { size: "lg", fields: 5 });

const OPTIONS = STATS_PERIODS.map((value) => ({ value, label: STATS_PERIOD_LABEL[value] }));

type PeriodFilterProps = { chosen: ChosenPeriod; onChange: (chosen: ChosenPeriod) => void };

/**
 * Custom Range opens a dialog for its days. The old period remains until the dialog is confirmed.
 */
export function PeriodFilter({ chosen, onChange }: PeriodFilterProps) {
  const [asking, setAsking] = useState(false);
  const choose = (period: StatsPeriod) => (period === "custom" ? setAsking(true) : onChange({ period }));
  const { period, startDate, endDate } = chosen;
  return (
    <>
      <Field label="Period" hideLabel className="w-44 max-sm:w-full">
        {(wiring) => (
          <Select {...wiring} value={period} onChange={(event) => choose(event.target.value as StatsPeriod)} options={OPTIONS} />
        )}
      </Field>
      {period === "custom" && startDate && endDate && (
        <Button icon={<CalendarDays />} className="max-sm:w-full" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {startDate === endDate ? formatDate(startDate) : `${formatDate(startDate)} – ${formatDate(endDate)}`}
        </Button>
      )}
      {asking && (
        <RangeDialog
          start={startDate ?? null}
          end={endDate ?? null}
          onClose={() => setAsking(false)}
          onChoose={(start, end) => {
            setAsking(false);
            onChange({ period: "custom", startDate: start, endDate: end });
          }}
        />
      )}
    </>
  );
}
