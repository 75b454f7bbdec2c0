import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTestDatabase } from "#server/testing/database/database.ts";
import { freePort, startPortal } from "#tools/built-portal.ts";

/**
 * Starts a minimal load balancer: it checks often whether each process is ready, reuses
 * connections, and repeats no request.
 */
async function startBalancer(ports: readonly number[]) {
  const backends = ports.map((port) => ({ port, ready: false, agent: new Agent({ keepAlive: true }) }));
  const ask = async (backend: (typeof backends)[number]) => {
    const reply = await fetch(`http://127.0.0.1:${backend.port}/readyz`).catch(() => null);
    backend.ready = reply?.status === 200;
    await reply?.body?.cancel();
  };
  const asking = setInterval(() => backends.map(ask), 100);
  let turn = 0;
  const http = createServer((req, res) => {
    const ready = backends.filter((backend) => backend.ready);
    turn += 1;
    const backend = ready[turn % ready.length];
    if (!backend) return res.writeHead(502).end("none is ready");
    const { method, url: path, headers } = req;
    const passed = request({ port: backend.port, host: "127.0.0.1", method, path, headers, agent: backend.agent }, (reply) => {
      const { connection: _ours, ...theirs } = reply.headers;
      res.writeHead(reply.statusCode ?? 502, theirs);
      reply.pipe(res);
    });
    passed.on("error", (error) => res.headersSent || res.writeHead(502).end(String(error)));
    req.pipe(passed);
  });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    isReady: (port: number) => backends.find((backend) => backend.port === port)?.ready,
    async stop() {
      clearInterval(asking);
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
      for (const { agent } of backends) agent.destroy();
    },
  };
}

test("five restarts, one process after the other, lose none of at least 2,000 requests", { timeout: 300_000 }, async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "tiltrod-rolling-"));
  const ports = [await freePort(), await freePort()];
  const balancer = await startBalancer(ports);
  const start = (port: number) =>
    startPortal({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: balancer.url,
      TRUST_PROXY: "1",
    });
  const servers = await Promise.all(ports.map(start));
  const isReady = (port: number) => expect.poll(() => balancer.isReady(port), { timeout: 60_000 }).toBe(true);
  await Promise.all(ports.map(isReady));

  const signedIn = await fetch(`${balancer.url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "owner@e2e.example", password: "a long enough password" }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const { user } = (await signedIn.json()) as { user: { id: number } };

  let restarting = true;
  let asked = 0;
  const lost: string[] = [];
  const customer = async (number: number) => {
    while (restarting || asked < 2_000) {
      asked += 1;
      const path = asked % 10 === number ? `/api/users/${user.id}/profile` : "/api/quotes";
      const body = JSON.stringify({
        companyName: "Owner",
        contactName: `Owner ${asked}`,
        email: "owner@e2e.example",
        address: "1 High Street",
      });
      const init = path === "/api/quotes" ? {} : { method: "PATCH", body };
      const status = await fetch(balancer.url + path, { ...init, headers: { cookie, "content-type": "application/json" } }).then(
        async (reply) => {
          const text = await reply.text();
          return reply.ok ? "ok" : `${reply.status} ${text}`;
        },
        String,
      );
      if (status !== "ok") lost.push(`${path}: ${status}`);
      await wait(30);
    }
  };
  const load = Promise.all(Array.from({ length: 8 }, (_, number) => customer(number)));
  for (let turn = 0; turn < 5; turn += 1) {
    const at = turn % 2;
    const port = ports[at] ?? 0;
    await servers[at]?.stop();
    servers[at] = await start(port);
    await isReady(port);
  }
  restarting = false;
  await load;
  if (process.env.SHOW_FIGURES) console.log(`${asked} requests over five restarts, ${lost.length} lost`);
  expect(lost).toEqual([]);
  expect(asked).toBeGreaterThanOrEqual(2_000);

  await Promise.all(servers.map((server) => server.stop()));
  await balancer.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
