import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrate } from "#server/platform/db/migrate.ts";
import { startThrowaway } from "./throwaway-database.ts";

/**
 * The facts about the test server that each test process reads from its environment, which both
 * runners pass on.
 */
interface TestServer {
  /** Connects as its superuser. */
  readonly adminUrl: string;
  /** A migrated, empty database there, as a template. */
  readonly templateName: string;
  /** The portal's role and its password: a missing grant fails in every test. */
  readonly portalRole: { readonly name: string; readonly password: string };
}

export const testServer = (): TestServer => JSON.parse(process.env.TEST_SERVER ?? "{}");

/**
 * One database server for the whole run: TEST_DATABASE_URL, or an embedded one that is deleted
 * afterwards. One migrated database is the template of all tests.
 */
export default async function setup() {
  // Another test project has started it already.
  if (process.env.TEST_SERVER) return;
  const given = process.env.TEST_DATABASE_URL;
  const server = given
    ? { ownerUrl: given, stop: async () => {} }
    : await startThrowaway((message) => process.stdout.write(`${message}\n`));
  const templateName = `tiltrod_template_${process.pid}_${Date.now()}`;
  const portalRole = { name: `tiltrod_portal_${process.pid}_${Date.now()}`, password: randomBytes(12).toString("hex") };
  const adminUrl = server.ownerUrl;
  try {
    await onServer(adminUrl, `create role ${portalRole.name} login password '${portalRole.password}'`);
    await onServer(adminUrl, `create database ${templateName}`);
    const url = withDatabase(adminUrl, templateName);
    await migrate(url, asRole(url, portalRole));
    // PostgreSQL clones only a database without connections, so new connections are refused.
    await onServer(adminUrl, `alter database ${templateName} with allow_connections false is_template true`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  process.env.TEST_SERVER = JSON.stringify({ adminUrl, portalRole, templateName } satisfies TestServer);
  return async () => {
    if (given) {
      await onServer(given, `alter database ${templateName} is_template false`);
      await onServer(given, `drop database ${templateName}`);
      await onServer(given, `drop role ${portalRole.name}`);
    }
    await server.stop();
  };
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

export function asRole(url: string, { name, password }: { readonly name: string; readonly password: string }): string {
  return Object.assign(new URL(url), { username: name, password }).href;
}
