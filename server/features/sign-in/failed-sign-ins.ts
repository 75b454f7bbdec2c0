import type { AppContext } from "#server/context.ts";
import { writeAudit } from "#server/platform/http/audit.ts";
import { ENTRIES_OF_FAILED_SIGN_INS } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { enqueue, type Jobs } from "#server/platform/jobs/enqueue.ts";

const HOUR = 3_600_000;
/** No e-mail address is longer. */
const MOST_TYPED = 254;

interface Failure {
  /** The e-mail, as it was typed. */
  readonly typed: string;
  readonly ip: string;
  /** The account with this e-mail; null without one. */
  readonly userId: number | null;
  readonly why: string;
}

type Deps = Pick<AppContext, "db" | "limits" | "clock">;

const keyOf = (network: string, hour: number) => `${network} ${hour}`;
const entry = { action: "accounts.signInFailed", feature: "accounts", user: null, paramId: undefined } as const;

/**
 * Records failed sign-ins in the audit trail (rule A14). The first ones of each network and hour
 * have an entry each; after the hour a job writes one entry with the number of the others.
 */
export async function recordFailedSignIn({ db, limits, clock }: Deps, { typed, ip, userId, why }: Failure): Promise<void> {
  const now = clock();
  const network = networkOf(ip);
  const hour = Math.floor(now.getTime() / HOUR);
  const count = await limits["sign-in:trail"].tally(keyOf(network, hour));
  if (count <= ENTRIES_OF_FAILED_SIGN_INS) {
    const after = { email: typed.slice(0, MOST_TYPED), why };
    await writeAudit(db, { ...entry, ip, now }, { targetType: "users", targetId: userId, after });
  } else if (count === ENTRIES_OF_FAILED_SIGN_INS + 1) {
    await enqueue(db, "count-failed-sign-ins", { ip, hour }, { runAt: new Date((hour + 1) * HOUR) });
  }
}

export const failedSignInTasks = ({ db, limits, clock }: Deps) => ({
  "count-failed-sign-ins": async (payload: unknown): Promise<void> => {
    const counts = limits["sign-in:trail"];
    const { ip, hour } = payload as Jobs["count-failed-sign-ins"];
    const network = networkOf(ip);
    const further = (await counts.counted(keyOf(network, hour))) - ENTRIES_OF_FAILED_SIGN_INS;
    if (further <= 0) return;
    const after = { network, further, from: new Date(hour * HOUR).toISOString(), to: new Date((hour + 1) * HOUR).toISOString() };
    await writeAudit(db, { ...entry, ip, now: clock() }, { targetType: "users", targetId: null, after });
    await counts.forget(keyOf(network, hour));
  },
});
