import type { Control } from "react-hook-form";
import { NumberField } from "#client/components/form/number-field.tsx";
import { SelectField } from "#client/components/form/select-field.tsx";
import { OPTIONS, optionOf } from "#shared/domain/window-options.ts";
import type { QuoteValues } from "./window-form.ts";

/** What every type is made with; the usual choice is made already (rule S11). */
export function WindowOptionFields({ control, at }: { control: Control<QuoteValues>; at: `windows.${number}` }) {
  return OPTIONS.map((name) => {
    const option = optionOf(name);
    const field = { control, name: `${at}.${name}`, label: option.label, className: "sm:col-span-2" } as const;
    if (option.kind === "count") return <NumberField key={name} {...field} whole />;
    const options = Object.entries(option.values).map(([value, { label }]) => ({ value, label }));
    return <SelectField key={name} {...field} options={options} />;
  });
}
