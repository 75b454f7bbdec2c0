import { useState } from "react";
import { parseNumber } from "#client/components/form/fields.tsx";
import { formatPence, type Pence, pence, sumPence } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";
import { splitOldestFirst } from "#shared/domain/trade/ledger.ts";

/** An invoice to which a payment can be allocated. */
export interface Payable {
  readonly number: string;
  readonly jobName: string | null;
  /** Null if the invoice is already paid, at least partly by this payment. */
  readonly dueOn: Day | null;
  /** The most that this payment can cover. */
  readonly most: Pence;
  /** The least that this payment covers: an allocation made at Stripe's page cannot be reduced. */
  readonly least: Pence;
}

/** Reads typed pounds as pence. A blank field is 0, an unreadable one null. */
export function parsePence(typed: string | undefined): Pence | null {
  if (!typed?.trim()) return pence(0);
  const pounds = parseNumber(typed.replace("£", ""));
  const amount = Math.round(pounds * 100);
  return Number.isFinite(pounds) && pounds >= 0 && Math.abs(pounds * 100 - amount) < 1e-6 ? pence(amount) : null;
}

/** Formats pence as `40.00`. Zero is a blank field. */
export const formatPounds = (amount: number): string => (amount === 0 ? "" : (amount / 100).toFixed(2));

const digitsOf = (number: string): number => Number(number.replace(/\D/g, ""));

/**
 * Allocates a payment to invoices. Until a person edits an amount, the earliest due invoice is paid
 * first, and the allocation follows the typed total.
 */
export function useParts(payable: readonly Payable[], room: Pence, start: Readonly<Record<string, string>> | null) {
  const [typed, setTyped] = useState(start);
  const proposed = splitOldestFirst(
    room,
    payable.map(({ number, dueOn, most }) => ({ number: digitsOf(number), dueOn: dueOn ?? "", owedPence: most })),
  );
  const proposedOf = (number: string) => proposed.find((part) => part.number === digitsOf(number))?.amount ?? 0;
  const textOf = (number: string): string => (typed === null ? formatPounds(proposedOf(number)) : (typed[number] ?? ""));
  const rows = payable.map((invoice) => {
    const text = textOf(invoice.number);
    return { ...invoice, text, amount: parsePence(text) };
  });
  const total = sumPence(rows.map(({ amount }) => amount ?? pence(0)));
  const remainder = pence(room - total);
  return {
    rows: rows.map((row) => ({ ...row, fault: faultOf(row) })),
    total,
    left: remainder,
    isOwn: typed !== null,
    fault: remainder < 0 ? "The allocations exceed the amount" : null,
    isRight: remainder >= 0 && rows.every((row) => faultOf(row) === null),
    allocations: rows.flatMap(({ number, amount }) => (amount ? [{ number, amount: amount / 100 }] : [])),
    change: (number: string, text: string) =>
      setTyped((before) => ({ ...(before ?? Object.fromEntries(rows.map((row) => [row.number, row.text]))), [number]: text })),
    /** Restores the automatic allocation. */
    propose: () => setTyped(null),
  };
}
export type Parts = ReturnType<typeof useParts>;

function faultOf({ number, amount, most, least }: Payable & { readonly amount: Pence | null }): string | null {
  if (amount === null) return "Write an amount such as 40.00";
  if (amount > most) return `${number} owes ${formatPence(most)}`;
  return amount < least ? "A card payment stays with what it paid" : null;
}
