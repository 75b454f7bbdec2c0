import { ArrowDown, ArrowUp, Bookmark, Copy, Trash2 } from "lucide-react";
import { type ClipboardEvent, type ReactNode, useState } from "react";
import { NumberField, SelectField, TextField } from "#client/components/form/fields.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { UndoNote } from "#client/components/page/undo-note.tsx";
import { Button, IconButton } from "#client/components/ui/control/button.tsx";
import { Skeleton } from "#client/components/ui/display/waiting.tsx";
import { MeasurementWarnings } from "#client/components/window/measurement-warnings.tsx";
import { LONGEST } from "#shared/domain/longest.ts";
import { PLAIN_OPTIONS } from "#shared/domain/window/fields/window-fields.ts";
import { colorOptions, isOrderable, isOwnName, louverOptions, type Product, pickTypeChoices, productOf } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { WINDOWS_PLACE } from "../form/use-windows.ts";
import { useHasTemplates } from "../form/window-template.ts";
import type { KeysOfFields } from "../survey/keypad.tsx";
import { checksId, MeasureFields } from "./measure-fields.tsx";
import { OptionField } from "./option-field.tsx";
import { LiveDrawing, WindowPrice } from "./window-preview.tsx";

const MakingFields = lazyPanel(() => import("./making-fields.tsx"), <Skeleton className="h-control w-64 max-w-full rounded" />);

const TemplatesDialog = lazyDialog(() => import("./templates-dialog.tsx"));

type WindowEditorProps = {
  quote: QuoteForm;
  /** The shutter types are still loading. */
  waiting: boolean;
  onPaste: (event: ClipboardEvent<HTMLElement>) => void;
  /** A phone's keypad, for the fields in millimetres. */
  keys: KeysOfFields | null;
  photos: ReactNode;
};

/** The fields of the window on screen, in the order in which a person measures and chooses. */
export function WindowEditor({ quote, waiting, onPaste, keys, photos }: WindowEditorProps) {
  const { form, products, rows, selected, at, product, checks } = quote;
  const { control } = form;
  const hasTemplates = useHasTemplates();
  const [choosing, setChoosing] = useState(false);

  const chooseType = (id: string) => {
    const choices = pickTypeChoices(productOf({ ...quote.window, shutterTypeId: Number(id) }, products), form.getValues(at));
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue(`${at}.louverSize`, choices.louverSize, options);
    form.setValue(`${at}.colorSelection`, choices.colorSelection, options);
  };

  return (
    <section
      data-page
      aria-label={`Window ${selected + 1} of ${rows.length}`}
      onKeyDown={quote.onEnter}
      onPaste={onPaste}
      className="min-h-0 px-page pt-3 pb-5 md:overflow-y-auto md:overscroll-contain"
    >
      <div className="-mr-3 mb-2 flex min-h-control flex-wrap items-center gap-x-1">
        {/* A phone has this heading in the survey's bar. */}
        <h3 className="mr-auto text-base font-semibold max-md:sr-only">
          Window {selected + 1} <span className="font-normal text-muted">of {rows.length}</span>
        </h3>
        {rows.length > 1 && quote.mayAdd && (
          <>
            <IconButton
              label="Move up"
              icon={<ArrowUp />}
              onClick={() => quote.move(-1)}
              disabled={selected === 0}
              className="max-md:hidden"
            />
            <IconButton
              label="Move down"
              icon={<ArrowDown />}
              onClick={() => quote.move(1)}
              disabled={selected === rows.length - 1}
              className="max-md:hidden"
            />
          </>
        )}
        {hasTemplates && (
          <Button size="sm" variant="ghost" icon={<Bookmark />} onClick={() => setChoosing(true)}>
            Templates
          </Button>
        )}
        {quote.mayAdd && (
          <Button size="sm" variant="ghost" icon={<Copy />} onClick={quote.duplicate} disabled={!quote.canAdd}>
            Duplicate
          </Button>
        )}
        {rows.length > 1 && (
          <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={quote.remove}>
            Remove
          </Button>
        )}
      </div>
      <div
        key={rows[selected]?.key}
        {...checks.handlers}
        className="grid grid-cols-2 items-start gap-4 sm:grid-cols-6 lg:grid-cols-[repeat(6,minmax(0,1fr))_16.5rem]"
      >
        <TextField
          control={control}
          name={`${at}.name`}
          label="Window name"
          maxLength={LONGEST.windowName}
          // The focus selects the form's own name, so that typing replaces it.
          onFocus={({ currentTarget }) => !isOwnName({ name: currentTarget.value }) && currentTarget.select()}
          className="col-span-2 sm:col-span-3"
        />
        <SelectField
          control={control}
          name={`${at}.shutterTypeId`}
          label="Shutter type"
          asNumber
          options={[
            // Without this option the browser would display the first other option.
            ...(quote.window.shutterTypeId !== null && !products.has(quote.window.shutterTypeId) && !waiting
              ? [goneType(quote.window.shutterTypeId, product)]
              : []),
            ...[...products.values()].map((type) => ({
              value: String(type.id),
              label: isOrderable(type) ? type.name : `${type.name} (not ready to order)`,
              disabled: !isOrderable(type),
            })),
          ]}
          prompt={waiting ? "Loading…" : "Choose a type"}
          onChosen={chooseType}
          className="col-span-2 sm:col-span-3"
        />
        <MeasureFields quote={quote} keys={keys} />
        <LiveDrawing
          quote={quote}
          className="col-span-2 flex flex-col sm:col-span-6 lg:col-span-1 lg:col-start-7 lg:sticky lg:top-0 lg:row-span-7 lg:row-start-1 lg:pl-2"
        >
          <MeasurementWarnings
            id={checksId(at)}
            warnings={checks.warnings}
            kept={checks.confirmed}
            onKeep={checks.confirm}
            onMend={checks.fix}
            mended={checks.applied}
            className="lg:order-last lg:mt-3"
          />
        </LiveDrawing>
        {/* At the site people measure and photograph first, and choose afterwards. */}
        {keys && photos && <div className="col-span-2">{photos}</div>}
        <NumberField control={control} name={`${at}.quantity`} label="Quantity" whole className="sm:col-span-2" />
        <SelectField
          control={control}
          name={`${at}.louverSize`}
          label="Louver size"
          asNumber
          options={louverOptions(product)}
          prompt={product ? "Choose" : "Needs a type"}
          disabled={!product}
          className="sm:col-span-2"
        />
        <SelectField
          control={control}
          name={`${at}.colorSelection`}
          label="Colour"
          options={colorOptions(product)}
          prompt={product ? "Choose" : "Needs a type"}
          disabled={!product}
          className="col-span-2"
        />
        {PLAIN_OPTIONS.filter((name) => name !== "openingDirection").map((name) => (
          <OptionField key={name} quote={quote} name={name} />
        ))}
        <MakingFields quote={quote} />
        {!keys && photos && <div className="col-span-2 sm:col-span-6">{photos}</div>}
      </div>
      <WindowPrice quote={quote} />
      <UndoNote place={WINDOWS_PLACE} className="sticky bottom-3 z-sticky" />
      {choosing && (
        <TemplatesDialog
          window={quote.window}
          products={products}
          onUse={(choices) => quote.changeAll([selected], () => choices)}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  );
}

/** An ordered window retains a type that is no longer sold. */
const goneType = (id: number, ordered: Product | undefined) => ({
  value: String(id),
  label: ordered ? `${ordered.name} (no longer sold)` : "No longer sold",
  disabled: !ordered,
});
