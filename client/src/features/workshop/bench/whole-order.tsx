import { type ReactNode, useState } from "react";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { remadeFact, supplierFact } from "#client/components/facts/supplier-facts.tsx";
import { Address } from "#client/components/facts/values.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { NetworkNote, PaperLink } from "#client/components/page/document-link.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { calls, type Reply } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { workshopPaperPath } from "#shared/contract/parts/papers.ts";
import { londonDay } from "#shared/domain/period.ts";
import { placeOf } from "#shared/domain/trade/place.ts";
import { isInWorkshop, orderNumber, poNumberInWords } from "#shared/domain/trade/status.ts";
import { dayInWords } from "../board/board.ts";

const ShippingDayDialog = lazyDialog(() => import("./shipping-day-dialog.tsx"), { size: "sm", fields: 1 });

type WholeOrderProps = { order: Reply<"orders", "read">; onAsk: () => void; children: ReactNode };

/** The order's facts, its steps, and the presses of a bench: Ask, Set date, Labels (rule W109). */
export function WholeOrder({ order, onAsk, children }: WholeOrderProps) {
  const user = useUser();
  const [dating, setDating] = useState(false);
  const { id, supplier, shippingDate } = order;
  const today = londonDay(new Date());
  const isOpen = isInWorkshop(order.orderStatus);
  return (
    <section aria-label="The whole order" className="flex flex-col gap-4 rounded-lg border bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <DefinitionList
            columns={3}
            facts={[
              { term: "Deliver to", value: <Address text={placeOf(order.shippingAddress)} /> },
              order.poNumber !== null && { term: "PO number", value: poNumberInWords(order.poNumber) },
              shippingDate !== null && { term: "Ships on", value: dayInWords(shippingDate, today) },
              order.requiredBy !== null && { term: "Needed by", value: dayInWords(order.requiredBy, today) },
              user.role !== "supplier" && supplierFact(supplier),
              remadeFact(order.remakeId),
            ]}
          />
        </div>
        {isOpen && (
          <div className="flex flex-wrap gap-2 print:hidden">
            {user.role === "supplier" && (
              <Button needsNetwork onClick={onAsk}>
                Ask
              </Button>
            )}
            {can(user, calls.orders.changeDates) && (
              <Button onClick={() => setDating(true)}>{shippingDate === null ? "Set date" : "Change date"}</Button>
            )}
            <PaperLink
              path={workshopPaperPath("labels", [id])}
              making={{ paper: "labels", what: `the labels of ${orderNumber(id)}`, windows: order.shutters }}
              className={buttonClass()}
            >
              Labels
            </PaperLink>
            <NetworkNote className="w-full">Papers and questions need the network.</NetworkNote>
          </div>
        )}
      </div>
      {children}
      {dating && <ShippingDayDialog order={order} onClose={() => setDating(false)} />}
    </section>
  );
}
