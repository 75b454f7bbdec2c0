import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import express from "express";
import { afterEach, expect, test, vi } from "vitest";
import { checkPort, createListener, type Listener } from "./listener.ts";

const PACE = { everyMs: 250, leastBytes: 1000 };
let listener: Listener;
let port: number;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.close();
});

/**
 * A server that replies with the number of received bytes; `/slow` replies when the test releases
 * it. `asked`: the number of requests so far.
 */
async function serve(bounds: Parameters<typeof createListener>[0] = { pace: PACE }) {
  listener = createListener(bounds);
  let answer = () => {};
  let came = 0;
  const app = express();
  app.use((_req, _res, next) => {
    came += 1;
    next();
  });
  app.post("/count", express.raw({ type: () => true, limit: "10mb" }), (req, res) => {
    res.send(String((req.body as Buffer).length));
  });
  app.get("/quick", (_req, res) => {
    res.send("here");
  });
  app.get("/slow", (_req, res) => {
    answer = () => res.send("at last");
  });
  app.use(((_error, _req, res, next) => (res.headersSent ? next() : res.status(400).send("cut short"))) as express.ErrorRequestHandler);
  port = await listener.open({ port: 0, host: "127.0.0.1" }, () => app);
  return { answer: () => answer(), asked: () => came, url: `http://127.0.0.1:${port}` };
}

/**
 * A raw connection that has begun a request of this many bytes; it collects the reply until it is
 * closed.
 */
function begin(bytes: number, path = "/count") {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk.toString();
  });
  socket.on("error", () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: portal.test\r\nContent-Type: text/plain\r\nContent-Length: ${bytes}\r\n\r\n`);
  const closed = once(socket, "close").then(() => heard);
  return { socket, closed };
}

test("bodies that have stopped or only trickle are cut off, and nobody else waits for them", async () => {
  const { url } = await serve();
  const stalled = Array.from({ length: 150 }, () => begin(1_000_000));
  const trickling = Array.from({ length: 50 }, () => begin(1_000_000));
  const drip = setInterval(() => {
    for (const { socket } of trickling) if (!socket.destroyed) socket.write("x");
  }, 50);
  try {
    expect(await (await fetch(`${url}/quick`)).text()).toBe("here");
    const heard = await Promise.all([...stalled, ...trickling].map(({ closed }) => closed));
    for (const said of heard) {
      expect(said).toMatch(/^HTTP\/1\.1 408 /);
      expect(said).toContain("The request came too slowly. Please try again on a better connection.");
    }
  } finally {
    clearInterval(drip);
  }
});

test("a body that arrives slowly but steadily is read whole, however long it takes", async () => {
  // The test controls the interval, which must not end before the bytes sent in it have arrived.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const { asked } = await serve();
    const connected = once(listener.http, "connection") as Promise<[Socket]>;
    const { socket, closed } = begin(24_000);
    const [there] = await connected;
    await expect.poll(asked).toBe(1);
    const head = there.bytesRead;
    // Six times as long as a body may be silent.
    for (let sent = 4000; sent <= 24_000; sent += 4000) {
      socket.write("x".repeat(4000));
      await expect.poll(() => there.bytesRead - head, { interval: 5 }).toBe(sent);
      vi.advanceTimersByTime(PACE.everyMs);
    }
    socket.end();
    expect(await closed).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n24000$/);
  } finally {
    vi.useRealTimers();
  }
});

test("a slow reply does not count as a slow body", async () => {
  const { answer, asked, url } = await serve();
  const reply = fetch(`${url}/slow`);
  await expect.poll(asked).toBe(1);
  await wait(4 * PACE.everyMs);
  answer();
  expect(await (await reply).text()).toBe("at last");
});

test("a close completes the requests in flight, an upload too, and accepts no new ones", async () => {
  const { answer, asked, url } = await serve({ pace: { ...PACE, everyMs: 10_000 } });
  const [slow, upload] = [fetch(`${url}/slow`), begin(3000)];
  upload.socket.write("x".repeat(1500));
  await expect.poll(asked).toBe(2);
  const closing = listener.close();
  await expect(fetch(`${url}/quick`)).rejects.toThrow();
  answer();
  upload.socket.write("x".repeat(1500));
  expect(await (await slow).text()).toBe("at last");
  expect(await upload.closed).toMatch(/^HTTP\/1\.1 200 [\s\S]*3000$/);
  await closing;
});

test("a client that does not finish within the grace period is cut, so that a close ends", async () => {
  const { asked } = await serve({ graceMs: 200 });
  const sending = request({ port, method: "POST", path: "/count", headers: { "content-length": 1000 } });
  const failed = once(sending, "error");
  sending.write("x");
  await expect.poll(asked).toBe(1);
  await listener.close();
  await failed;
});

test("a stopping server continues to reply for a while, with a header that ends the connection", async () => {
  const { url } = await serve({ drainMs: 5000 });
  expect((await fetch(`${url}/quick`)).headers.get("connection")).toBe("keep-alive");
  const closing = listener.close();
  expect(listener.leaving.aborted).toBe(true);
  const late = await fetch(`${url}/quick`);
  expect([late.status, late.headers.get("connection")]).toEqual([200, "close"]);
  await closing;
  await expect(fetch(`${url}/quick`)).rejects.toThrow();
});

test("a port in use is reported before anything is started, and a free one stays free", async () => {
  await serve();
  await expect(checkPort({ port, host: "127.0.0.1" })).rejects.toThrow(`PORT ${port} on 127.0.0.1 is in use`);
  await listener.close();
  await checkPort({ port, host: "127.0.0.1" });
  await checkPort({ port, host: "127.0.0.1" });
});
