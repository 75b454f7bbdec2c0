import { Copy, Trash2 } from "lucide-react";
import { type ClipboardEvent, useState } from "react";
import type { Control, UseFormReturn } from "react-hook-form";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { NumberField, SelectField, TextField } from "#client/components/form/fields.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { MeasurementWarnings } from "#client/components/window/measurement-warnings.tsx";
import { LONGEST } from "#shared/domain/longest.ts";
import { OPTIONS, optionOf } from "#shared/domain/window-options.ts";
import type { Products } from "../create/quote-price.ts";
import { LiveDrawing } from "./live-drawing.tsx";
import { MeasureFields } from "./measure-fields.tsx";
import type { Warnings } from "./use-warnings.ts";
import type { Windows } from "./use-windows.ts";
import { drawableOf } from "./window-checks.ts";
import { choicesFor, isMeasured, isOrderable, type QuoteValues } from "./window-form.ts";
import { WindowPrice } from "./window-price.tsx";

const GIVEN_NAME = /^Window \d+$/;

type WindowFieldsProps = {
  form: UseFormReturn<QuoteValues>;
  windows: Windows;
  products: Products;
  /** Of the window that is on the screen. */
  warnings: Warnings;
  /** The shutter types are on their way. */
  waiting: boolean;
  /** Several cells of a spreadsheet, pasted into a field. */
  onPaste: (event: ClipboardEvent<HTMLElement>) => void;
};

/** The window that is on the screen. In the order in which a person measures and chooses. */
export function WindowFields({ form, windows, products, warnings, waiting, onPaste }: WindowFieldsProps) {
  const { control } = form;
  const { selected, rows } = windows;
  const at = `windows.${selected}` as const;
  const { window } = windows;
  const product = window.shutterTypeId === null ? undefined : products.get(window.shutterTypeId);

  const [asking, setAsking] = useState(false);

  const takeChoices = (id: string) => {
    const choices = choicesFor(products.get(Number(id)), form.getValues(at));
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue(`${at}.louverSize`, choices.louverSize, options);
    form.setValue(`${at}.colorSelection`, choices.colorSelection, options);
  };

  return (
    <section
      aria-label={`Window ${selected + 1} of ${rows.length}`}
      onKeyDown={windows.advance}
      onPaste={onPaste}
      className="min-h-0 px-page pt-3 pb-5 md:overflow-y-auto md:overscroll-contain"
    >
      <header className="mb-2 flex items-center gap-1">
        <h3 className="mr-auto text-base font-semibold">
          Window {selected + 1} <span className="font-normal text-muted">of {rows.length}</span>
        </h3>
        <Button size="sm" variant="ghost" icon={<Copy />} onClick={windows.duplicate} disabled={!windows.canAdd}>
          Duplicate
        </Button>
        {rows.length > 1 && (
          <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={() => (isMeasured(window) ? setAsking(true) : windows.remove())}>
            Remove
          </Button>
        )}
      </header>
      <div
        key={rows[selected]?.key}
        {...warnings.handlers}
        className="grid grid-cols-2 items-start gap-4 sm:grid-cols-6 lg:grid-cols-[repeat(6,minmax(0,1fr))_16.5rem]"
      >
        <TextField
          control={control}
          name={`${at}.name`}
          label="Window name"
          maxLength={LONGEST.windowName}
          // A name that the form gave is typed over, not typed on to: "Window 1Lounge".
          onFocus={({ currentTarget }) => GIVEN_NAME.test(currentTarget.value) && currentTarget.select()}
          className="col-span-2 sm:col-span-3"
        />
        <SelectField
          control={control}
          name={`${at}.shutterTypeId`}
          label="Shutter type"
          asNumber
          options={[...products.values()].map((type) => ({
            value: String(type.id),
            label: isOrderable(type) ? type.name : `${type.name} (not ready to order)`,
            disabled: !isOrderable(type),
          }))}
          prompt={waiting ? "Loading…" : "Choose a type"}
          onChosen={takeChoices}
          className="col-span-2 sm:col-span-3"
        />
        <MeasureFields form={form} at={at} unit={window.unit} warnings={warnings} />
        <LiveDrawing
          window={drawableOf(window, product)}
          className="col-span-2 sm:col-span-6 lg:col-span-1 lg:col-start-7 lg:row-span-5 lg:row-start-1 lg:pl-2"
        />
        <NumberField control={control} name={`${at}.quantity`} label="Quantity" whole className="sm:col-span-2" />
        <SelectField
          control={control}
          name={`${at}.louverSize`}
          label="Louver size"
          asNumber
          options={(product?.standardLouverSizes ?? []).map((size) => ({ value: String(size), label: `${size} mm` }))}
          prompt={product ? "Choose" : "Needs a type"}
          disabled={!product}
          className="sm:col-span-2"
        />
        <SelectField
          control={control}
          name={`${at}.colorSelection`}
          label="Colour"
          options={(product?.colorOptions ?? []).map((color) => ({ value: color, label: color }))}
          prompt={product ? "Choose" : "Needs a type"}
          disabled={!product}
          className="col-span-2"
        />
        <WindowOptionFields control={control} at={at} />
        <MeasurementWarnings
          warnings={warnings.beside("numberOfMidRails")}
          kept={warnings.kept}
          onKeep={warnings.keep}
          className="col-span-2 sm:col-span-6"
        />
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove window"
        confirmLabel="Remove window"
        cancelLabel="Keep it"
        onConfirm={() => {
          setAsking(false);
          windows.remove();
        }}
        pending={false}
        danger
      >
        Remove {window.name.trim() || "this window"} with its measures?
      </ConfirmDialog>
      <WindowPrice line={windows.preview.lines[selected] ?? null} product={product} quantity={window.quantity} />
    </section>
  );
}

/** What every type is made with; the usual choice is made already (rule S11). */
function WindowOptionFields({ control, at }: { control: Control<QuoteValues>; at: `windows.${number}` }) {
  return OPTIONS.map((name) => {
    const option = optionOf(name);
    const field = { control, name: `${at}.${name}`, label: option.label, className: "sm:col-span-2" } as const;
    if (option.kind === "count") return <NumberField key={name} {...field} whole />;
    const options = Object.entries(option.values).map(([value, { label }]) => ({ value, label }));
    return <SelectField key={name} {...field} options={options} />;
  });
}
