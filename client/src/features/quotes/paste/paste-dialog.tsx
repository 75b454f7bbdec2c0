import { useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Textarea } from "#client/components/ui/control/input.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { MOST_WINDOWS } from "#shared/domain/pricing.ts";
import type { Products } from "../create/quote-price.ts";
import { warningsOfAll } from "../windows/window-checks.ts";
import { firstWindow, type WindowValues } from "../windows/window-form.ts";
import { PasteChoices } from "./paste-choices.tsx";
import { PastePreview } from "./paste-preview.tsx";
import { type PastedRow, pasteWindows } from "./paste-windows.ts";

type PasteDialogProps = {
  /** What was pasted straight into the form; empty when the dialog was opened to paste here. */
  initial: string;
  /** The quote's windows so far: the rows start with the last one's choices, and their measures are compared with all. */
  present: readonly WindowValues[];
  /** How many windows the quote still takes. */
  room: number;
  products: Products;
  onAdd: (windows: WindowValues[]) => void;
  onClose: () => void;
};

const isGood = ({ errors }: PastedRow) => Object.keys(errors).length === 0;
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Rows from a spreadsheet, seen before they are windows. Only the text and the choices are kept; everything shown follows from them. */
export function PasteDialog({ initial, present, room, products, onAdd, onClose }: PasteDialogProps) {
  const [text, setText] = useState(initial);
  const [common, setCommon] = useState(() => present.at(-1) ?? firstWindow());
  const { rows, unread } = pasteWindows(text, common.unit, common, products);
  const good = rows.filter(isGood);
  const added = good.slice(0, room);
  const bad = rows.length - good.length;
  const warnings = warningsOfAll([...present, ...rows.map(({ window }) => window)], products).slice(present.length);
  const odd = warnings.filter((said) => said.length > 0).length;

  return (
    <Dialog
      open
      onCloseRequest={onClose}
      title="Paste rows"
      description="Copy rows in your spreadsheet and paste them here: name, width, height, quantity, type, louvre, colour, frame. With a row of headings, in any order."
      size="lg"
      focus="field"
    >
      <DialogBody className="flex flex-col gap-4">
        <Field label="Rows">
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={3}
              spellCheck={false}
              wrap="off"
              className="max-h-32! overflow-x-auto"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <PasteChoices common={common} onChange={setCommon} products={products} rows={rows} />
        {unread.length > 0 && <p className="text-sm text-muted">Not read: {unread.join(", ")}.</p>}
        {good.length > added.length && (
          <Alert tone="warning">
            A quote takes at most {MOST_WINDOWS} windows: the last {counted(good.length - added.length, "row")} will be left out.
          </Alert>
        )}
        {rows.length > 0 && <PastePreview rows={rows} warnings={warnings} />}
      </DialogBody>
      <DialogFooter>
        <p role="status" className="mr-auto text-sm text-muted max-md:w-full">
          {rows.length > 0 &&
            [`${counted(good.length, "row")} can be added`, bad > 0 && `${bad} can't`, odd > 0 && `${odd} to check`]
              .filter(Boolean)
              .join(", ")}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={added.length === 0} onClick={() => onAdd(added.map(({ window }) => window))}>
          {added.length > 0 ? `Add ${counted(added.length, "window")}` : "Add windows"}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
