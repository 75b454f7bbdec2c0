import type { BadgeLook, BadgeTone } from "#client/components/facts/badge.tsx";
import type { ErrorSeverity, ErrorStatus } from "#shared/domain/trade/status.ts";

interface Look {
  readonly word: string;
  readonly look: BadgeLook;
  readonly tone: BadgeTone;
}

/** Words and badges of an error record (rule K4). */
export const ERROR_STATUS_LOOK = {
  new: { word: "New", look: "outline", tone: "danger" },
  investigating: { word: "Investigating", look: "secondary", tone: "info" },
  resolved: { word: "Resolved", look: "outline", tone: "positive" },
} as const satisfies Record<ErrorStatus, Look>;

export const SEVERITY_LOOK = {
  info: { word: "Info", look: "outline", tone: "info" },
  warning: { word: "Warning", look: "outline", tone: "warning" },
  error: { word: "Error", look: "outline", tone: "danger" },
  critical: { word: "Critical", look: "destructive", tone: "danger" },
} as const satisfies Record<ErrorSeverity, Look>;

const words = <Name extends string>(looks: Record<Name, Look>) =>
  Object.fromEntries(Object.entries<Look>(looks).map(([name, { word }]) => [name, word])) as Record<Name, string>;
export const ERROR_STATUS_WORDS = words(ERROR_STATUS_LOOK);
export const SEVERITY_WORDS = words(SEVERITY_LOOK);
