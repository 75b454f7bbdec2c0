import { expect, test } from "vitest";
import { createQueue } from "./queue.ts";

test("at most so many at once, the others in turn, and whoever finds the line full is told so", async () => {
  const inTurn = createQueue(2, 3);
  let running = 0;
  let most = 0;
  const release: (() => void)[] = [];
  const work = () =>
    inTurn(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((done) => release.push(done));
      running -= 1;
    });
  const accepted = Array.from({ length: 5 }, work);
  await expect(work()).rejects.toMatchObject({ status: 503, extras: { retryAfter: 5 } });
  while (release.length > 0) {
    release.shift()?.();
    await new Promise((done) => setImmediate(done));
  }
  await Promise.all(accepted);
  expect(most).toBe(2);
});
