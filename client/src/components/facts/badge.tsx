import { clsx } from "clsx";
import type { ReactNode } from "react";
import { PAYMENT_STATUS_LABEL, type PaymentStatus } from "#shared/domain/trade/status.ts";

/** The four looks that the specification names. */
export type BadgeLook = "default" | "secondary" | "destructive" | "outline";
export type BadgeTone = "neutral" | "accent" | "positive" | "warning" | "danger" | "info";

/** One style, without a box: dot and word. `default` and `destructive` colour the word too; the dot of `outline` is a ring. */
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

/** The word alone is enough. A feature has a table of its statuses' looks, so a status looks the same everywhere. */
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

/** Missing counts as unpaid (rule Y1). */
export function PaymentBadge({ status = "unpaid" }: { status?: PaymentStatus }) {
  return <StatusBadge word={PAYMENT_STATUS_LABEL[status]} tone={TONE[status]} />;
}
