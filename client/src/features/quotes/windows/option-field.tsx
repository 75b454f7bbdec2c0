import { NumberField, SelectField } from "#client/components/form/fields.tsx";
import { type OptionName, optionOf } from "#shared/domain/window/fields/window-fields.ts";
import { valueOptions } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";

/**
 * One option of the window on screen. A new kind of option does not compile until this component
 * has a field for it.
 */
export function OptionField({ quote: { form, at, window, saidAt, followMeasured }, name }: { quote: QuoteForm; name: OptionName }) {
  const option = optionOf(name);
  const field = {
    control: form.control,
    name: `${at}.${name}`,
    label: option.label,
    alsoWrong: saidAt(name),
    className: "sm:col-span-2",
  } as const;
  switch (option.kind) {
    case "count":
      return <NumberField {...field} whole />;
    case "choice":
      // A pasted choice that was unreadable is blank.
      return (
        <SelectField
          {...field}
          options={valueOptions(option)}
          prompt={String(window[name]) === "" ? "Choose" : undefined}
          onChosen={() => name === "mountType" && followMeasured()}
        />
      );
    default:
      return option satisfies never;
  }
}
