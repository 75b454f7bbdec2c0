import { FAULT_LABEL, REMAKE_FAULTS, type RemakeFault } from "#shared/domain/trade/remake-faults.ts";

type FaultFieldProps = { value: RemakeFault | ""; onChange: (fault: RemakeFault | "") => void; disabled: boolean };

/** Chooses the kind of fault by one tap. A second tap on the chosen kind clears it. */
export function FaultField({ value, onChange, disabled }: FaultFieldProps) {
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-1 text-sm font-medium">
        What is wrong <span className="font-normal text-muted">(optional)</span>
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {REMAKE_FAULTS.map((fault) => (
          <label
            key={fault}
            className="relative flex min-h-control items-center justify-center rounded border border-border-strong px-2 py-1 text-center text-sm transition-colors duration-150 hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-12"
          >
            <input
              type="radio"
              name="remake-fault"
              className="absolute inset-0 appearance-none rounded outline-none"
              checked={value === fault}
              onChange={() => onChange(fault)}
              onClick={() => value === fault && onChange("")}
            />
            {FAULT_LABEL[fault]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
