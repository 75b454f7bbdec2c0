import { test } from "@playwright/test";
import { aColleagueJoins } from "./testing/colleague.ts";
import { stories } from "./testing/stories.ts";

const stage = stories({ DEMO: "1" });

test("a colleague is invited, joins, quotes, sees the company's orders, and orders with the right to", async () => {
  await aColleagueJoins(stage, { email: "ben@ashdown.example", password: "plumb line and oak", contact: "Ben Hart" });
});
