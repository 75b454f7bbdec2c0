import { type KeyboardEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { SelectField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { announceWait } from "#client/device/use-stored-call.ts";
import { personalKey, withStorage } from "#client/lib/browser/browser.ts";
import { useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { countOf } from "#shared/domain/text.ts";
import { CARRIER_NAME, CARRIERS } from "#shared/domain/trade/carriers.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { useWorkshopCall } from "../bench/use-workshop-call.ts";
import type { WorkshopRow } from "./board.ts";

type Leaving = Pick<WorkshopRow, "id" | "jobName" | "place" | "shutters" | "progress">;
type ShipDialogProps = { orders: readonly Leaving[]; onShipped: (ids: readonly number[]) => void; onClose: () => void };

type Values = { carrier: string; numbers: Record<string, string> };
/** react-hook-form reads a key of digits as an index of a list. */
const fieldOf = ({ id }: Leaving) => `numbers.of${id}` as const;

/**
 * Ships orders: one carrier for all, a tracking number for each. An order that could not be shipped
 * stays in the dialog with the reason.
 */
export default function ShipDialog({ orders, onShipped, onClose }: ShipDialogProps) {
  const user = useUser();
  const { ship, isShipping } = useWorkshopCall();
  const [unsent, setUnsent] = useState(orders);
  const [failed, setFailed] = useState<string | null>(null);
  const remembered = personalKey(user.id, "carrier");
  const form = useForm<Values>({
    defaultValues: {
      carrier: withStorage((storage) => storage.getItem(remembered)) ?? "",
      numbers: Object.fromEntries(orders.map(({ id }) => [`of${id}`, ""])),
    },
  });

  const send = async ({ carrier: name, numbers }: Values) => {
    setFailed(null);
    const carrier = CARRIERS.find((each) => each === name);
    if (carrier) withStorage((storage) => storage.setItem(remembered, carrier));
    const parcels = unsent.map(({ id }) => {
      const trackingNumber = numbers[`of${id}`]?.trim();
      return { id, ...(carrier && { carrier }), ...(trackingNumber && { trackingNumber }) };
    });
    const replies = await ship(parcels).catch(() => null);
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
    if (shipped.length === unsent.length) return onClose();
    setUnsent(unsent.filter(({ id }) => !shipped.includes(id)));
    for (const { id, ok, error } of replies) if (!ok) form.setError(`numbers.of${id}`, { message: error ?? "It could not be sent off" });
  };

  return (
    <FormDialog
      open
      onClose={onClose}
      form={form}
      onSubmit={send}
      title={`Ship ${unsent.length === 1 ? "an order" : countOf(unsent.length, "order")}`}
      number={unsent.length === 1 && unsent[0] ? orderNumber(unsent[0].id) : undefined}
      description="Each customer is notified by email with carrier and number."
      submitLabel={unsent.length === 1 ? "Mark as shipped" : `Ship ${countOf(unsent.length, "order")}`}
      pending={isShipping}
      error={failed}
    >
      <div className="flex flex-col gap-4">
        <SelectField
          control={form.control}
          name="carrier"
          label={unsent.length === 1 ? "Carrier" : "Carrier of all"}
          options={[{ value: "", label: "None" }, ...CARRIERS.map((value) => ({ value, label: CARRIER_NAME[value] }))]}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a key that is pressed in one of its fields */}
        <div className="flex flex-col gap-4" onKeyDown={toNextField}>
          {unsent.map((order) => (
            <TextField
              key={order.id}
              control={form.control}
              name={fieldOf(order)}
              label={`Tracking number of ${[orderNumber(order.id), order.jobName].filter(Boolean).join(" ")}`}
              hint={[
                order.progress.packed < order.shutters &&
                  `${order.progress.packed === 0 ? "None" : `Only ${order.progress.packed}`} of ${order.shutters} packed`,
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
    </FormDialog>
  );
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
