import { test } from "vitest";
import { runStories } from "./testing/money/stories.ts";

/** SEED=… repeats the stories of an earlier run; the long test runs hundreds. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

test("random stories of money neither make nor lose a penny", () => runStories(12, SEED));
