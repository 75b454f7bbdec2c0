import type { Control } from "react-hook-form";
import { NumberField } from "#client/components/number-field.tsx";
import { SelectField } from "#client/components/select-field.tsx";
import {
  FRAME_LABEL,
  FRAME_TYPES,
  MOUNT_LABEL,
  MOUNT_TYPES,
  OPENING_DIRECTIONS,
  OPENING_LABEL,
  TILT_ROD_LABEL,
  TILT_ROD_TYPES,
} from "#shared/domain/window-options.ts";
import type { QuoteValues } from "./window-form.ts";

const optionsOf = <const T extends string>(values: readonly T[], labels: Record<T, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

const FRAMES = optionsOf(FRAME_TYPES, FRAME_LABEL);
const MOUNTS = optionsOf(MOUNT_TYPES, MOUNT_LABEL);
const OPENINGS = optionsOf(OPENING_DIRECTIONS, OPENING_LABEL);
const TILT_RODS = optionsOf(TILT_ROD_TYPES, TILT_ROD_LABEL);

/** What every type is made with; the usual choice is made already (rule S11). */
export function WindowOptionFields({ control, at }: { control: Control<QuoteValues>; at: `windows.${number}` }) {
  const cell = "sm:col-span-2";
  return (
    <>
      <SelectField control={control} name={`${at}.frameType`} label="Frame" options={FRAMES} className={cell} />
      <SelectField control={control} name={`${at}.mountType`} label="Mount" options={MOUNTS} className={cell} />
      <SelectField control={control} name={`${at}.openingDirection`} label="Opening direction" options={OPENINGS} className={cell} />
      <SelectField control={control} name={`${at}.tiltRodType`} label="Tilt rod" options={TILT_RODS} className={cell} />
      <NumberField control={control} name={`${at}.numberOfMidRails`} label="Mid rails" whole className={cell} />
    </>
  );
}
