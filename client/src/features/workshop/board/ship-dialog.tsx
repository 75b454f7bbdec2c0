import { type KeyboardEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { DayField } from "#client/components/form/day-field.tsx";
import { SelectField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { announceWait } from "#client/device/use-stored-call.ts";
import { personalKey, withStorage } from "#client/lib/browser/browser.ts";
import { UNREADABLE_DAY } from "#client/lib/day-text.ts";
import { useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { CARRIER_NAME, CARRIERS } from "#shared/domain/trade/carriers.ts";
import { isUnpackedReason, packedInWords, shippedInWords } from "#shared/domain/trade/parcels.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { type LeavingOrder, useWorkshopCall } from "../bench/use-workshop-call.ts";
import type { WorkshopRow } from "./board.ts";

type Leaving = Pick<
  WorkshopRow,
  "id" | "jobName" | "place" | "shutters" | "progress" | "shippingDate" | "carrier" | "trackingNumber" | "shippedBefore" | "shipped"
> & {
  /** The shutters with parts to recut, where they are known: `Bay waits for 2 louvres`. */
  readonly waits?: string;
  /** The packed shutters among them; the progress does not count these as packed. */
  readonly waitingPacked?: number;
  /** The kilograms of the shutters that leave, where they are known. */
  readonly kg?: number | undefined;
};
type ShipDialogProps = { orders: readonly Leaving[]; onShipped: (ids: readonly number[]) => void; onClose: () => void };

type Values = { shippingDate: Day | null; carrier: string; numbers: Record<string, string> };
/** react-hook-form reads a key of digits as an index of a list. */
const fieldOf = ({ id }: Leaving) => `numbers.of${id}` as const;

/** The value that all orders share; undefined if they differ. */
const sharedBy = <Value,>(orders: readonly Leaving[], of: (order: Leaving) => Value): Value | undefined => {
  const values = new Set(orders.map(of));
  return values.size === 1 ? [...values][0] : undefined;
};

/**
 * Ships orders: one day and carrier for all, a tracking number for each. Former values of the
 * orders are proposed. An order that could not be shipped stays in the dialog with the reason, and
 * orders that are not packed need a second press.
 */
export default function ShipDialog({ orders, onShipped, onClose }: ShipDialogProps) {
  const user = useUser();
  const { ship, isShipping } = useWorkshopCall();
  const [unsent, setUnsent] = useState(orders);
  const [failed, setFailed] = useState<string | null>(null);
  const [asking, setAsking] = useState<Values | null>(null);
  // Orders that another device has unpacked since this one read them.
  const [foundUnpacked, setFoundUnpacked] = useState<ReadonlySet<number>>(new Set());
  const remembered = personalKey(user.id, "carrier");
  const formerCarrier = sharedBy(orders, ({ carrier }) => carrier);
  const [today] = useState(() => londonDay(new Date()));
  const form = useForm<Values>({
    defaultValues: {
      shippingDate: sharedBy(orders, ({ shippedBefore, shippingDate }) => (shippedBefore ? shippingDate : null)) ?? today,
      carrier: formerCarrier ?? withStorage((storage) => storage.getItem(remembered)) ?? "",
      numbers: Object.fromEntries(orders.map(({ id, trackingNumber }) => [`of${id}`, trackingNumber ?? ""])),
    },
  });
  const unpacked = unsent.filter((order) => !isPacked(order) || foundUnpacked.has(order.id));
  const packed = unsent.filter((order) => !unpacked.includes(order));

  const leavingAs = (order: Leaving, { shippingDate, carrier: name, numbers }: Values, confirmed: boolean): LeavingOrder => {
    const carrier = CARRIERS.find((each) => each === name) ?? null;
    const trackingNumber = numbers[`of${order.id}`]?.trim() || null;
    return {
      id: order.id,
      ...(shippingDate && shippingDate !== today && { shippingDate }),
      // A carrier that none of the fields names is cleared only where the person saw it.
      ...(carrier ? { carrier } : formerCarrier && { carrier: null }),
      ...(trackingNumber !== order.trackingNumber && { trackingNumber }),
      ...(confirmed && unpacked.includes(order) && { confirmed }),
    };
  };

  const send = async (values: Values, { leaving, confirmed }: { readonly leaving: readonly Leaving[]; readonly confirmed: boolean }) => {
    setFailed(null);
    setAsking(null);
    const carrier = CARRIERS.find((each) => each === values.carrier);
    if (carrier) withStorage((storage) => storage.setItem(remembered, carrier));
    const replies = await ship(leaving.map((order) => leavingAs(order, values, confirmed))).catch(() => null);
    if (!replies) return setFailed("Failed to send the orders off");
    const shipped = replies.filter(({ ok }) => ok).map(({ id }) => id);
    onShipped(shipped);
    const reasons = replies.flatMap(({ waits }) => waits ?? []);
    const waiting = countOf(reasons.length, "order");
    const [reason] = reasons;
    if (reason)
      announceWait(reasons.includes("no-network") ? "no-network" : reason, {
        network: `${waiting} sent off when there is a network`,
        busy: `The portal is busy. ${waiting} sent off as soon as it answers`,
      });
    else if (shipped.length > 0) toast({ title: "Success", description: `${countOf(shipped.length, "order")} shipped` });
    if (shipped.length === leaving.length) return onClose();
    setUnsent(unsent.filter(({ id }) => !shipped.includes(id)));
    const found = replies.filter(({ error }) => error !== null && isUnpackedReason(error)).map(({ id }) => id);
    const isLeaving = (id: number) => leaving.some((each) => each.id === id);
    setFoundUnpacked((before) => new Set([...[...before].filter((id) => !isLeaving(id)), ...found]));
    for (const { id, ok, error } of replies) if (!ok) form.setError(`numbers.of${id}`, { message: error ?? "It could not be sent off" });
  };
  const submit = (values: Values) => {
    if (!values.shippingDate) return form.setError("shippingDate", { message: UNREADABLE_DAY });
    return unpacked.length > 0 ? setAsking(values) : send(values, { leaving: unsent, confirmed: false });
  };

  return (
    <FormDialog
      open
      onClose={onClose}
      form={form}
      onSubmit={submit}
      title={`Ship ${unsent.length === 1 ? "an order" : countOf(unsent.length, "order")}`}
      number={unsent.length === 1 && unsent[0] ? orderNumber(unsent[0].id) : undefined}
      description={`${unsent.length === 1 ? "The" : "Each"} customer is notified by email with carrier and number.`}
      submitLabel={unsent.length === 1 ? "Mark as shipped" : `Ship ${countOf(unsent.length, "order")}`}
      sentLater
      pending={isShipping}
      error={failed}
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <DayField control={form.control} name="shippingDate" label="Shipped on" />
          <SelectField
            control={form.control}
            name="carrier"
            label={unsent.length === 1 ? "Carrier" : "Carrier of all"}
            options={[{ value: "", label: "None" }, ...CARRIERS.map((value) => ({ value, label: CARRIER_NAME[value] }))]}
          />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a key that is pressed in one of its fields */}
        <div className="flex flex-col gap-4" onKeyDown={toNextField}>
          {unsent.map((order) => (
            <TextField
              key={order.id}
              control={form.control}
              name={fieldOf(order)}
              optional
              label={`Tracking number of ${[orderNumber(order.id), order.jobName].filter(Boolean).join(" ")}`}
              hint={[
                !isPacked(order) && unpackedReason(order),
                order.waits,
                order.shipped > 0 && `${shippedInWords(order)}: ${restInWords(order)} sent now`,
                order.kg !== undefined && `${order.kg.toFixed(1)} kg`,
                order.place,
              ]
                .filter(Boolean)
                .join(" · ")}
              maxLength={LONGEST.trackingNumber}
              autoCapitalize="characters"
              spellCheck={false}
            />
          ))}
        </div>
      </div>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={unpacked.length === 1 ? "Ship an order that is not packed?" : `Ship ${unpacked.length} orders that are not packed?`}
        confirmLabel={unsent.length === 1 ? "Ship anyway" : `Ship ${countOf(unsent.length, "order")} anyway`}
        otherStep={
          packed.length > 0
            ? {
                label: packed.length === 1 ? "Ship the packed one" : `Ship the ${packed.length} packed`,
                onClick: () => asking && void send(asking, { leaving: packed, confirmed: false }),
              }
            : undefined
        }
        onConfirm={() => asking && void send(asking, { leaving: unsent, confirmed: true })}
        pending={isShipping}
      >
        <ul className="flex flex-col gap-1">
          {unpacked.map((order) => (
            <li key={order.id} className="wrap-anywhere">
              <span className="font-medium">{[orderNumber(order.id), order.jobName].filter(Boolean).join(" ")}</span>
              {isPacked(order) ? ": not all are packed" : `: ${unpackedReason(order)}`}
              {order.waits && `. ${order.waits}`}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </FormDialog>
  );
}

/** The shutters that leave with this shipment. Shipped ones count as packed too. */
const leavingOf = ({ progress, shutters, shipped }: Leaving) => ({ packed: progress.packed - shipped, shutters: shutters - shipped });

const isPacked = (order: Leaving): boolean => order.progress.packed >= order.shutters;

/** `the other 2 are`, `the other one is` */
function restInWords(order: Leaving): string {
  const { shutters } = leavingOf(order);
  return shutters === 1 ? "the other one is" : `the other ${shutters} are`;
}

/** `4 of 6 are packed; 1 other packed shutter waits for a recut` */
function unpackedReason(order: Leaving): string {
  const { waitingPacked = 0 } = order;
  const words = packedInWords(leavingOf(order));
  if (waitingPacked === 0) return words;
  return `${words}; ${countOf(waitingPacked, "other packed shutter")} ${waitingPacked === 1 ? "waits" : "wait"} for a recut`;
}

/**
 * A scanner and a phone's keyboard press Enter after each number: Enter moves to the next field,
 * and submits in the last one.
 */
function toNextField(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
  const fields = [...event.currentTarget.querySelectorAll("input")];
  const next = fields[fields.indexOf(event.target as HTMLInputElement) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
