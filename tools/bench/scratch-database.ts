import pg from "pg";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { fill } from "./fill.ts";

export interface ScratchDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** A database full of trade: the empty one at `url`, or an embedded one that is gone afterwards. Nothing that has a row in it is touched. */
export async function scratchDatabase(orders: number, url?: string): Promise<ScratchDatabase> {
  const server = url
    ? { url, ownerUrl: url, stop: async () => {} }
    : await startEmbedded({ log: (line) => console.log(line), throwaway: true });
  try {
    await migrate(server.ownerUrl, server.url);
    const client = new pg.Client({ connectionString: server.ownerUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ used: boolean }>("select exists (select from users) as used");
      if (rows[0]?.used) throw new Error("This database is in use: the scratch data needs an empty one.");
      await fill(client, orders);
    } finally {
      await client.end();
    }
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}
