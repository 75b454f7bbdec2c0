import { DateText } from "#client/components/facts/date-text.tsx";
import { Money } from "#client/components/facts/money.tsx";
import { PaymentBadge } from "#client/components/facts/payment-badge.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import type { User } from "#client/lib/session.ts";
import { quoteNumber } from "#shared/domain/references.ts";
import { isStaff } from "#shared/domain/roles.ts";
import type { Quote } from "../quote-actions.ts";
import { QuoteStatusBadge } from "../quote-status-badge.tsx";
import { ValidUntil } from "../valid-until.tsx";

const company: Column<Quote> = {
  id: "company",
  header: "Company",
  cell: ({ user }) => (
    <span title={user.companyName} className="line-clamp-2 max-w-80 tight:max-w-56 wrap-anywhere stacked:max-w-none">
      {user.companyName}
    </span>
  ),
  wrap: true,
  place: "line",
};

/** Rule S4; staff see whose a quote is. */
export const quoteColumns = (user: Pick<User, "role">, now: number): readonly Column<Quote>[] => [
  { id: "number", header: "Quote #", cell: ({ id }) => quoteNumber(id) },
  ...(isStaff(user.role) ? [company] : []),
  { id: "status", header: "Status", place: "head", cell: ({ quoteStatus }) => <QuoteStatusBadge status={quoteStatus} /> },
  { id: "payment", header: "Payment", place: "head", cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} /> },
  { id: "created", header: "Created", cell: ({ createdAt }) => <DateText value={createdAt} /> },
  { id: "validUntil", header: "Valid Until", cell: (quote) => <ValidUntil quote={quote} now={now} /> },
  { id: "total", header: "Total", align: "right", place: "end", cell: ({ finalTotal }) => <Money amount={finalTotal} /> },
];
