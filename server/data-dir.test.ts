import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { dataDirDoubt, makeDataDir } from "./data-dir.ts";
import { keptSecrets } from "./db/secrets.ts";

const folder = mkdtempSync(join(tmpdir(), "tiltrod-data-"));
afterAll(() => rmSync(folder, { recursive: true }));
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("the data folder is made for its owner alone, whoever makes it first", () => {
  makeDataDir(join(folder, "new", "data"));
  keptSecrets(join(folder, "secrets"), {});
  expect([modeOf(join(folder, "new", "data")), modeOf(join(folder, "secrets"))]).toEqual(["700", "700"]);
  expect(dataDirDoubt(join(folder, "new", "data"))).toBeNull();
});

test.runIf(process.getuid?.() === 0)("where PostgreSQL runs as another user, that one may pass through and nobody may look", () => {
  const path = join(folder, "roots");
  makeDataDir(path, { uid: 65_534, gid: 65_534 });
  expect([modeOf(path), statSync(path).gid, dataDirDoubt(path)]).toEqual(["710", 65_534, null]);
  // `npm start` makes it first, and doesn't know that user.
  const earlier = join(folder, "earlier");
  makeDataDir(earlier);
  makeDataDir(earlier, { uid: 65_534, gid: 65_534 });
  expect(modeOf(earlier)).toBe("710");
});

test("one that others can look into stays as it is, and that is said", () => {
  const path = join(folder, "open");
  makeDataDir(path);
  for (const mode of ["755", "750", "707"]) {
    chmodSync(path, Number.parseInt(mode, 8));
    makeDataDir(path);
    expect([modeOf(path), dataDirDoubt(path)]).toEqual([mode, expect.stringContaining(`has the mode ${mode},`)]);
  }
});
