import { type ReactNode, useId } from "react";
import { Select } from "#client/components/ui/control/choices.tsx";
import { OptionTile } from "#client/components/ui/control/option-tile.tsx";
import { WindowDrawing } from "#client/components/window/window-drawing.tsx";
import { upperFirst } from "#shared/domain/text.ts";
import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import { hangsOf, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { CUT_PART_LABEL, type CutPart } from "#shared/domain/window/saw/cut-list.ts";
import { makeInWords, mostOfPart, partsOfWindow } from "#shared/domain/window/saw/make-in-words.ts";
import { stilesInWords } from "#shared/domain/window/saw/panel-facts.ts";
import { isOfPanel, STILE_SIDES, type StileSide } from "#shared/domain/window/saw/window-make.ts";

/** The parts of a window to make again; empty lists are the whole window (rule W103). */
export interface Make {
  readonly panels: readonly string[];
  readonly parts: readonly CutPart[];
  readonly counts?: Counts | undefined;
  readonly stile?: StileSide | null | undefined;
}
type Counts = Readonly<Partial<Record<CutPart, number>>>;

/** The make of a request to the server. */
export const makeToSend = ({ panels, parts, counts, stile }: Make) => ({
  panels: [...panels],
  parts: [...parts],
  ...(counts && { counts }),
  ...(stile && { stile }),
});

/** Starts at one louvre when louvres are chosen: one is broken more often than all of them. */
function startAtOneLouvre(window: WindowToDraw, make: Make): Make {
  const starts = make.parts.includes("louvre") && mostOfPart(window, make, "louvre") > 1;
  return starts ? { ...make, counts: { ...make.counts, louvre: 1 } } : make;
}

type PartsFieldProps = { name: string; window: WindowToDraw; make: Make; onChange: (make: Make) => void; disabled: boolean };

const toggled = <Value,>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((each) => each !== value) : [...list, value];

/**
 * Retains only numbers of chosen parts that leave some of a panel's parts out: as many as a panel
 * has are all of them. Likewise the side of a stile.
 */
function withoutIdleCounts(window: WindowToDraw, { panels, parts, counts = {}, stile }: Make): Make {
  const partial = parts.flatMap((part) => {
    const count = counts[part];
    return count !== undefined && count < mostOfPart(window, { panels, parts }, part) ? [[part, count] as const] : [];
  });
  return {
    panels,
    parts,
    counts: partial.length > 0 ? Object.fromEntries(partial) : undefined,
    stile: parts.includes("stile") ? stile : undefined,
  };
}

/**
 * Chooses panels by their letters, kinds of parts, and the number of parts. Nothing chosen is the
 * whole window.
 */
export function PartsField({ name, window, make, onChange, disabled }: PartsFieldProps) {
  const letters = hangsOf(window).map((_, at) => panelLetter(at + 1));
  const { panels, parts, counts, stile } = make;
  const change = (to: Partial<Make>) => onChange(withoutIdleCounts(window, { panels, parts, counts, stile, ...to }));
  const severals = parts.map((part) => ({ part, most: mostOfPart(window, make, part) })).filter(({ most }) => most > 1);
  const isInEach = panels.length > 1 || (panels.length === 0 && letters.length > 1);
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-sm">
        <span className="text-muted">To make: </span>
        <span className="font-medium">{makeInWords(window, make)}</span>
      </p>
      {letters.length > 1 && <WindowDrawing window={window} decorative letters width={200} height={160} detail="thumbnail" />}
      <Chips
        legend={`Panels of ${name}`}
        words="Panels"
        values={letters}
        chosen={panels}
        // The only panel is chosen to leave its frame in the wall.
        label={(letter) => (letters.length === 1 ? `${letter}, without the frame` : letter)}
        onPress={(letter) => change({ panels: toggled(panels, letter).toSorted() })}
        disabled={disabled}
      />
      <Chips
        legend={`Parts of ${name}`}
        words="Parts"
        values={partsOfWindow(window)}
        chosen={parts}
        label={(part) => CUT_PART_LABEL[part]}
        onPress={(part) => {
          const after = { panels, parts: toggled(parts, part), counts };
          change(part === "louvre" ? startAtOneLouvre(window, after) : after);
        }}
        disabled={disabled}
      />
      {parts.includes("stile") && (
        <StileField
          label={`Stiles${isInEach ? " in each panel" : ""}`}
          name={name}
          names={
            isInEach
              ? ["left stile", "right stile"]
              : stilesInWords({ ...window, make: null }, Math.max(1, letters.indexOf(panels[0] ?? "A") + 1))
          }
          stile={stile}
          onChange={(side) => change({ stile: side })}
          disabled={disabled}
        />
      )}
      {severals.map(({ part, most }) => (
        <PartNumber
          key={part}
          label={`${CUT_PART_LABEL[part].replace(",", "")}s${isInEach && isOfPanel(part) ? " in each panel" : ""}`}
          name={name}
          most={most}
          count={counts?.[part]}
          onChange={(count) => change({ counts: { ...counts, [part]: count } })}
          disabled={disabled}
        />
      ))}
    </div>
  );
}

/** A choice below the parts, beside its visible name. The choice has a name of its own for readers. */
const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2 pl-16">
    <span aria-hidden className="text-sm text-muted">
      {label}
    </span>
    {children}
  </div>
);

type StileFieldProps = {
  label: string;
  /** The window's name, which distinguishes the fields of several windows. */
  name: string;
  /** The left and the right stile in words. */
  names: readonly string[];
  stile: StileSide | null | undefined;
  onChange: (side: StileSide | undefined) => void;
  disabled: boolean;
};

/** Chooses both stiles of a panel or one of them. */
function StileField({ label, name, names, stile, onChange, disabled }: StileFieldProps) {
  return (
    <Labelled label={label}>
      <Select
        aria-label={`${label} of ${name}`}
        value={stile ?? ""}
        disabled={disabled}
        onChange={({ target }) => onChange(STILE_SIDES.find((side) => side === target.value))}
        options={[{ value: "", label: "Both" }, ...STILE_SIDES.map((side, at) => ({ value: side, label: upperFirst(names[at] ?? side) }))]}
        className="w-52"
      />
    </Labelled>
  );
}

type PartNumberProps = {
  label: string;
  /** The window's name, which distinguishes the fields of several windows. */
  name: string;
  most: number;
  /** Undefined: all of them. */
  count: number | undefined;
  onChange: (count: number | undefined) => void;
  disabled: boolean;
};

/** Chooses all parts of a kind or a smaller number of them. */
function PartNumber({ label, name, most, count, onChange, disabled }: PartNumberProps) {
  const fewer = Array.from({ length: most - 1 }, (_, at) => String(at + 1));
  return (
    <Labelled label={label}>
      <Select
        aria-label={`${label} of ${name}`}
        value={count === undefined ? "" : String(count)}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
        options={[{ value: "", label: `All ${most}` }, ...fewer.map((value) => ({ value, label: value }))]}
        className="w-28"
      />
    </Labelled>
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
    <div role="group" aria-label={legend} className="flex gap-2">
      <span aria-hidden className="flex min-h-control w-14 shrink-0 items-center self-start text-sm text-muted">
        {words}
      </span>
      <div className="flex min-w-0 flex-wrap gap-2">
        {values.map((value) => (
          <OptionTile
            key={value}
            type="checkbox"
            name={`${id}-${value}`}
            className="min-w-control px-3"
            checked={chosen.includes(value)}
            disabled={disabled}
            onChange={() => onPress(value)}
          >
            {label(value)}
          </OptionTile>
        ))}
      </div>
    </div>
  );
}
