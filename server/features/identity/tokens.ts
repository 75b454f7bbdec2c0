import { and, desc, eq, gt, isNull, lte } from "drizzle-orm";
import type { AppContext, Handlers } from "#server/context.ts";
import { requireMayManage } from "#server/features/companies/people.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import type { Work } from "#server/platform/jobs/worker.ts";
import { hashApiToken, newApiToken } from "#server/platform/security/api-token.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { apiTokens } from "#server/schema/identity/sessions.ts";
import { type tokens as contract, MOST_TOKENS } from "#shared/contract/identity/tokens.ts";
import { formatDay } from "#shared/domain/period.ts";

const DAY = 86_400_000;
/** The owner is emailed so many days before a token ends. */
const WARNED_DAYS_BEFORE = 7;

const columns = {
  id: apiTokens.id,
  name: apiTokens.name,
  scopes: apiTokens.scopes,
  lastFour: apiTokens.lastFour,
  createdAt: apiTokens.createdAt,
  expiresAt: apiTokens.expiresAt,
  lastUsedAt: apiTokens.lastUsedAt,
};

const isTheirs = (userId: number, now: Date) => and(eq(apiTokens.userId, userId), gt(apiTokens.expiresAt, now));

/** A person's API tokens (rule A32). */
export const tokenHandlers: Handlers<typeof contract> = {
  list: ({ db, user, now }) =>
    db
      .select(columns)
      .from(apiTokens)
      .where(isTheirs(user.id, now))
      .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
      .limit(MOST_TOKENS),

  create: async ({ db, user, body, now, record }) => {
    await requireMayManage(db, user);
    // Two creations at once count each other's token.
    await db.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
    if ((await db.$count(apiTokens, isTheirs(user.id, now))) >= MOST_TOKENS) throw conflict(`At most ${MOST_TOKENS} tokens`);
    const { name, scopes, expiresInDays } = body;
    const token = newApiToken();
    const [stored] = await db
      .insert(apiTokens)
      .values({
        userId: user.id,
        name,
        scopes,
        tokenHash: hashApiToken(token),
        lastFour: token.slice(-4),
        createdAt: now,
        expiresAt: new Date(now.getTime() + expiresInDays * DAY),
        // A token that ends within the week needs no email about it.
        warnedAt: expiresInDays <= WARNED_DAYS_BEFORE ? now : null,
      })
      .returning(columns);
    if (!stored) throw new Error("The token was not stored");
    record({ targetId: stored.id, after: { name, scopes, expiresAt: stored.expiresAt } });
    return { ...stored, token };
  },

  revoke: async ({ db, user, params, record }) => {
    const [revoked] = await db
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, params.id), eq(apiTokens.userId, user.id)))
      .returning(columns);
    if (!revoked) throw notFound("Token");
    record({ before: { name: revoked.name, scopes: revoked.scopes } });
    return null;
  },
};

/** Emails each owner once, a week before a token ends. */
export const tokenTasks = ({ db, post, clock }: Pick<AppContext, "db" | "post" | "clock">): Work => ({
  tasks: {
    "warn-of-ending-tokens": () => inTransaction(db, (tx) => warnOfEnds(tx, post, clock())),
  },
  crontab: "7 8 * * * warn-of-ending-tokens ?fill=1d&max=3\n",
});

async function warnOfEnds(tx: Db, post: AppContext["post"], now: Date): Promise<void> {
  const soon = new Date(now.getTime() + WARNED_DAYS_BEFORE * DAY);
  const ending = await tx
    .update(apiTokens)
    .set({ warnedAt: now })
    .from(users)
    .where(
      and(
        eq(users.id, apiTokens.userId),
        isNull(users.suspendedAt),
        isNull(apiTokens.warnedAt),
        gt(apiTokens.expiresAt, now),
        lte(apiTokens.expiresAt, soon),
      ),
    )
    .returning({
      name: apiTokens.name,
      lastFour: apiTokens.lastFour,
      expiresAt: apiTokens.expiresAt,
      email: users.email,
      greeting: users.contactName,
    });
  for (const { name, lastFour, expiresAt, email, greeting } of ending)
    await post.send(tx, {
      to: email,
      subject: `Your API token “${name}” ends on ${formatDay(expiresAt)}`,
      greeting,
      paragraphs: [
        `The API token “${name}” (…${lastFour}) ends on ${formatDay(expiresAt)}. The program that uses it gets no reply from then on.`,
        "Create a new token, enter it in that program, then revoke the old one.",
      ],
      action: { label: "Open your tokens", path: "/settings?tab=security" },
    });
}
