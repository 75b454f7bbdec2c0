import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  canRead,
  end,
  folder,
  placeOf,
  projectRoot,
  query,
  removeAtLast,
  run,
  start,
  tidyUp,
} from "#server/testing/database/embedded-harness.ts";
import { locateBinaries, prepareBinaries, program } from "./server.ts";

afterEach(tidyUp);

const root = process.getuid?.() === 0;

describe("users and folders", () => {
  test("an ordinary user's database runs as that user", async () => {
    const dataDir = folder();
    const nobody = { uid: Number(execFileSync("id", ["-u", "nobody"])), gid: Number(execFileSync("id", ["-g", "nobody"])) };
    if (!root || !canRead(projectRoot, nobody)) {
      // For an ordinary user the whole suite tests this. The user `nobody` cannot run anything in a
      // folder that it may not read.
      expect(root ? statSync(projectRoot).mode & 0o005 : process.getuid?.()).not.toBe(0o005);
      return;
    }
    chownSync(dataDir, nobody.uid, nobody.gid);
    const { ownerUrl: url, child } = await run(dataDir, { user: nobody });
    expect(statSync(join(dataDir, "postgres", "data")).uid).toBe(nobody.uid);
    expect(await query(url, "select 1 one")).toEqual([{ one: 1 }]);
    // Root then uses the same database as the user who owns it.
    await end(child);
    const asRoot = await start(dataDir);
    expect(asRoot.ownerUrl).toBe(url);
    expect(statSync(join(dataDir, "postgres", "data")).uid).toBe(nobody.uid);
  });

  test("a database under root in a private folder is stored elsewhere and is found again", async () => {
    const dataDir = join(folder(0o700), "data");
    const first = await start(dataDir);
    await query(first.ownerUrl, "create table kept ()");
    const place = placeOf(dataDir);
    if (!root) return expect(place).toBe(join(dataDir, "postgres"));
    removeAtLast(place);
    expect(place).toMatch(/^\/(var\/lib|srv|opt|usr\/local\/var)\/tiltrod-[0-9a-f]{12}$/);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    await first.stop();
    const second = await start(dataDir);
    await query(second.ownerUrl, "select from kept");
    expect(placeOf(dataDir)).toBe(place);
  });

  test("a database under root whose folder became private is moved with everything in it", async () => {
    const outer = folder();
    const dataDir = join(outer, "data");
    const first = await start(dataDir);
    await query(first.ownerUrl, "create table kept ()");
    await first.stop();
    chmodSync(outer, 0o700);
    const second = await start(dataDir);
    await query(second.ownerUrl, "select from kept");
    const place = placeOf(dataDir);
    if (!root) return expect(place).toBe(join(dataDir, "postgres"));
    removeAtLast(place);
    expect(place).not.toContain(dataDir);
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  });

  test("binaries run without npm's install scripts: with links, execute permission and a readable folder", () => {
    const source = join(folder(0o700), "package");
    // The package is copied as npm unpacks it: without the links, which its install script would
    // create.
    cpSync(locateBinaries(), source, { recursive: true, filter: (path) => !path.endsWith(".a") && !lstatSync(path).isSymbolicLink() });
    chmodSync(program(source, "initdb"), 0o644);
    const runAs = root ? { uid: 65534, gid: 65534 } : undefined;
    const prepared = prepareBinaries(source, folder(), runAs, () => {});
    expect(prepared === source).toBe(!root);
    for (const name of ["postgres", "initdb"] as const) {
      expect(spawnSync(program(prepared, name), ["--version"], { ...runAs, cwd: "/", encoding: "utf8" })).toMatchObject({ status: 0 });
    }
  });
});
