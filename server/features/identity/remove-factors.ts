import { and, eq, isNull } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import { endTokens } from "#server/platform/http/session/bearer-token.ts";
import { endSessions } from "#server/platform/http/session/session-store.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { endEmailRequest } from "./end-email-request.ts";
import { deleteFactors, findFactors, mailAboutFactors } from "./factors.ts";

interface Removal {
  readonly id: number;
  readonly reason: string;
  readonly now: Date;
}

/**
 * Removes the second factors of a person who lost them, ends the person's sessions, tokens and
 * open change of email, and emails the reason (rule A39).
 * @throws 404 for an unknown account, 409 for one without a factor
 */
export async function removeFactors(db: Db, post: AppContext["post"], { id, reason, now }: Removal): Promise<void> {
  const [person] = await db
    .select({ id: users.id, email: users.email, contactName: users.contactName })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("no key update");
  if (!person) throw notFound("User");
  if ((await findFactors(db, id)).length === 0) throw conflict(`${person.contactName} has no second factor`);
  await deleteFactors(db, id);
  await endSessions(db, id);
  await endTokens(db, id);
  await endEmailRequest(db, id, now);
  await mailAboutFactors(
    db,
    post,
    person,
    `We removed the second factors of your account: ${reason}. Sign in with your password and add a new one.`,
  );
}
