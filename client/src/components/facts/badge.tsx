import { clsx } from "clsx";
import type { ReactNode } from "react";
import { PAYMENT_STATUS_LABEL, type PaymentStatus } from "#shared/domain/trade/status.ts";

/** The four looks that the specification names. */
export type BadgeLook = "default" | "secondary" | "destructive" | "outline";
export type BadgeTone = "neutral" | "accent" | "positive" | "warning" | "danger" | "info";

const LOOK: Record<BadgeLook, string> = {
  default: "bg-accent-soft text-accent border-transparent snug:px-1.5",
  secondary: "bg-raised text-text border-transparent snug:px-1.5",
  destructive: "bg-danger-soft text-danger border-transparent snug:px-1.5",
  outline: "bg-surface text-text snug:border-0 snug:px-0",
};

const DOT: Record<BadgeTone, string> = {
  neutral: "bg-border-strong",
  accent: "bg-accent",
  positive: "bg-positive",
  warning: "bg-warning",
  danger: "bg-danger",
  info: "bg-info",
};

const TONE_OF_LOOK: Record<BadgeLook, BadgeTone> = { default: "accent", secondary: "neutral", destructive: "danger", outline: "neutral" };

type BadgeProps = {
  look?: BadgeLook /** Gives it a dot of that colour; `true` takes the look's own. The word alone is always enough. */;
  dot?: BadgeTone | true;
  children: ReactNode;
  className?: string;
};

export function Badge({ look = "secondary", dot, children, className }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex max-w-full items-center gap-1.5 rounded-full border px-2 py-px text-xs font-medium whitespace-nowrap snug:gap-1",
        LOOK[look],
        className,
      )}
    >
      {dot && <span aria-hidden className={clsx("size-1.5 shrink-0 rounded-full", DOT[dot === true ? TONE_OF_LOOK[look] : dot])} />}
      <span className="truncate">{children}</span>
    </span>
  );
}

type StatusBadgeProps = { word: string; look?: BadgeLook /** The dot's colour; the look's own when left out. */; tone?: BadgeTone };

/** Dot and word. The feature has a table of its statuses' looks, so a status looks the same everywhere. */
export function StatusBadge({ word, look = "outline", tone }: StatusBadgeProps) {
  return (
    <Badge look={look} dot={tone ?? true}>
      {word}
    </Badge>
  );
}

const TONE = { paid: "positive", unpaid: "warning" } as const satisfies Record<PaymentStatus, string>;

/** Missing counts as unpaid (rule Y1). */
export function PaymentBadge({ status = "unpaid" }: { status?: PaymentStatus }) {
  return <StatusBadge word={PAYMENT_STATUS_LABEL[status]} tone={TONE[status]} />;
}
