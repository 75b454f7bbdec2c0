import { type ClipboardEvent, type ComponentProps, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldErrors } from "react-hook-form";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { settleUndo } from "#client/lib/undo.ts";
import { listFilledWindows, type QuoteValues } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { WINDOWS_PLACE } from "../form/use-windows.ts";
import { findOpenChecks } from "../form/window-checks.ts";
import { isTable } from "../paste/paste-cells.ts";
import { PasteDialog } from "../paste/paste-dialog.tsx";
import { Keypad, useKeypad } from "../survey/keypad.tsx";
import { ShownPrices, useSurveyPrices } from "../survey/shown-prices.ts";
import { type Camera, SurveyBar } from "../survey/survey-bar.tsx";
import { SurveySteps } from "../survey/survey-steps.tsx";
import { HouseGrid } from "../windows/house-grid.tsx";
import { WindowEditor } from "../windows/window-editor.tsx";
import { WindowPicker } from "../windows/window-picker.tsx";
import { ChecksDialog } from "./checks-dialog.tsx";

/**
 * The state of a dialog that edits windows. `save` receives the values once every measure is
 * confirmed.
 */
export function useWindowsForm(quote: QuoteForm, isPhone: boolean, save: (values: QuoteValues) => void) {
  const { form, products } = quote;
  const [wholeHouse, setWholeHouse] = useState(false);
  /** Unconfirmed measure warnings stop the save until they are fixed or confirmed. */
  const [asking, setAsking] = useState(false);
  const openChecks = () => findOpenChecks(listFilledWindows(form.getValues("windows")), products);
  return {
    ...{ quote, isPhone, wholeHouse, setWholeHouse, asking, setAsking, openChecks, save },
    submit: (typed: QuoteValues) => {
      void settleUndo(WINDOWS_PLACE);
      const open = openChecks().length > 0;
      setAsking(open);
      if (!open) save(typed);
    },
    onInvalid: (errors: FieldErrors<QuoteValues>) => {
      setWholeHouse(false);
      quote.showFirstWrong(errors);
    },
  };
}

type WindowsFormDialogProps = Pick<
  ComponentProps<typeof FormDialog<QuoteValues, QuoteValues>>,
  "onClose" | "title" | "number" | "description" | "submitLabel" | "submitDisabled" | "pending" | "error" | "footer"
> & {
  windowsForm: ReturnType<typeof useWindowsForm>;
  onInvalid?: (errors: FieldErrors<QuoteValues>) => void;
  /** The shutter types are still loading. */
  waiting: boolean;
  verb: ComponentProps<typeof ChecksDialog>["verb"];
  submitLabel: string;
  /** Notices above the windows. */
  notices?: ReactNode;
  /** The fields of the job: above the windows, and a phone's first page. */
  job?: ReactNode;
  photos: ReactNode;
  /** The quote is not stored yet, so that no quotation to a homeowner has prices of its own. */
  isNew?: boolean;
  /** Adds photos to the window on screen, which a survey's bar takes. */
  camera?: Camera;
  /** Further dialogs. */
  children?: ReactNode;
};

/** A dialog with a list of windows, the fields of one of them, or the whole house. */
export function WindowsFormDialog(props: WindowsFormDialogProps) {
  const {
    windowsForm,
    onInvalid = windowsForm.onInvalid,
    waiting,
    verb,
    notices,
    job,
    photos,
    camera,
    isNew = false,
    children,
    ...dialog
  } = props;
  const { quote, isPhone, wholeHouse, setWholeHouse, asking, setAsking, openChecks, save, submit } = windowsForm;
  const { form, products } = quote;
  const keypad = useKeypad(isPhone);
  const prices = useSurveyPrices(quote, isPhone, isNew);
  const leaveHouse = (place: number) => quote.go(place, () => setWholeHouse(false));

  /** The initial text of the paste dialog, or null while it is closed. */
  const [pasting, setPasting] = useState<string | null>(null);
  /**
   * Spreadsheet rows pasted into a field open the paste dialog. A single cell is pasted into the
   * field.
   */
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData("text/plain");
    if (!quote.mayAdd || !(event.target instanceof HTMLInputElement) || !isTable(text)) return;
    event.preventDefault();
    setPasting(text);
  };
  return (
    <ShownPrices value={prices.displayed}>
      <FormDialog
        {...dialog}
        open
        size="xl"
        tall
        form={form}
        onSubmit={submit}
        onInvalid={onInvalid}
        nextStep={isPhone && !wholeHouse && (keypad.isOpen ? <Keypad keypad={keypad} quote={quote} /> : <SurveySteps quote={quote} />)}
        cramped={keypad.isOpen}
        head={
          isPhone &&
          !wholeHouse && (
            <SurveyBar
              quote={quote}
              prices={prices}
              camera={camera}
              onPasteRows={() => setPasting("")}
              onHouse={() => setWholeHouse(true)}
            />
          )
        }
        bodyClassName="flex flex-col p-0! md:overflow-hidden!"
      >
        {notices}
        {/* The whole house needs the room of the job. */}
        {job && (quote.atJob || !isPhone) && !wholeHouse && (
          <div data-page className="shrink-0 lg:flex">
            {job}
          </div>
        )}
        {wholeHouse ? (
          <HouseGrid quote={quote} onOpen={leaveHouse} />
        ) : (
          !quote.atJob && (
            <div className="flex shrink-0 flex-col md:grid md:min-h-0 md:flex-1 md:grid-cols-[14.5rem_minmax(0,1fr)] lg:grid-cols-[17rem_minmax(0,1fr)] md:border-y">
              {!isPhone && <WindowPicker quote={quote} onPasteRows={() => setPasting("")} onHouse={() => setWholeHouse(true)} />}
              <WindowEditor quote={quote} waiting={waiting} onPaste={onPaste} keys={keypad.ofFields} photos={photos} />
            </div>
          )
        )}
        {pasting !== null && (
          <PasteDialog
            initial={pasting}
            present={form.getValues("windows")}
            room={quote.room}
            products={products}
            onAdd={(added) => {
              // The dialog closes first, so that it can return the focus.
              flushSync(() => setPasting(null));
              setTimeout(() => quote.addAll(added));
            }}
            onClose={() => setPasting(null)}
          />
        )}
        {children}
        {asking && (
          <ChecksDialog
            quote={quote}
            verb={verb}
            saveLabel={dialog.submitLabel}
            onBack={() => {
              const open = openChecks();
              // The dialog closes first, so that it can return the focus.
              flushSync(() => {
                setAsking(false);
                if (open.length > 0) setWholeHouse(false);
              });
              setTimeout(() => quote.showCheck(open));
            }}
            onSave={() => {
              setAsking(false);
              quote.confirmAllChecks(openChecks());
              save(form.getValues());
            }}
          />
        )}
      </FormDialog>
    </ShownPrices>
  );
}
