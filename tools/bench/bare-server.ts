import { createServer } from "node:http";
import pg from "pg";

/**
 * What the portal is measured against: node:http, a pool of the same size, and the same statements prepared. It knows nobody and
 * checks nothing. It is told its statements by its parent: `{ url, routes: { path: [{ text, values }] } }`.
 */
interface Told {
  readonly url: string;
  readonly routes: Readonly<Record<string, readonly { readonly text: string; readonly values: unknown[] }[]>>;
}

process.on("message", (told: Told | "usage") => {
  if (told === "usage") return;
  const { url, routes } = told;
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const server = createServer(async (req, res) => {
    const path = req.url ?? "";
    const results: unknown[] = [];
    for (const [index, { text, values }] of (routes[path] ?? []).entries())
      results.push((await pool.query({ name: `${path}-${index}`, text, values, rowMode: "array" })).rows);
    const body = JSON.stringify(results);
    res.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
  });
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as { port: number }).port }));
});
process.send?.("ready");
