import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { Link } from "wouter";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { DetailsActions, DetailsDialog, Section, WhatNext } from "#client/components/facts/details-dialog.tsx";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { Breakable, DateText, Money, WholeNumbers } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import type { MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { calls, query } from "#client/lib/api.ts";
import { can, type User, useUser } from "#client/lib/session.ts";
import { PAYMENT_METHOD_LABEL } from "#shared/domain/trade/ledger.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import PaymentAllocateDialog from "./payment-allocate-dialog.tsx";
import PaymentRefundDialog from "./payment-refund-dialog.tsx";
import PaymentVoidDialog from "./payment-void-dialog.tsx";
import {
  disputeWords,
  isToBePaid,
  type Payment,
  paymentSentence,
  type Refund,
  refundSentence,
  refundState,
  stateOf,
} from "./payment-words.ts";

type PaymentDetailsDialogProps = {
  id: number;
  /** The amount of a cancelled order to refund, in pounds. The refund dialog opens at once. */
  giveBack?: number | null;
  onClose: () => void;
};
type Doing = "allocate" | "refund" | "void";

/** A payment's allocations, refunds with their status, and possible actions. */
export default function PaymentDetailsDialog({ id, giveBack = null, onClose }: PaymentDetailsDialogProps) {
  const user = useUser();
  const read = useQuery(query("payments", "read", { params: { id } }));
  const refunds = useQuery(query("payments", "refundsOf", { params: { id } }));
  const payment = read.data;
  const [chosen, setDoing] = useState<Doing | "nothing" | null>(null);
  const asks = giveBack !== null && payment !== undefined && mayGiveBack(user, payment);
  const doing = chosen ?? (asks ? "refund" : null);
  const back = () => setDoing("nothing");
  return (
    <DetailsDialog
      title="Payment"
      number={String(id)}
      description={payment && <Heading payment={payment} />}
      aside={payment && <StatusBadge {...stateOf(payment)} />}
      query={read}
      failure="Failed to load the payment"
      facts={7}
      onCloseRequest={onClose}
      actions={payment && <Actions payment={payment} onDo={setDoing} onClose={onClose} />}
      over={
        payment && (
          <>
            {doing === "allocate" && <PaymentAllocateDialog payment={payment} onClose={back} />}
            {doing === "refund" && (
              <PaymentRefundDialog
                payment={payment}
                {...(giveBack !== null && { proposed: giveBack, reason: "The order was cancelled" })}
                onClose={back}
              />
            )}
            {doing === "void" && <PaymentVoidDialog payment={payment} onClose={back} />}
          </>
        )
      }
    >
      {(payment) => (
        <>
          <WhatNext>
            <WholeNumbers text={paymentSentence(payment)} />
          </WhatNext>
          <Facts payment={payment} />
          {payment.allocations.length > 0 && <Pays payment={payment} />}
          {payment.disputes.length > 0 && <Disputes disputes={payment.disputes} />}
          <QueryView query={refunds} failure="Failed to load the refunds">
            {(rows) => rows.length > 0 && <Refunds refunds={rows} />}
          </QueryView>
        </>
      )}
    </DetailsDialog>
  );
}

const Heading = ({ payment: { company, currency, amount, method } }: { payment: Payment }) => (
  <span className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
    {company ? (
      <Link href={`/clients/${company.id}`} className={clsx(linkClass, "min-w-0 wrap-anywhere")}>
        {company.name}
      </Link>
    ) : (
      <span className="font-medium text-text">Unknown company</span>
    )}
    <span className="whitespace-nowrap">
      <span className="text-base text-text">
        <Money amount={amount} currency={currency} strong />
      </span>{" "}
      by {PAYMENT_METHOD_LABEL[method].toLowerCase()}
    </span>
  </span>
);

function Facts({ payment }: { payment: Payment }) {
  const {
    company,
    currency,
    receivedOn,
    reference,
    quoteId,
    recordedBy,
    createdAt,
    refunded,
    withdrawn,
    unallocated,
    stripePaymentIntentId,
  } = payment;
  return (
    <DefinitionList
      columns={3}
      facts={[
        { term: "Received", value: <DateText value={receivedOn} /> },
        quoteId ? { term: "Made for", value: <QuoteLink id={quoteId} /> } : null,
        reference !== null && { term: "Reference", value: reference },
        refunded > 0 && { term: "Given back", value: <Money amount={refunded} currency={currency} /> },
        withdrawn > 0 && { term: "Taken by the bank", value: <Money amount={withdrawn} currency={currency} /> },
        unallocated > 0 && company && { term: "Credit left", value: <Money amount={unallocated} /> },
        {
          term: "Recorded",
          value: (
            <>
              <DateText value={createdAt} time /> by {recordedBy?.contactName ?? "Stripe"}
            </>
          ),
        },
        stripePaymentIntentId !== null && { term: "At Stripe", value: <Breakable text={stripePaymentIntentId} /> },
      ]}
    />
  );
}

const QuoteLink = ({ id }: { id: number }) => (
  <Link href={`/quotes?quote=${id}`} className={linkClass}>
    {quoteNumber(id)}
  </Link>
);

const DocumentLink = ({ number }: { number: string }) => (
  <Link href={`/invoices?search=${number}`} className={linkClass}>
    {number}
  </Link>
);

const rowsClass = "divide-y border-y";
const rowClass = "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2";

const Pays = ({ payment }: { payment: Payment }) => (
  <Section title="Pays">
    <ul className={rowsClass}>
      {payment.allocations.map(({ number, amount }) => (
        <li key={number} className={rowClass}>
          <DocumentLink number={number} />
          <Money amount={amount} />
        </li>
      ))}
    </ul>
  </Section>
);

const Disputes = ({ disputes }: Pick<Payment, "disputes">) => (
  <Section title="Disputed">
    <ul className={rowsClass}>
      {disputes.map(({ id, currency, amount, withdrawn, status, on }) => (
        <li key={id} className={rowClass}>
          <span className="min-w-0 flex-1">
            {disputeWords(status)}, asked on <DateText value={on} />
            {withdrawn > 0 && <>; the bank took {withdrawn === amount ? "it" : <Money amount={withdrawn} currency={currency} />}</>}
          </span>
          <Money amount={amount} currency={currency} />
        </li>
      ))}
    </ul>
  </Section>
);

const Refunds = ({ refunds }: { refunds: readonly Refund[] }) => (
  <Section title="Given back">
    <ul className={rowsClass}>
      {refunds.map((refund) => (
        <li key={refund.id} className={rowClass}>
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <StatusBadge {...refundState(refund)} />
              <span className="text-muted">
                {refund.creditNoteNumber ? (
                  <DocumentLink number={refund.creditNoteNumber} />
                ) : refund.invoiceNumber ? (
                  `with a credit note on ${refund.invoiceNumber}`
                ) : (
                  "of the credit, without a note"
                )}
              </span>
            </span>
            <span className={isToBePaid(refund) ? "block font-medium text-danger" : "block"}>{refundSentence(refund)}</span>
            <span className="block text-xs text-muted wrap-anywhere">
              {refund.reason} · <DateText value={refund.createdAt} time /> by {refund.by?.contactName ?? "Stripe"}
            </span>
          </span>
          <Money amount={refund.amount} currency={refund.currency} strong />
        </li>
      ))}
    </ul>
  </Section>
);

const mayGiveBack = (user: User, { status, refundable }: Payment): boolean =>
  can(user, calls.payments.refund) && !user.isImpersonating && status === "received" && refundable > 0;

type ActionsProps = { payment: Payment; onDo: (doing: Doing) => void; onClose: () => void };

function Actions({ payment, onDo, onClose }: ActionsProps) {
  const user = useUser();
  const { status, method, unallocated, allocations, refunded, waitsForInvoice, company } = payment;
  const live = status === "received";
  const allocates =
    can(user, calls.payments.allocate) && live && !waitsForInvoice && company !== null && (unallocated > 0 || allocations.length > 0);
  const refunds = mayGiveBack(user, payment);
  const voids = can(user, calls.payments.void) && live && method === "bank_transfer" && refunded === 0;
  const menu: MenuItem[] = [
    ...(allocates && unallocated === 0 ? [{ label: "Reallocate…", onSelect: () => onDo("allocate") }] : []),
    ...(voids ? [{ label: "Void…", danger: true, onSelect: () => onDo("void") }] : []),
  ];
  return (
    <DetailsActions
      label={`More actions for payment ${payment.id}`}
      menu={menu}
      secondary={
        <>
          {refunds && <Button onClick={() => onDo("refund")}>Give money back</Button>}
          <Button onClick={onClose}>Close</Button>
        </>
      }
      primary={
        allocates &&
        unallocated > 0 && (
          <Button variant="primary" onClick={() => onDo("allocate")}>
            Allocate
          </Button>
        )
      }
    />
  );
}
