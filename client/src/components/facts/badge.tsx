import { clsx } from "clsx";
import type { ReactNode } from "react";
import { isWrittenOff, type Payable } from "#client/lib/part-paid.ts";
import { PAYMENT_STATUS_LABEL, type PaymentStatus } from "#shared/domain/trade/status.ts";

export type BadgeLook = "default" | "secondary" | "destructive" | "outline";
export type BadgeTone = "neutral" | "accent" | "positive" | "warning" | "danger" | "info";

/**
 * Every badge has one style without a box: a dot and a word. `default` and `destructive` also
 * colour the word; `outline` draws the dot as a ring.
 */
const WORD: Record<BadgeLook, string> = { default: "text-accent", secondary: "", destructive: "text-danger", outline: "" };

const DOT: Record<BadgeTone, string> = {
  neutral: "text-border-strong",
  accent: "text-accent",
  positive: "text-positive",
  warning: "text-warning",
  danger: "text-danger",
  info: "text-info",
};

type StatusBadgeProps = { word: ReactNode; look?: BadgeLook; tone?: BadgeTone };

/**
 * A feature defines a table from its statuses to looks, so that a status has one look everywhere.
 */
export function StatusBadge({ word, look = "secondary", tone = "neutral" }: StatusBadgeProps) {
  return (
    <span className={clsx("inline-flex max-w-full items-baseline gap-1.5 text-xs font-medium whitespace-nowrap", WORD[look])}>
      <span
        aria-hidden
        className={clsx(
          "size-1.5 shrink-0 self-center rounded-full",
          look === "outline" ? "ring-[1.5px] ring-current ring-inset" : "bg-current",
          DOT[tone],
        )}
      />
      <span className="truncate">{word}</span>
    </span>
  );
}

const TONE = { paid: "positive", unpaid: "warning" } as const satisfies Record<PaymentStatus, string>;

export const WrittenOffBadge = () => <StatusBadge word="Written off" tone="neutral" />;

/**
 * The payment of a quote or an order; a written-off one owes nothing and stays unpaid (rule Y26).
 */
export const PaymentOf = ({ record: { paymentStatus, ...sums } }: { record: Payable & { readonly paymentStatus?: PaymentStatus } }) =>
  isWrittenOff({ paymentStatus, ...sums }) ? <WrittenOffBadge /> : <PaymentBadge {...(paymentStatus && { status: paymentStatus })} />;

/** A missing status counts as unpaid (rule Y1). */
export function PaymentBadge({ status = "unpaid" }: { status?: PaymentStatus }) {
  return <StatusBadge word={PAYMENT_STATUS_LABEL[status]} tone={TONE[status]} />;
}
