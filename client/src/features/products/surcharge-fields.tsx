import { Plus, X } from "lucide-react";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import type { z } from "zod";
import { AmountField } from "#client/components/form/amount-field.tsx";
import { SelectField } from "#client/components/form/fields.tsx";
import { Button, IconButton } from "#client/components/ui/control/button.tsx";
import {
  choicesOf,
  choiceWords,
  MOST_SURCHARGES,
  SURCHARGE_FIELDS,
  SURCHARGE_PER,
  type SurchargeField,
  surchargeFieldLabel,
} from "#shared/domain/trade/surcharges.ts";
import { parseValue, type productForm, readColours, readSizes } from "./product-form.ts";

type Values = z.input<typeof productForm>;
type FormControl = Control<Values, unknown, z.output<typeof productForm>>;
type Name = "surcharges" | "costSurcharges";
type SurchargeFieldsProps = {
  control: FormControl;
  name: Name;
  /** Another field has other values, so the chosen value is reset. */
  onField: (place: number) => void;
};

const FIELD_OPTIONS = SURCHARGE_FIELDS.map((value) => ({ value, label: surchargeFieldLabel(value) }));
const PER_OPTIONS = SURCHARGE_PER.map((value) => ({ value, label: `per ${value}` }));
const ROW = "grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-2";

const WORDS = {
  surcharges: {
    legend: "Surcharges",
    one: "surcharge",
    hint: "Charged in addition to the area of a window that has it, without a discount. Existing quotes do not change.",
  },
  costSurcharges: {
    legend: "Surcharges of the cost",
    one: "cost surcharge",
    hint: "The cost of such a window in addition to the cost of its area. Only you see it.",
  },
} as const satisfies Record<Name, object>;

/**
 * A type's surcharges of its price or its cost (rules P13 and P17), one line each: the field, its
 * value, the amount, and its unit. The line reads as a sentence, so its labels are for screen
 * readers only.
 */
export function SurchargeFields({ control, name, onField }: SurchargeFieldsProps) {
  const rows = useFieldArray({ control, name });
  const words = WORDS[name];
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">
        {words.legend} <span className="font-normal text-muted">(optional)</span>
      </legend>
      {rows.fields.map(({ id }, place) => (
        <SurchargeRow
          key={id}
          control={control}
          name={name}
          place={place}
          onField={() => onField(place)}
          onRemove={() => rows.remove(place)}
        />
      ))}
      <p className="text-xs text-muted">{words.hint}</p>
      {rows.fields.length < MOST_SURCHARGES && (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus />}
          onClick={() => rows.append({ field: "tiltRodType", value: "", amount: "", per: "shutter" })}
        >
          Add a {words.one}
        </Button>
      )}
    </fieldset>
  );
}

type SurchargeRowProps = { control: FormControl; name: Name; place: number; onField: () => void; onRemove: () => void };

function SurchargeRow({ control, name, place, onField, onRemove }: SurchargeRowProps) {
  const [typed, sizes, colours] = useWatch({ control, name: [`${name}.${place}`, "standardLouverSizes", "colorOptions"] });
  const path = `${name}.${place}` as const;
  const field: SurchargeField = typed?.field ?? "tiltRodType";
  const made = { standardLouverSizes: readSizes(sizes).values, colorOptions: readColours(colours).values };
  const values = choicesOf(field, made).map((value) => ({ value: String(value), label: choiceWords({ field, value }) }));
  const present = typed?.value ?? "";
  // A value that the type no longer offers remains visible until another value is chosen.
  const isGone = present !== "" && !values.some(({ value }) => value === present);
  const discontinued = isGone ? [{ value: present, label: choiceWords({ field, value: parseValue(field, present) }) }] : [];
  const ofSurcharge = `of ${WORDS[name].one} ${place + 1}`;
  return (
    <div className="border-b pb-3">
      <div className={ROW}>
        <SelectField
          control={control}
          name={`${path}.field`}
          label={`Field ${ofSurcharge}`}
          hideLabel
          options={FIELD_OPTIONS}
          onChosen={onField}
        />
        <SelectField
          control={control}
          name={`${path}.value`}
          label={`Value ${ofSurcharge}`}
          hideLabel
          prompt={values.length === 0 ? "None yet" : "Choose"}
          options={[...values, ...discontinued]}
        />
        <IconButton label={`Remove ${WORDS[name].one} ${place + 1}`} icon={<X />} onClick={onRemove} />
        <AmountField control={control} name={`${path}.amount`} label={`Amount ${ofSurcharge}`} hideLabel prefix="£" />
        <SelectField control={control} name={`${path}.per`} label={`Per what ${ofSurcharge}`} hideLabel options={PER_OPTIONS} />
      </div>
    </div>
  );
}
