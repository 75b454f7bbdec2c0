import { clsx } from "clsx";
import { FileText } from "lucide-react";
import { Link } from "wouter";
import { ListedDate } from "#client/components/facts/values.tsx";
import { buttonClass, linkClass } from "#client/components/ui/control/button.tsx";
import type { Reply } from "#client/lib/api.ts";
import { invoicePath } from "#shared/contract/parts/papers.ts";
import { orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";

export type InvoiceRow = Reply<"invoices", "list">[number];

/** Opens the document as it was issued. */
export const PdfLink = ({ number }: Pick<InvoiceRow, "number">) => (
  <a
    href={invoicePath(number)}
    target="_blank"
    rel="noopener noreferrer"
    aria-label={`PDF of ${number}`}
    className={buttonClass("secondary", "sm")}
  >
    <FileText aria-hidden className="-ml-0.5 size-4" />
    PDF
  </a>
);

/** Its order; or its quote, where it was paid before there was an order. */
export function OfWhat({ orderId, quoteId = 0 }: InvoiceRow) {
  const path = orderId === null ? `/quotes?quote=${quoteId}` : `/orders?order=${orderId}`;
  return (
    <Link href={path} className={linkClass}>
      {orderId === null ? quoteNumber(quoteId) : orderNumber(orderId)}
    </Link>
  );
}

/**
 * Until when it is to be paid, and by how many days that is past. A credit note and a paid one have
 * nothing due.
 */
export function Due({ dueOn, owed, overdueDays, disputed }: Pick<InvoiceRow, "dueOn" | "owed" | "overdueDays" | "disputed">) {
  if (!owed || dueOn === null) return <span className="text-muted">–</span>;
  return (
    <span className="block">
      <ListedDate value={dueOn} />
      {disputed ? <Disputed className="block" /> : <Overdue days={overdueDays} className="block" />}
    </span>
  );
}

/** The bank has not decided whether the invoice is owed, so it is not overdue either. */
export const Disputed = ({ className }: { className: string }) => (
  <span className={clsx(className, "text-xs font-medium whitespace-nowrap text-danger")}>Disputed</span>
);

export const Overdue = ({ days, className }: { days: number; className: string }) =>
  days > 0 && (
    <span className={clsx(className, "text-xs font-medium whitespace-nowrap text-danger")}>
      {days === 1 ? "1 day overdue" : `${days} days overdue`}
    </span>
  );
