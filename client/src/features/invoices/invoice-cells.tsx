import { clsx } from "clsx";
import { FileText } from "lucide-react";
import { Link } from "wouter";
import { ListedDate } from "#client/components/facts/values.tsx";
import { buttonClass, linkClass } from "#client/components/ui/control/button.tsx";
import type { Reply } from "#client/lib/api.ts";
import { invoicePath } from "#shared/contract/parts/papers.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";

export type InvoiceRow = Reply<"invoices", "list">[number];

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

/** Links to the invoice's order, or to its quote if it was paid before the order existed. */
export function OfWhat({ orderId, quoteId = 0 }: InvoiceRow) {
  const path = orderId === null ? `/quotes?quote=${quoteId}` : `/orders?order=${orderId}`;
  return (
    <Link href={path} className={linkClass}>
      {orderId === null ? quoteNumber(quoteId) : orderNumber(orderId)}
    </Link>
  );
}

/** Credit notes and paid invoices have no due day. */
export const isNotDue = ({ dueOn, owed }: Pick<InvoiceRow, "dueOn" | "owed">): boolean => !owed || dueOn === null;

/** The due day and the days overdue. Credit notes and paid invoices have no due day. */
export function Due({ dueOn, owed, overdueDays, disputed }: Pick<InvoiceRow, "dueOn" | "owed" | "overdueDays" | "disputed">) {
  if (!owed || dueOn === null) return <span className="text-muted">–</span>;
  return (
    <span className="block">
      <ListedDate value={dueOn} />
      {disputed ? <Disputed className="block" /> : <Overdue days={overdueDays} className="block" />}
    </span>
  );
}

/** The bank has not decided the dispute yet, so the invoice does not count as overdue. */
export const Disputed = ({ className }: { className: string }) => (
  <span className={clsx(className, "text-xs font-medium whitespace-nowrap text-danger")}>Disputed</span>
);

export const Overdue = ({ days, className }: { days: number; className: string }) =>
  days > 0 && <span className={clsx(className, "text-xs font-medium whitespace-nowrap text-danger")}>{countOf(days, "day")} overdue</span>;
