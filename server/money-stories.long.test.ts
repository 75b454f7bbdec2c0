import { test } from "vitest";
import { runStories } from "./testing/money/stories.ts";

/** SEED=… repeats the stories of an earlier run, STORIES=… sets their number. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const STORIES = Number(process.env.STORIES ?? 300);
/** Two databases, so that one works while the test waits for the other. */
const DATABASES = 2;

test("hundreds of random stories of money, in any order and sent twice, neither make nor lose a penny", {
  timeout: 1_200_000,
}, async () => {
  const told = await Promise.allSettled(Array.from({ length: DATABASES }, (_, n) => runStories(STORIES / DATABASES, SEED + n)));
  for (const each of told) if (each.status === "rejected") throw each.reason;
});
