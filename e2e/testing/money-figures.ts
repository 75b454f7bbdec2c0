/** The amounts of `GET /api/money` that open a list, in pounds. */
interface MoneyReply {
  readonly sold: { readonly gross: number };
  readonly invoiced: { readonly gross: number };
  readonly credited: { readonly gross: number };
  readonly received: { readonly total: number; readonly card: number; readonly bankTransfer: number };
  readonly refunded: number;
  readonly withdrawn: number;
  readonly owed: { readonly total: number };
  readonly notInvoiced: number;
  readonly credit: number;
}

/**
 * Returns each figure of Money by its label, as its list sums it up: credit notes are negative
 * there.
 */
export const figuresOf = (money: MoneyReply): readonly (readonly [label: string, figure: number])[] => [
  ["Sold", money.sold.gross],
  ["Invoiced", money.invoiced.gross],
  ["Credited", -money.credited.gross],
  ["Received", money.received.total],
  ["By card", money.received.card],
  ["By bank transfer", money.received.bankTransfer],
  ["Given back", money.refunded],
  ["Taken by disputes", money.withdrawn],
  ["In all", money.owed.total],
  ["Not invoiced yet", money.notInvoiced],
  ["Credit of customers", money.credit],
];
