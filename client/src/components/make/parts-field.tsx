import { useId } from "react";
import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import { hangsOf, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { CUT_PART_LABEL, type CutPart } from "#shared/domain/window/saw/cut-list.ts";
import { makeInWords, partsOfWindow } from "#shared/domain/window/saw/make-in-words.ts";

/** The parts of a window to make again; empty lists are the whole window (rule W103). */
export interface Make {
  readonly panels: readonly string[];
  readonly parts: readonly CutPart[];
}

type PartsFieldProps = { name: string; window: WindowToDraw; make: Make; onChange: (make: Make) => void; disabled: boolean };

const toggled = <Value,>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((each) => each !== value) : [...list, value];

/** Chooses panels by their letters and kinds of parts. Nothing chosen is the whole window. */
export function PartsField({ name, window, make, onChange, disabled }: PartsFieldProps) {
  const letters = hangsOf(window).map((_, at) => panelLetter(at + 1));
  const { panels, parts } = make;
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-sm">
        <span className="text-muted">To make: </span>
        <span className="font-medium">{makeInWords(make)}</span>
      </p>
      {letters.length > 1 && (
        <Chips
          legend={`Panels of ${name}`}
          words="Panels"
          values={letters}
          chosen={panels}
          label={(letter) => letter}
          onPress={(letter) => onChange({ parts, panels: toggled(panels, letter).toSorted() })}
          disabled={disabled}
        />
      )}
      <Chips
        legend={`Parts of ${name}`}
        words="Parts"
        values={partsOfWindow(window)}
        chosen={parts}
        label={(part) => CUT_PART_LABEL[part]}
        onPress={(part) => onChange({ panels, parts: toggled(parts, part) })}
        disabled={disabled}
      />
    </div>
  );
}

type ChipsProps<Value> = {
  legend: string;
  words: string;
  values: readonly Value[];
  chosen: readonly Value[];
  label: (value: Value) => string;
  onPress: (value: Value) => void;
  disabled: boolean;
};

function Chips<Value extends string>({ legend, words, values, chosen, label, onPress, disabled }: ChipsProps<Value>) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the windows' own would be read out twice
    <div role="group" aria-label={legend} className="flex flex-wrap items-center gap-2">
      <span aria-hidden className="w-14 text-sm text-muted">
        {words}
      </span>
      {values.map((value) => (
        <label
          key={value}
          className="relative flex min-h-control min-w-control items-center justify-center rounded border border-border-strong px-3 text-sm transition-colors duration-150 hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="checkbox"
            name={`${id}-${value}`}
            className="absolute inset-0 appearance-none rounded outline-none"
            checked={chosen.includes(value)}
            disabled={disabled}
            onChange={() => onPress(value)}
          />
          {label(value)}
        </label>
      ))}
    </div>
  );
}
