import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { errorHandler, Refusal } from "./errors.ts";
import { createQueue } from "./limits.ts";
import { createLog, requestLog } from "./log.ts";

const faults: string[] = [];
const full = createQueue(0, 0);
const levels = new Map<string, number>();
const write = (line: string) => {
  const { req, level } = JSON.parse(line) as { req: { path: string }; level: number };
  levels.set(req.path, level);
};
const app = express();
app.use(requestLog(createLog("info", { write } as unknown as Parameters<typeof createLog>[1])));
app.get("/full", () => full(async () => {}));
app.get("/broken", () => {
  throw new Refusal(503, "There is no room for files just now.", { cause: new Error("ENOSPC") });
});
app.get("/fault", () => {
  throw new Error("a fault of ours");
});
app.use(errorHandler((_error, req) => faults.push(req.path)));
const http = createServer(app);
beforeAll(() => new Promise<void>((done) => http.listen(0, "127.0.0.1", done)));
afterAll(() => new Promise((done) => http.close(done)));

test("a refusal because of overload is no fault in log and error records; a real failure is one", async () => {
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}${path}`)).status;
  expect([await ask("/full"), await ask("/broken"), await ask("/fault")]).toEqual([503, 503, 500]);
  expect(faults).toEqual(["/broken", "/fault"]);
  const [warning, error] = [40, 50];
  await vi.waitFor(() =>
    expect([...levels]).toEqual([
      ["/full", warning],
      ["/broken", error],
      ["/fault", error],
    ]),
  );
});
