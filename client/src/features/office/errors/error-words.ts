import type { BadgeTone } from "#client/components/facts/badge.tsx";
import type { ErrorSeverity, ErrorStatus } from "#shared/domain/trade/status.ts";

interface Look {
  readonly word: string;
  readonly tone: BadgeTone;
}

/** The labels and badges of an error record (rule K4). */
export const ERROR_STATUS_LOOK = {
  new: { word: "New", tone: "danger" },
  investigating: { word: "Investigating", tone: "info" },
  resolved: { word: "Resolved", tone: "positive" },
} as const satisfies Record<ErrorStatus, Look>;

export const SEVERITY_LOOK = {
  info: { word: "Info", tone: "info" },
  warning: { word: "Warning", tone: "warning" },
  error: { word: "Error", tone: "danger" },
  critical: { word: "Critical", tone: "danger" },
} as const satisfies Record<ErrorSeverity, Look>;

const words = <Name extends string>(looks: Record<Name, Look>) =>
  Object.fromEntries(Object.entries<Look>(looks).map(([name, { word }]) => [name, word])) as Record<Name, string>;
export const ERROR_STATUS_WORDS = words(ERROR_STATUS_LOOK);
export const SEVERITY_WORDS = words(SEVERITY_LOOK);
