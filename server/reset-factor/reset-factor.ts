import { resolve } from "node:path";
import { and, eq, isNull, sql } from "drizzle-orm";
import { ConfigError, readConfig } from "#server/config.ts";
import { removeFactors } from "#server/features/identity/remove-factors.ts";
import { BackupError } from "#server/platform/backup/archive.ts";
import { withPortalsData } from "#server/platform/backup/commands.ts";
import { connect, inTransaction } from "#server/platform/db/connect.ts";
import { loadSecrets } from "#server/platform/db/secrets.ts";
import { writeAudit } from "#server/platform/http/audit.ts";
import { Refusal } from "#server/platform/http/errors.ts";
import { createPost } from "#server/platform/mail/post.ts";
import { createSeal } from "#server/platform/security/seal.ts";
import { users } from "#server/schema/companies-and-users.ts";

const HOW_TO = "Usage: npm run reset-factor -- <email>";
const REASON = "an operator did it on the server";

/** Runs `npm run reset-factor`. A refusal is one sentence. */
export async function runResetFactor(args: readonly string[]): Promise<void> {
  try {
    await resetFactor({ args, env: process.env, say: (line) => process.stdout.write(`${line}\n`) });
  } catch (error) {
    const isSentence = [BackupError, ConfigError, Refusal].some((kind) => error instanceof kind);
    process.stderr.write(`${error instanceof Error ? (isSentence ? error.message : error.stack) : error}\n`);
    process.exitCode = 1;
  }
}

interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => unknown;
}

/**
 * Removes a person's second factors, ends the sessions and tokens, records it and emails the person
 * (rule A40). The portal that runs on the database sends the email.
 * @throws an error whose message is a sentence for the operator
 */
export async function resetFactor({ args, env, say }: Command): Promise<void> {
  const [email, ...more] = args;
  if (!email || email.startsWith("--") || more.length > 0) throw new ConfigError(HOW_TO);
  const config = readConfig(env);
  await withPortalsData(
    env,
    (line) => say(line),
    { mayBeNew: false },
    async ({ databaseUrl }) => {
      const db = connect(databaseUrl, { onError: () => {} });
      try {
        const { encryption } = loadSecrets(resolve(config.dataDir), config.secrets);
        const publicUrl = config.publicUrl ?? new URL(`http://${config.host}:${config.port}`);
        const post = createPost({ seal: createSeal(encryption), productName: config.productName, publicUrl });
        await inTransaction(db, async (tx) => {
          const [person] = await tx
            .select({ id: users.id })
            .from(users)
            .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt)));
          if (!person) throw new ConfigError(`No account has the email address ${email}.`);
          const now = new Date();
          await removeFactors(tx, post, { id: person.id, reason: REASON, now });
          const entry = { action: "users.removeFactors", feature: "users", user: null, paramId: person.id, ip: null, now };
          await writeAudit(tx, entry, { after: { reason: REASON } });
        });
        say(`${email} has no second factor any more, is signed out everywhere, and signs in with the password alone.`);
      } finally {
        await db.$client.end();
      }
    },
  );
}
