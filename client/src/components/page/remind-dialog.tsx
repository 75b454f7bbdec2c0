import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { Money } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { type Input, query, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toasts.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

type RemindDialogProps = { filters: NonNullable<Input<"orders", "reminders">["query"]>; onClose: () => void };

const FAILED = "Failed to send the reminders";

/**
 * Displays which clients will be emailed about which unpaid orders and amounts (rule O14). The
 * orders are all results of the list, except those of unselected clients.
 */
export default function RemindDialog({ filters, onClose }: RemindDialogProps) {
  const orders = useQuery(query("orders", "reminders", { query: filters }));
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const remind = useCall("orders", "remind", {
    failure: null,
    onSuccess: (reply) => {
      toast({ title: "Success", description: sentWords(reply) });
      onClose();
    },
  });
  const clients = byClient(orders.data ?? []);
  const chosen = clients.filter(({ id }) => !leftOut.has(id));
  const toggle = (id: number) => {
    const next = new Set(leftOut);
    if (!next.delete(id)) next.add(id);
    setLeftOut(next);
  };
  return (
    <Dialog open onCloseRequest={() => !remind.isPending && onClose()} title="Send payment reminders" size="md" focus="field">
      <DialogBody className="flex flex-col gap-4">
        <p>The people who may order receive one email per company and day with the unpaid amounts.</p>
        <QueryView
          query={orders}
          failure="Failed to fetch orders"
          empty={<p className="text-muted">There is nobody to remind: no client here who can sign in owes anything.</p>}
        >
          {() => (
            <ul className="flex flex-col divide-y border-y">
              {clients.map((client) => (
                <li key={client.id} className="flex items-start justify-between gap-4 py-1">
                  <Checkbox
                    label={client.name}
                    hint={client.orders.map(({ id, jobName }, index) => (
                      <Fragment key={id}>
                        {index > 0 && " · "}
                        <span className="whitespace-nowrap">{orderNumber(id)}</span>
                        {jobName && ` ${jobName}`}
                      </Fragment>
                    ))}
                    checked={!leftOut.has(client.id)}
                    onChange={() => toggle(client.id)}
                  />
                  <span className="py-2">
                    <Money amount={client.total} strong />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
        {remind.error && <FailureNote>{failureSentence(remind.error, FAILED)}</FailureNote>}
      </DialogBody>
      <DialogFooter>
        <Button data-autofocus onClick={onClose} disabled={remind.isPending}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          pending={remind.isPending}
          onClick={() => remind.mutate({ body: { orderIds: chosen.flatMap((client) => client.orders.map(({ id }) => id)) } })}
        >
          {`Remind ${countOf(chosen.length, "client")}`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function sentWords({ companies, remindedToday, orderIds }: Reply<"orders", "remind">): string {
  const before = remindedToday > 0 ? `${countOf(remindedToday, "client")} had one today already` : "";
  if (companies === 0) return before;
  return [`${countOf(companies, "client")} reminded of ${countOf(orderIds.length, "order")}`, before].filter(Boolean).join("; ");
}

type Owed = Reply<"orders", "reminders">[number];

/** Groups the orders by client and adds up the amounts in pounds, largest total first. */
function byClient(rows: readonly Owed[]) {
  const clients = new Map<number, { id: number; name: string; orders: Owed[]; total: number }>();
  for (const order of rows) {
    const { companyId: id, companyName: name } = order;
    const client = clients.get(id) ?? { id, name, orders: [], total: 0 };
    client.orders.push(order);
    client.total += order.owed;
    clients.set(id, client);
  }
  return [...clients.values()].toSorted((one, other) => other.total - one.total);
}
