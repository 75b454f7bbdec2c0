import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadSecrets } from "#server/platform/db/secrets.ts";
import { closeOwnFolders, findDataDirWarning, makeDataDir } from "./data-dir.ts";

const folder = mkdtempSync(join(tmpdir(), "tiltrod-data-"));
afterAll(() => rmSync(folder, { recursive: true }));
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("the data folder is made for its owner alone, whoever makes it first", () => {
  makeDataDir(join(folder, "new", "data"));
  loadSecrets(join(folder, "secrets"), {});
  expect([modeOf(join(folder, "new", "data")), modeOf(join(folder, "secrets"))]).toEqual(["700", "700"]);
  expect(findDataDirWarning(join(folder, "new", "data"))).toBeNull();
});

test.runIf(process.getuid?.() === 0)(
  "a data folder with PostgreSQL under another user lets that user pass through, and nobody look",
  () => {
    const path = join(folder, "roots");
    makeDataDir(path, { uid: 65_534, gid: 65_534 });
    expect([modeOf(path), statSync(path).gid, findDataDirWarning(path)]).toEqual(["710", 65_534, null]);
    // `npm start` creates it first, and does not know that user.
    const earlier = join(folder, "earlier");
    makeDataDir(earlier);
    makeDataDir(earlier, { uid: 65_534, gid: 65_534 });
    expect(modeOf(earlier)).toBe("710");
  },
);

test("a data folder that others can look into stays as it is, and causes a warning", () => {
  const path = join(folder, "open");
  makeDataDir(path);
  for (const mode of ["755", "750", "707"]) {
    chmodSync(path, Number.parseInt(mode, 8));
    makeDataDir(path);
    expect([modeOf(path), findDataDirWarning(path)]).toEqual([mode, expect.stringContaining(`has the mode ${mode},`)]);
  }
});

test("mails, photos and uploads of an earlier version become private; other folders stay unchanged", () => {
  const path = join(folder, "earlier-version");
  const [outbox, photos, elsewhere] = [join(path, "outbox"), join(path, "photos"), join(folder, "elsewhere")];
  for (const each of [outbox, elsewhere]) mkdirSync(each, { recursive: true });
  symlinkSync(elsewhere, photos);
  for (const each of [path, outbox, elsewhere]) chmodSync(each, 0o755);
  closeOwnFolders(path);
  expect([path, outbox, elsewhere].map(modeOf)).toEqual(["755", "700", "755"]);
});

test.runIf(process.getuid?.() === 0)("a folder of another user stays unchanged", () => {
  const path = join(folder, "anothers");
  const uploads = join(path, "uploads");
  mkdirSync(uploads, { recursive: true });
  chmodSync(uploads, 0o755);
  chownSync(uploads, 65_534, 65_534);
  closeOwnFolders(path);
  expect(modeOf(uploads)).toBe("755");
});
