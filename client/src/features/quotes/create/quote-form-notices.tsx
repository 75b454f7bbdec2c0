import { Link } from "wouter";
import { z } from "zod";
import { Money } from "#client/components/facts/values.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { ApiError } from "#client/lib/api-error.ts";
import { formatDate } from "#client/lib/format.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { isStaff, type Role } from "#shared/domain/roles.ts";

const changedLine = z.object({ name: z.string(), oldPricePerM2: z.number().nullable(), newPricePerM2: z.number() });
const problem = z.object({ lines: z.array(changedLine), finalTotal: z.number() });

/**
 * The prices that changed since the form was opened, if the server refused the quote for that
 * reason (rule Q4).
 */
export function priceChangeIn(error: unknown): z.output<typeof problem> | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return problem.safeParse(error.problem).data ?? null;
}

type PriceChangeProps = {
  lines: readonly z.output<typeof changedLine>[];
  /** The form's total at the new prices. */
  total: Pence;
};

export function PriceChange({ lines, total }: PriceChangeProps) {
  return (
    <div className="max-h-48 shrink-0 overflow-y-auto px-page pt-2 pb-3">
      <Alert tone="warning" title="Prices have changed">
        <p>Nothing has been saved yet. The total is now {formatPence(total)} including VAT.</p>
        <ul className="mt-1">
          {lines.map(({ name, oldPricePerM2, newPricePerM2 }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two windows may share a name; the list never reorders
            <li key={index}>
              {name}: <Money amount={oldPricePerM2} /> per m² is now <Money amount={newPricePerM2} strong />
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

export const TYPES_AWAY = "Failed to load the shutter types";

/** Without the shutter types the form can't calculate prices. Its other parts stay usable. */
export function ShutterTypesAway({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <Alert
      tone="danger"
      title={TYPES_AWAY}
      className="mx-page mb-3 shrink-0"
      action={
        <Button size="sm" pending={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      What you entered is still here.
    </Alert>
  );
}

/** Without a shutter type that can be ordered no window can be completed. */
export const NoShutterTypes = ({ role }: { role: Role }) => (
  <Alert tone="warning" title="No shutter types yet" className="mx-page mt-2 mb-3 shrink-0">
    {isStaff(role) ? (
      <>
        Add one under{" "}
        <Link href={role === "super_admin" ? "/pricing" : "/products"} className={linkClass}>
          {role === "super_admin" ? "Pricing" : "Products"}
        </Link>
        .
      </>
    ) : (
      "The office adds them under Pricing. Please ask the office; a quote can be made once there is one."
    )}
  </Alert>
);

type GoneProps = { sentences: readonly string[] };

/** Lists the copied windows' choices that are no longer sold. The fields are blank and marked. */
export const Gone = ({ sentences }: GoneProps) => (
  <Alert tone="warning" title="Please choose again" className="mx-page mb-3 max-h-32 shrink-0 overflow-y-auto">
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Alert>
);

type OtherTabProps = { onKeepMine: () => void; onTakeTheirs: () => void };

/**
 * Two tabs have the same unfinished quote. The device stores only one, and the person chooses
 * which.
 */
export const OtherTab = ({ onKeepMine, onTakeTheirs }: OtherTabProps) => (
  <Alert tone="warning" title="This unfinished quote is open in another tab too" className="mx-page mt-2 mb-3 shrink-0">
    <p>This device saves only one of them, at present the other tab's. Your entries here are saved once you choose.</p>
    <div className="mt-2 flex flex-wrap gap-2">
      <Button size="sm" onClick={onKeepMine}>
        Keep this tab's
      </Button>
      <Button size="sm" onClick={onTakeTheirs}>
        Continue with the other tab's
      </Button>
    </div>
  </Alert>
);

/**
 * Without a network a saved quote waits on this device, and the server sets its prices later (rule
 * Q27).
 */
export const NoNetwork = ({ day }: { day: string }) => (
  <Alert title="No network" className="mx-page mt-2 mb-3 shrink-0">
    Prices are of {formatDate(day)}. Saved quotes wait on this device; the server prices them once there is a network.
  </Alert>
);

/** The reason why the server refused a waiting quote. The form still contains all of it. */
export const Refused = ({ sentence }: { sentence: string }) => (
  <Alert tone="danger" title="This quote was not created" className="mx-page mt-2 mb-3 shrink-0">
    {sentence}
  </Alert>
);

/** The form itself still contains everything that was typed. */
export const DeviceFull = ({ lost }: { lost: "what you type" | "the last photo" }) => (
  <Alert tone="warning" title="This device is full" className="mx-page mt-2 mb-3 shrink-0">
    It has no room left, so {lost} is lost when this page is closed. Save the quote, or free some room.
  </Alert>
);
