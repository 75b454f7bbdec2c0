import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { createTestDatabase } from "#server/testing/database/database.ts";
import { type StripeStandIn, startStripeStandIn } from "#stripe-stand-in/index.ts";
import { type BuiltPortal, OWNER, startPortal } from "#tools/built-portal.ts";

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface PortalProcess {
  readonly url: string;
  readonly stripe: StripeStandIn;
  /** The folder of the portal's photos and uploads. */
  readonly dataDir: string;
  readonly superAdmin: { readonly email: string; readonly password: string };
  /** Returns the mails to a person so far, oldest first. */
  mailsTo(email: string): Promise<ReceivedMail[]>;
  /**
   * Starts another process on the same database: after a restart, with other settings, or with
   * another build's folder.
   */
  beside(otherwise?: Record<string, string>, project?: string): Promise<BuiltPortal>;
  stop(): Promise<void>;
}

/**
 * Starts the whole product for a story: a server, its database, a stand-in for Stripe and an outbox
 * folder.
 */
export async function startPortalProcess(env: Record<string, string> = {}): Promise<PortalProcess> {
  const database = await createTestDatabase();
  const stripe = await startStripeStandIn();
  const dataDir = mkdtempSync(join(tmpdir(), "tiltrod-e2e-"));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, STRIPE_API_BASE: stripe.url, ...env };
  const server = await startPortal(settings);
  const others: BuiltPortal[] = [];
  return {
    url: server.url,
    stripe,
    dataDir,
    superAdmin: OWNER,
    mailsTo: (email) => readOutbox(join(dataDir, "outbox"), email),
    async beside(otherwise, project) {
      const other = await startPortal({ ...settings, ...otherwise }, project);
      others.push(other);
      return other;
    },
    async stop() {
      await Promise.all(others.map((other) => other.stop()));
      await server.stop();
      await stripe.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the mails to a person in an outbox folder, oldest first. */
export async function readOutbox(folder: string, email: string): Promise<ReceivedMail[]> {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^[^.].*\.eml$/.test(name));
  } catch {
    return [];
  }
  const mails = await Promise.all(names.sort().map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  return mails
    .map((mail) => ({ to: mail.to?.[0]?.address ?? "", subject: mail.subject ?? "", text: mail.text ?? "" }))
    .filter((mail) => mail.to.toLowerCase() === email.toLowerCase());
}
