import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { CheckboxField } from "#client/components/checkbox-field.tsx";
import { FormDialog } from "#client/components/form-dialog.tsx";
import { QueryView } from "#client/components/query-view.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import { formatMillimetres } from "#client/lib/format.ts";
import { orderNumber, remakeNumber } from "#client/lib/references.ts";

type RemakeOrderDialogProps = { remake: Reply<"remakes", "read">; onClose: () => void };

const chosen = z.object({ windows: z.record(z.string(), z.boolean()) });

/** Which windows of the remake's order are made again, free of charge: one of each that is ticked. */
export function RemakeOrderDialog({ remake, onClose }: RemakeOrderDialogProps) {
  const order = useQuery(query("orders", "read", { params: { id: remake.orderId } }));
  const form = useForm<z.input<typeof chosen>, unknown, z.output<typeof chosen>>({
    resolver: zodResolver(chosen),
    defaultValues: { windows: {} },
  });
  const [none, setNone] = useState(false);
  const make = useCall("remakes", "order", {
    success: (made) => `Order ${orderNumber(made.id)} was made, free of charge`,
    failure: null,
    also: ["orders", "quotes"],
    onSuccess: onClose,
  });
  const submit = ({ windows }: z.output<typeof chosen>) => {
    const ticked = new Set(Object.keys(windows).filter((key) => windows[key]));
    const items = (order.data?.quote.items ?? []).filter(({ id }) => ticked.has(`w${id}`)).map(({ id }) => ({ itemId: id }));
    setNone(items.length === 0);
    if (items.length > 0) make.mutate({ params: { id: remake.id }, body: { items } });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Make ${remakeNumber(remake.id)} again`}
      description={`The windows of ${orderNumber(remake.orderId)} that are made again, free of charge. It becomes an order of its own, linked to this remake.`}
      form={form}
      onSubmit={submit}
      submitLabel="Make the order"
      pending={make.isPending}
      error={make.error}
      submitDisabled={!order.data}
    >
      <QueryView query={order} failure="Failed to load order details">
        {({ quote }) =>
          quote.items.map((item) => (
            <CheckboxField
              key={item.id}
              control={form.control}
              name={`windows.w${item.id}`}
              label={`${item.name}: ${formatMillimetres(item.widthM)} × ${formatMillimetres(item.heightM)}, ${item.shutterType}`}
            />
          ))
        }
      </QueryView>
      {none && <Alert tone="danger">Please choose the windows to make again</Alert>}
    </FormDialog>
  );
}
