import { expect, test } from "vitest";
import { tooMany } from "./errors.ts";
import { createPlaces, createQueue } from "./limits.ts";

/** Work that runs until the test releases it. */
function held() {
  const release: (() => void)[] = [];
  return {
    work: () => new Promise<void>((done) => release.push(done)),
    async letAllGo() {
      while (release.length > 0) {
        release.shift()?.();
        await new Promise((done) => setImmediate(done));
      }
    },
  };
}

test("a queue runs a fixed number at once, the others in turn, and refuses one more when it is full", async () => {
  const inTurn = createQueue(2, 3);
  const { work, letAllGo } = held();
  let running = 0;
  let most = 0;
  const counted = () =>
    inTurn(async () => {
      running += 1;
      most = Math.max(most, running);
      await work();
      running -= 1;
    });
  const accepted = Array.from({ length: 5 }, counted);
  await expect(counted()).rejects.toMatchObject({ status: 503, extras: { retryAfter: 5 } });
  await letAllGo();
  await Promise.all(accepted);
  expect(most).toBe(2);
  await Promise.all([inTurn(async () => {}), inTurn(async () => {}), inTurn(async () => {})]);
});

test("the lanes take turns: a newcomer does not wait for the backlog of another lane", async () => {
  const inTurn = createQueue(1);
  const { work, letAllGo } = held();
  const done: string[] = [];
  const add = (lane: string, name: string) =>
    inTurn(async () => {
      await work();
      done.push(name);
    }, lane);
  const all = [add("a", "a1"), add("a", "a2"), add("a", "a3"), add("a", "a4"), add("b", "b1"), add("b", "b2"), add("c", "c1")];
  await letAllGo();
  await Promise.all(all);
  expect(done).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("a lane has a fixed number of places, and each end of work, also a failure, frees one", async () => {
  const inPlace = createPlaces(2, () => tooMany("Too many", 1));
  const { work, letAllGo } = held();
  const first = [inPlace("a", work), inPlace("a", work)];
  await expect(inPlace("a", async () => {})).rejects.toMatchObject({ status: 429 });
  await inPlace("b", async () => {});
  await letAllGo();
  await Promise.all(first);
  await expect(inPlace("a", () => Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  expect(await Promise.all([inPlace("a", async () => 1), inPlace("a", async () => 2)])).toEqual([1, 2]);
});
