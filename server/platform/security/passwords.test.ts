import { expect, test } from "vitest";
import { DECOY, hashPassword, isPassword } from "./passwords.ts";

test("a password matches its own hash and no other", async () => {
  const known = await hashPassword("orange-kite-0");
  expect(await isPassword(known, "orange-kite-0")).toBe(true);
  expect(await isPassword(known, "orange-kite-1")).toBe(false);
});

test("an unknown e-mail costs as much time as a known one, because its decoy has the same cost", async () => {
  const cost = (hash: string) => hash.split("$").slice(1, 4).join();
  expect(cost(DECOY)).toBe(cost(await hashPassword("orange-kite-0")));
  expect(cost(DECOY)).toBe("argon2id,v=19,m=19456,t=2,p=1");
  expect(await isPassword(undefined, "orange-kite-0")).toBe(false);
});

test("one network's backlog of sign-ins does not delay another network: they take turns", async () => {
  const done: string[] = [];
  const hash = async (lane: string) => {
    await hashPassword("orange-kite", lane);
    done.push(lane);
  };
  const all = [...Array.from({ length: 40 }, () => hash("198.51.100.1")), hash("203.0.113.9")];
  await Promise.all(all);
  // This hash comes after the hashes that were in progress and one turn of the stranger's.
  expect(done.indexOf("203.0.113.9")).toBeLessThan(12);
});
