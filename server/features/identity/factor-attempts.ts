import type { AppContext } from "#server/context.ts";
import { inTransaction } from "#server/platform/db/connect.ts";

const MOST_WRONG = 5;

type Deps = Pick<AppContext, "db" | "limits" | "post">;
interface Prover {
  readonly id: number;
  readonly email: string;
  readonly contactName: string;
}

/**
 * Counts an attempt with a password, code or passkey of an account, and subtracts it if it was
 * right. The fifth wrong one is emailed to the person. Attempts at once are counted before any of
 * them is checked.
 * @param check returns the result of the right attempt, or null for a wrong one
 * @throws 429 after five wrong attempts in 15 minutes (rule A36)
 */
export async function attempt<T>({ db, limits, post }: Deps, person: Prover, check: () => Promise<T | null>): Promise<T | null> {
  const limit = limits["factor:account"];
  const count = await limit.count(person.id);
  const result = await check().catch(async (error: unknown) => {
    await limit.subtract(person.id).catch(() => {});
    throw error;
  });
  if (result !== null) await limit.subtract(person.id);
  else if (count === MOST_WRONG)
    await inTransaction(db, (tx) =>
      post.send(tx, {
        to: person.email,
        subject: "Somebody could not confirm that it is you",
        greeting: person.contactName,
        paragraphs: [
          "Somebody entered five wrong passwords or codes for your account. For 15 minutes we accept no further ones.",
          "If it was you, wait and try again. If it was not you, change your password and end the sessions that you do not know.",
        ],
        action: { label: "See where you are signed in", path: "/settings?tab=security" },
      }),
    );
  return result;
}
