import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { orderNumber, remakeNumber } from "#shared/domain/references.ts";
import { WindowAgain } from "./window-again.tsx";

type Remake = Reply<"remakes", "read">;
const FAILED = "Failed to make the order. Please try again.";

type RemakeOrderDialogProps = { remake: Remake; onClose: () => void };

/** How many of each window, by its id; 0 is not made again. Keys are texts, so that the form does not take them for places in a list. */
const chosen = z.object({ counts: z.record(z.string(), z.number().optional()) });
export type Chosen = z.input<typeof chosen>;

/** Of the window that the remake points at, one is offered: that is what it is about. */
const offered = ({ window }: Remake): Chosen => ({ counts: window ? { [`w${window.id}`]: 1 } : {} });

/** Which windows of the remake's order are made again, and how many of each, free of charge. */
export function RemakeOrderDialog({ remake, onClose }: RemakeOrderDialogProps) {
  const order = useQuery(query("orders", "read", { params: { id: remake.orderId } }));
  const form = useForm<Chosen>({ resolver: zodResolver(chosen), defaultValues: offered(remake) });
  const make = useCall("remakes", "order", {
    success: (made) => `Order ${orderNumber(made.id)} was made, free of charge`,
    failure: FAILED,
    onSuccess: onClose,
  });
  const counts = useWatch({ control: form.control, name: "counts" });
  const items = (order.data?.quote.items ?? []).flatMap(({ id }) => {
    const quantity = counts[`w${id}`] ?? 0;
    return quantity > 0 ? [{ itemId: id, quantity }] : [];
  });
  const [tried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
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
      error={make.error && failureSentence(make.error, FAILED)}
      submitDisabled={!order.data}
      bodyClassName="flex flex-col gap-3"
    >
      <QueryView query={order} failure="Failed to load order details">
        {({ quote }) => (
          <ul className="divide-y border-y">
            {quote.items.map((item) => (
              <WindowAgain
                key={item.id}
                control={form.control}
                item={item}
                mark={remake.window?.id === item.id ? remake.window.mark : null}
                disabled={make.isPending}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {tried && items.length === 0 && <Alert tone="danger">Please choose the windows to make again</Alert>}
    </FormDialog>
  );
}
