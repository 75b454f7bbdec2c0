import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { withLock } from "./file-lock.mjs";

const folder = mkdtempSync(join(tmpdir(), "tiltrod-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process that takes the lock and then does some work; it has an open standard input. */
function withLockElsewhere(lock: string, work: string) {
  const program = `
    import { readFileSync, writeFileSync } from "node:fs";
    import { withLock } from ${JSON.stringify(new URL("./file-lock.mjs", import.meta.url).href)};
    ${work.replaceAll("LOCK", JSON.stringify(lock))}`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["pipe", "pipe", "inherit"] });
}

test("no work of several processes overlaps, even if some are killed while they hold the lock", async () => {
  const lock = join(folder, "shared.lock");
  const counter = join(folder, "counter");
  writeFileSync(counter, "0");
  const path = JSON.stringify(counter);
  const add = `const n = Number(readFileSync(${path}, "utf8")); await new Promise((r) => setTimeout(r, 2)); writeFileSync(${path}, String(n + 1));`;
  const adding = `for (let i = 0; i < 25; i++) await withLock(LOCK, async () => { ${add} });`;
  const dying = `await withLock(LOCK, async () => process.kill(process.pid, "SIGKILL"));`;
  const processes = [adding, dying, adding, dying, adding, dying, adding].map((work) => withLockElsewhere(lock, work));
  await Promise.all(processes.map((child) => once(child, "exit")));
  expect(readFileSync(counter, "utf8")).toBe("100");
  await withLock(lock, async () => {});
});

test("a lock of a live process is waited for, and the wait is reported once", async () => {
  const lock = join(folder, "held.lock");
  const holder = withLockElsewhere(
    lock,
    `await withLock(LOCK, () => { console.log("held"); return new Promise((r) => process.stdin.once("end", r).resume()); });`,
  );
  await once(holder.stdout, "data");
  const order: string[] = [];
  await withLock(
    lock,
    async () => {
      order.push("ours");
    },
    () => {
      order.push("told");
      holder.stdin.end();
    },
  );
  expect(order).toEqual(["told", "ours"]);
});

test("two tasks of one process wait for each other, and an error releases the lock", async () => {
  const lock = join(folder, "own.lock");
  const order: string[] = [];
  const task = (name: string) => async () => {
    order.push(`${name} in`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    order.push(`${name} out`);
  };
  await Promise.all([withLock(lock, task("a")), withLock(lock, task("b"))]);
  expect(order).toEqual(["a in", "a out", "b in", "b out"]);
  await expect(withLock(lock, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await withLock(lock, task("c"));
});

test("an empty lock file, as a full disk leaves it, does not block for ever", async () => {
  const lock = join(folder, "empty.lock");
  writeFileSync(lock, "");
  utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  await withLock(lock, async () => {});
  expect(existsSync(lock)).toBe(false);
});
