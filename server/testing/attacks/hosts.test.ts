import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "#server/platform/http/log.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

/** Tests the accepted host names, and the warning for a proxy that does not pass enough on. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ publicUrl: new URL("http://portal.test") });
});
afterAll(() => portal.stop());

/** Sends a request with any host name, which fetch cannot do. */
const ask = (path: string, headers: Record<string, string>, at = portal) =>
  new Promise<{ status: number | undefined; text: string }>((done, fail) => {
    const asked = request(new URL(path, at.url), { headers }, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      reply.on("end", () => done({ status: reply.statusCode, text }));
    });
    asked.on("error", fail).end();
  });

describe("a request for", () => {
  test.each(["portal.test", "PORTAL.test:3000", "localhost", "localhost:3000", "127.0.0.1:80", "127.8.9.1", "[::1]:3000"])(
    "a request for the host %s is served",
    async (host) => {
      expect((await ask("/api/openapi.json", { host })).status).toBe(200);
    },
  );

  const STRANGE = [
    "evil.example",
    "portal.test.evil.example",
    "127.evil.example",
    "localhost.evil.example",
    "10.0.0.1",
    "portal.test@evil",
    "[::2]",
  ];
  test.each(STRANGE)("a request for the host %s is refused, except by probes", async (host) => {
    for (const path of ["/", "/api/user", "/api/openapi.json", "/assets/a.js", "/api/stripe/webhook"]) {
      expect(await ask(path, { host })).toEqual({
        status: 421,
        text: "This portal is not at that address. Please open http://portal.test",
      });
    }
    for (const path of ["/healthz", "/readyz"]) expect((await ask(path, { host })).status).toBe(200);
  });

  test.each(["/", "/api/user", "/healthz"])("a request with two hosts is refused in any order, also if both are ours: %s", async (path) => {
    for (const pair of [
      ["portal.test", "evil.example"],
      ["evil.example", "portal.test"],
      ["portal.test", "portal.test"],
    ]) {
      const [first = "", second = ""] = pair;
      const raw = connect(Number(new URL(portal.url).port), "127.0.0.1");
      raw.end(`GET ${path} HTTP/1.1\r\nHost: ${first}\r\nHOST: ${second}\r\nConnection: close\r\n\r\n`);
      expect(await text(raw)).toMatch(/^HTTP\/1.1 400 /);
    }
  });

  test("another name by X-Forwarded-Host is ignored", async () => {
    expect((await ask("/api/openapi.json", { host: "portal.test", "x-forwarded-host": "evil.example" })).status).toBe(200);
    expect((await ask("/api/openapi.json", { host: "evil.example", "x-forwarded-host": "portal.test" })).status).toBe(421);
  });
});

describe("people come by https, and the proxy", () => {
  const portalWithLog = async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) } as unknown as Parameters<typeof createLog>[1];
    const at = await startPortal({ beside: portal, publicUrl: new URL("https://portal.test"), log: createLog("warn", destination) });
    return { at, said: () => lines.filter((line) => line.includes("X-Forwarded-Proto")).length };
  };

  test("a proxy that does not report https is logged once, at the first request that is no probe", async () => {
    const { at, said } = await portalWithLog();
    await ask("/healthz", {}, at);
    expect(said()).toBe(0);
    for (const path of ["/api/user", "/", "/api/user"]) await ask(path, {}, at);
    expect(said()).toBe(1);
    await at.stop();
  });

  test("a proxy that reports https causes no log line", async () => {
    const { at, said } = await portalWithLog();
    await ask("/api/user", { "x-forwarded-proto": "https" }, at);
    expect(said()).toBe(0);
    await at.stop();
  });
});
