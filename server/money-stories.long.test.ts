import { test } from "vitest";
import { tellStories } from "./testing/money/stories.ts";

/** SEED=… tells the same stories again, STORIES=… makes it shorter or longer. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const STORIES = Number(process.env.STORIES ?? 2000);
/** Databases at once: while one thinks, another is asked. */
const DATABASES = 2;

test("two thousand random stories of money, told in any order and twice, neither make nor lose a penny", {
  timeout: 1_800_000,
}, async () => {
  const told = await Promise.allSettled(Array.from({ length: DATABASES }, (_, n) => tellStories(STORIES / DATABASES, SEED + n)));
  for (const each of told) if (each.status === "rejected") throw each.reason;
});
