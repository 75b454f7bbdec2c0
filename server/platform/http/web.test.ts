import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import express from "express";
import request from "supertest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtClient, stylesheetsOf } from "./web.ts";

let folder: string;
let app: express.Express;
const LINK = '<link rel="icon" href="/favicon.svg"><link rel="stylesheet" crossorigin href="/assets/index-1.css">';
const PAGE_SCRIPT = '<script type="module" crossorigin src="/assets/app-1.js"></script>';
const SCRIPT = "console.log('tiltrod');".repeat(100);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tiltrod-web-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><html><head><title>Tiltrod</title>${PAGE_SCRIPT}${LINK}</head><body></body></html>`,
  );
  writeFileSync(join(folder, "assets", "app-1.js"), SCRIPT);
  writeFileSync(join(folder, "assets", "app-1.js.br"), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, "assets", "app-1.js.gz"), gzipSync(SCRIPT));
  writeFileSync(join(folder, "assets", "small-1.js"), "1;");
  writeFileSync(join(folder, "assets", "shell-1.js"), "2;");
  writeFileSync(join(folder, "assets", "shell-1.js.br"), "");
  writeFileSync(join(folder, "sw.js"), "keeps();");
  app = express().use(builtClient(folder, 'Slats & "Sons" </title>'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file is sent in the smallest encoding that the browser accepts, and is cached for ever", async () => {
  for (const encoding of ["br", "gzip"]) {
    const reply = await request(app).get("/assets/app-1.js").set("Accept-Encoding", encoding);
    expect(reply.headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
    expect(reply.headers["content-type"]).toMatch(/javascript/);
    expect(reply.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  }
  const ofBrowsers = await request(app).get("/assets/app-1.js").set("Accept-Encoding", "gzip, deflate, br, zstd");
  expect(ofBrowsers.headers["content-encoding"]).toBe("br");
  const refused = await request(app).get("/assets/app-1.js").set("Accept-Encoding", "gzip, br;q=0");
  expect(refused.headers["content-encoding"]).toBe("gzip");
  const plain = await request(app).get("/assets/app-1.js").set("Accept-Encoding", "identity");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.text).toBe(SCRIPT);
});

test("a file without a compressed twin is sent unchanged; a missing one is a 404 and never the page", async () => {
  const small = await request(app).get("/assets/small-1.js").set("Accept-Encoding", "br");
  expect(small.text).toBe("1;");
  const gone = await request(app).get("/assets/app-0.js").set("Accept-Encoding", "br");
  expect([gone.status, gone.text]).toEqual([404, "File not found"]);
});

test("every other address is the page, under the product's name, which cannot break out of it", async () => {
  const page = await request(app).get("/orders");
  expect(page.status).toBe(200);
  expect(page.text).toContain("<title>Slats &#38; &#34;Sons&#34; &#60;/title&#62;</title>");
  expect(page.text).toContain('name="application-name"');
});

test("the page is the same for everyone: the client looks up the signed-in person", async () => {
  const page = await request(app).get("/");
  expect((await request(app).get("/").set("Cookie", "tiltrod.sid=s%3Aabc")).text).toBe(page.text);
});

test("a browser with a session's cookie fetches the page's styles and scripts, and then a signed-in person's", async () => {
  const link = async (cookie: string) => (await request(app).get("/orders").set("Cookie", cookie)).headers.link;
  const files = [
    '</assets/index-1.css>; rel="preload"; as="style"; crossorigin',
    '</assets/app-1.js>; rel="modulepreload"',
    '</assets/shell-1.js>; rel="modulepreload"',
  ].join(", ");
  expect(await link("theme=dark; tiltrod.sid=s%3Aabc")).toBe(files);
  expect(await link("__Host-tiltrod.sid=s%3Aabc")).toBe(files);
  expect(await link("theme=tiltrod.sid")).toBeUndefined();
});

test("the built page's stylesheets are found under their hashed names, for use by /api/docs", () => {
  expect(stylesheetsOf(folder)).toEqual(["/assets/index-1.css"]);
});

test("the worker is revalidated each time; without offline tablets it is one that deletes all stored data", async () => {
  const worker = await request(app).get("/sw.js");
  expect([worker.text, worker.headers["cache-control"]]).toEqual(["keeps();", "no-cache"]);
  const off = await request(express().use(builtClient(folder, "Slats", { keepsOnDevices: false }))).get("/sw.js");
  expect(off.headers["content-type"]).toMatch(/javascript/);
  expect(off.headers["cache-control"]).toBe("no-cache");
  expect(off.text).toMatch(/caches\.delete/);
  expect(off.text).toContain('deleteDatabase("unsaved-photos")');
  expect(off.text).toMatch(/registration\.unregister/);
});
