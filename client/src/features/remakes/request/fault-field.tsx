import { OptionTile } from "#client/components/ui/control/option-tile.tsx";
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
          <OptionTile
            key={fault}
            type="radio"
            name="remake-fault"
            className="px-2 py-1 text-center pointer-coarse:min-h-12"
            checked={value === fault}
            onChange={() => onChange(fault)}
            onClick={() => value === fault && onChange("")}
          >
            {FAULT_LABEL[fault]}
          </OptionTile>
        ))}
      </div>
    </fieldset>
  );
}
