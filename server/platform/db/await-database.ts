import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { ConfigError } from "#server/config.ts";
import { CONNECTING_MS, waitAtMost } from "./connect.ts";

interface Waiting {
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  readonly patienceMs?: number;
}

/** Within this time a machine has started its database, or a standby has become the primary. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1_000;

/**
 * Waits for a database that replies and accepts changes, and reports the wait once.
 * @throws ConfigError with one sentence after a minute, or at once for a fault that waiting cannot
 * fix
 */
export async function awaitDatabase(url: string, { say, signal, patienceMs = PATIENCE_MS }: Waiting): Promise<void> {
  const until = Date.now() + patienceMs;
  for (let isReported = false; ; ) {
    const fault = await faultOf(url);
    if (fault === null) return;
    if (fault.lasting) throw new ConfigError(`${fault.sentence}. Check DATABASE_URL.`);
    if (Date.now() >= until)
      throw new ConfigError(
        `${fault.sentence}, and the portal has waited ${Math.round(patienceMs / 1000)} seconds for it. Start it, or check DATABASE_URL.`,
      );
    if (!isReported) say(`${fault.sentence}. Trying again for ${Math.round(patienceMs / 1000)} seconds…`);
    isReported = true;
    await sleep(PAUSE_MS, undefined, { signal });
  }
}

/** Faults that waiting cannot fix: a wrong user, password or database. */
const LASTING: Readonly<Record<string, string>> = {
  "28000": "refuses this user",
  "28P01": "refuses this user or password",
  "3D000": "has no such database",
};

async function faultOf(url: string): Promise<{ sentence: string; lasting: boolean } | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECTING_MS, query_timeout: CONNECTING_MS });
  client.on("error", () => {});
  // The whole address would contain a password.
  const name = `The database at ${client.host}:${client.port}`;
  try {
    await client.connect();
    const { rows } = await client.query("select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as standby");
    return rows[0]?.standby ? { sentence: `${name} takes no changes: it is a standby, or still recovering`, lasting: false } : null;
  } catch (error) {
    const { code = "", message } = error as Error & { readonly code?: string };
    const lasting = LASTING[code];
    return lasting
      ? { sentence: `${name} ${lasting}`, lasting: true }
      : { sentence: `${name} does not answer (${code || message})`, lasting: false };
  } finally {
    await waitAtMost(CONNECTING_MS, client.end());
  }
}
