import { useMemo, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { DayField } from "#client/components/form/day-field.tsx";
import { SelectField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import { toDrawable } from "#client/components/window/window-drawing.tsx";
import { type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { personalKey, withStorage } from "#client/lib/browser/browser.ts";
import { UNREADABLE_DAY } from "#client/lib/day-text.ts";
import { useUser } from "#client/lib/session.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { CARRIER_NAME, CARRIERS } from "#shared/domain/trade/carriers.ts";
import { MOST_IN_A_PARCEL } from "#shared/domain/trade/parcels.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { makeInWords } from "#shared/domain/window/saw/make-in-words.ts";
import { PIECE_STEP_LABEL, PIECE_STEPS } from "#shared/domain/window/saw/pieces.ts";
import { isWholeWindow } from "#shared/domain/window/saw/window-make.ts";
import { formatPieceAddress, type PieceState } from "./pieces.ts";
import type { WaitOf } from "./press/step-buttons.tsx";
import { weighShutters } from "./shutter-weights.ts";

type ParcelDialogProps = { order: Reply<"orders", "read">; pieces: readonly PieceState[]; waitOf: WaitOf; onClose: () => void };

type Values = { pieces: readonly string[]; shippingDate: Day | null; carrier: string; trackingNumber: string };

/**
 * Ships some of an order's shutters as one parcel; the packed ones are proposed (rule W83). A
 * shutter that waits for a recut cannot be chosen.
 */
export default function ParcelDialog({ order, pieces, waitOf, onClose }: ParcelDialogProps) {
  const user = useUser();
  const shipped = new Set(order.parcels.flatMap((parcel) => parcel.pieces.map(({ itemId, piece }) => `${itemId}.${piece}`)));
  const remaining = pieces.filter((piece) => !shipped.has(formatPieceAddress(piece)));
  const remembered = personalKey(user.id, "carrier");
  const [today] = useState(() => londonDay(new Date()));
  const [asking, setAsking] = useState<{ readonly values: Values; readonly unpacked: readonly PieceState[] } | null>(null);
  const form = useForm<Values>({
    defaultValues: {
      pieces: remaining
        .filter((piece) => piece.packed && !waitOf(piece))
        .map(formatPieceAddress)
        .slice(0, MOST_IN_A_PARCEL),
      shippingDate: today,
      // The order's parcels usually leave with one carrier, whoever shipped the last one.
      carrier: order.parcels.at(-1)?.carrier ?? withStorage((storage) => storage.getItem(remembered)) ?? "",
      trackingNumber: "",
    },
  });
  const { control, setValue } = form;
  const weights = useMemo(() => weighShutters(order), [order]);
  const chosen = useWatch({ control, name: "pieces" });
  const keyFor = useIdempotencyKey();
  const create = useCall("workshop", "createParcel", {
    success: ({ n }) => `Parcel ${n} of ${orderNumber(order.id)} shipped`,
    failure: null,
    onSuccess: onClose,
  });
  const choose = (piece: PieceState, into: boolean) => {
    const address = formatPieceAddress(piece);
    setValue("pieces", into ? [...chosen, address] : chosen.filter((each) => each !== address), { shouldDirty: true });
  };
  const leaving = remaining.filter((piece) => chosen.includes(formatPieceAddress(piece)));
  const submit = (values: Values) => {
    if (!values.shippingDate) return form.setError("shippingDate", { message: UNREADABLE_DAY });
    const unpacked = leaving.filter((piece) => !piece.packed);
    return unpacked.length > 0 ? setAsking({ values, unpacked }) : send(values);
  };
  const send = ({ shippingDate, carrier: name, trackingNumber }: Values) => {
    setAsking(null);
    if (!shippingDate) return;
    const carrier = CARRIERS.find((each) => each === name);
    if (carrier) withStorage((storage) => storage.setItem(remembered, carrier));
    const body = {
      pieces: leaving.map(({ itemId, piece }) => ({ itemId, piece })),
      shippingDate,
      ...(carrier && { carrier }),
      ...(trackingNumber.trim() && { trackingNumber: trackingNumber.trim() }),
    };
    return create.mutateAsync({ params: { id: order.id }, body, idempotencyKey: keyFor(body) }).catch(() => {});
  };
  const isRest = chosen.length === remaining.length;
  const isOfParts = (order.make ?? []).length > 0 && (order.make ?? []).every((make) => !isWholeWindow(make));
  const things = isOfParts ? "things" : "shutters";
  return (
    <FormDialog
      open
      onClose={onClose}
      form={form}
      onSubmit={submit}
      title="Ship a parcel"
      number={orderNumber(order.id)}
      description={
        isRest
          ? `These are the last ${things}: the order is shipped with them.`
          : `The customer is notified by email. The order stays in the workshop until its last ${things} are shipped.`
      }
      submitLabel={chosen.length === 0 || isOfParts ? "Ship" : `Ship ${countOf(chosen.length, "shutter")}`}
      needsNetwork
      submitDisabled={chosen.length === 0}
      pending={create.isPending}
      error={create.error && failureSentence(create.error, "Failed to ship the parcel")}
      footer={
        leaving.length > 0 && (
          <p aria-live="polite" className="text-sm tabular-nums">
            {[!isOfParts && countOf(leaving.length, "shutter"), `${weights.sum(leaving).toFixed(1)} kg`].filter(Boolean).join(", ")}
          </p>
        )
      }
    >
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-medium">{isOfParts ? "In the parcel" : "Shutters in the parcel"}</legend>
        {remaining.map((piece) => {
          const wait = waitOf(piece);
          return (
            <Checkbox
              key={formatPieceAddress(piece)}
              label={nameOf(order, piece)}
              hint={[furthestStep(piece), wait, `${weights.kgOf(piece).toFixed(1)} kg`].filter(Boolean).join(", ")}
              disabled={wait !== undefined}
              checked={chosen.includes(formatPieceAddress(piece))}
              onChange={(event) => choose(piece, event.target.checked)}
            />
          );
        })}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField control={control} name="shippingDate" label="Shipped on" />
        <SelectField
          control={control}
          name="carrier"
          label="Carrier"
          options={[{ value: "", label: "None" }, ...CARRIERS.map((value) => ({ value, label: CARRIER_NAME[value] }))]}
        />
      </div>
      <TextField
        control={control}
        name="trackingNumber"
        label="Tracking number"
        maxLength={LONGEST.trackingNumber}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        needsNetwork
        title={
          asking?.unpacked.length === 1
            ? "Ship a shutter that is not packed?"
            : `Ship ${asking?.unpacked.length} shutters that are not packed?`
        }
        confirmLabel="Ship anyway"
        onConfirm={() => asking && void send(asking.values)}
        pending={false}
      >
        <ul className="flex flex-col gap-1">
          {asking?.unpacked.map((piece) => (
            <li key={formatPieceAddress(piece)} className="wrap-anywhere">
              <span className="font-medium">{nameOf(order, piece)}</span>: {furthestStep(piece).toLowerCase()}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </FormDialog>
  );
}

/** `Assembled`, `Not cut`: the furthest step of a shutter. */
function furthestStep(piece: PieceState): string {
  const step = PIECE_STEPS.findLast((each) => piece[each]);
  return step ? PIECE_STEP_LABEL[step] : "Not cut";
}

/** `Bathroom, shutter 1 of 2`, with the parts that a remake makes: `Bathroom (All 21 louvres)`. */
function nameOf({ quote, make = [] }: ParcelDialogProps["order"], { itemId, piece }: PieceState): string {
  const item = quote.items.find(({ id }) => id === itemId);
  if (!item) return "";
  const name = [item.name, item.quantity > 1 && `shutter ${piece} of ${item.quantity}`].filter(Boolean).join(", ");
  const each = make.find((made) => made.itemId === itemId);
  return isWholeWindow(each) ? name : `${name} (${makeInWords(toDrawable(item), each)})`;
}
