import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The test server, as its superuser. */
    adminUrl: string;
    /** A migrated, empty database there, to be cloned. */
    templateName: string;
  }
}

/** One server for the whole run (TEST_DATABASE_URL, or an embedded one that is thrown away), and one migrated database to clone. */
export default async function setup({ provide }: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  const server = given
    ? { url: given, stop: async () => {} }
    : await startEmbedded({ log: (message) => process.stdout.write(`${message}\n`), throwaway: true });
  const templateName = `tiltrod_template_${process.pid}_${Date.now()}`;
  try {
    await onServer(server.url, `create database ${templateName}`);
    await migrate(withDatabase(server.url, templateName));
    // PostgreSQL clones only what nobody is connected to; nobody may connect any more.
    await onServer(server.url, `alter database ${templateName} with allow_connections false is_template true`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  provide("adminUrl", server.url);
  provide("templateName", templateName);
  return async () => {
    if (given) {
      await onServer(given, `alter database ${templateName} is_template false`);
      await onServer(given, `drop database ${templateName}`);
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
