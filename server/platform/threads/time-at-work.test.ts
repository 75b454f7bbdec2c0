import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { timeAtWork } from "./time-at-work.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("work ends after too long at work, and its pauses do not count", async () => {
  const time = timeAtWork(600, () => new Error("too long"));
  await vi.advanceTimersByTimeAsync(400);
  const giveWay = time.outside(() => new Promise((done) => setTimeout(done, 10_000)));
  const back = giveWay();
  await vi.advanceTimersByTimeAsync(10_000);
  await back;
  await vi.advanceTimersByTimeAsync(199);
  expect(time.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(time.signal.reason).toEqual(new Error("too long"));
});

test("a client that disconnects in a pause is not waited for, and finished work is not ended later", async () => {
  const left = timeAtWork(600, () => new Error("too long"));
  await expect(left.outside(() => Promise.reject(new Error("left")))()).rejects.toThrow("left");
  const done = timeAtWork(600, () => new Error("too long"));
  done.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect([left.signal.aborted, done.signal.aborted]).toEqual([false, false]);
});
