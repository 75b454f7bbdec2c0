import { expect, test } from "vitest";
import { DECOY, hashPassword, isPassword } from "./passwords.ts";

test("a password is its own hash's and no other's", async () => {
  const known = await hashPassword("orange-kite-0");
  expect(await isPassword(known, "orange-kite-0")).toBe(true);
  expect(await isPassword(known, "orange-kite-1")).toBe(false);
});

test("an unknown e-mail costs what a known one does: what is looked at instead was made at the same cost", async () => {
  const cost = (hash: string) => hash.split("$").slice(1, 4).join();
  expect(cost(DECOY)).toBe(cost(await hashPassword("orange-kite-0")));
  expect(cost(DECOY)).toBe("argon2id,v=19,m=19456,t=2,p=1");
  expect(await isPassword(undefined, "orange-kite-0")).toBe(false);
});

test("a stranger's backlog does not keep others waiting: of two networks each has the next turn", async () => {
  const done: string[] = [];
  const hash = async (lane: string) => {
    await hashPassword("orange-kite", lane);
    done.push(lane);
  };
  const all = [...Array.from({ length: 40 }, () => hash("198.51.100.1")), hash("203.0.113.9")];
  await Promise.all(all);
  // Behind those that were under way already, and one turn of the stranger's.
  expect(done.indexOf("203.0.113.9")).toBeLessThan(12);
});
