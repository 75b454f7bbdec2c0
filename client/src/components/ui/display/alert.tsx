import { clsx } from "clsx";
import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useToast } from "#client/lib/toasts.ts";

type AlertTone = "info" | "warning" | "danger";
type AlertProps = { tone?: AlertTone; title?: ReactNode; children?: ReactNode; action?: ReactNode; className?: string };

const LOOK = {
  info: { box: "bg-info-soft", icon: <Info className="text-info" /> },
  warning: { box: "bg-warning-soft", icon: <TriangleAlert className="text-warning" /> },
  danger: { box: "bg-danger-soft", icon: <CircleAlert className="text-danger" /> },
} as const;

/** A message on the page. A screen reader interrupts for `danger` and waits with other tones. */
export function Alert({ tone = "info", title, children, action, className }: AlertProps) {
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={clsx("flex flex-wrap items-start gap-3 rounded p-3 text-sm", LOOK[tone].box, className)}
    >
      <span aria-hidden className="mt-0.5 shrink-0 [&>svg]:size-4">
        {LOOK[tone].icon}
      </span>
      {/* An action that leaves the words a narrow column is below them. */}
      <div className="min-w-0 flex-1 basis-48">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}

/**
 * Displays why a call failed, in the form that made it. The toast displays the sentence first and
 * this note follows, so that it never appears twice. The note's room is reserved, so that no button
 * moves under a finger.
 */
export function FailureNote({ children }: { children: string }) {
  const visibleToast = useToast();
  const toasted = visibleToast?.open && visibleToast.description === children;
  return (
    <div aria-hidden={toasted || undefined} className={toasted ? "invisible" : undefined}>
      <Alert tone="danger">{children}</Alert>
    </div>
  );
}

/** Renders several warnings as one alert. Renders nothing without any. */
export const Warnings = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <Alert tone="warning">
      {sentences.map((sentence) => (
        <p key={sentence} className="wrap-anywhere">
          {sentence}
        </p>
      ))}
    </Alert>
  );
