import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import BarPlanPage from "./bar-plan-page.tsx";

type Plan = Reply<"workshop", "barPlan">;
const stile = (lengthMm: number) => ({
  ...{ orderId: 7, itemId: 70, panel: 1, part: "stile" as const, lengthMm, ripMm: null, ends: "square" as const },
});
const bar = (number: number, lengths: readonly number[], offcutMm: number) => ({
  ...{ bar: number, offcutId: null, lengthMm: 3000, offcutMm, sawn: null },
  pieces: lengths.map((lengthMm) => ({ ...stile(lengthMm), piece: 1, cut: false })),
});
const PREVIEW = { inputs: "a".repeat(43), cuttings: [{ bars: [{ pattern: [{ size: 0, count: 2 }], times: 2 }], taken: [] }] };
const PLAN: Plan = {
  profiles: [
    {
      profile: "stile",
      section: { name: "stile", widthMm: 51, thicknessMm: 27 },
      material: "Basswood Classic",
      color: "White",
      stockMm: 3000,
      kerfMm: 3,
      trimMm: 10,
      keepMm: 600,
      bars: [bar(1, [1274, 1274], 436), bar(2, [1274, 1274], 436), bar(3, [612.5], 2374.5)],
      lowerBound: 2,
      optimal: false,
      wastePercent: 36.6,
      buy: [
        { count: 3, lengthMm: 3000 },
        { count: 1, lengthMm: 3324 },
      ],
      buyMm: 12_324,
      savedBars: 0,
      tooLong: [stile(3324)],
    },
  ],
  windows: [{ orderId: 7, itemId: 70, window: "Bay", remakeId: 4 }],
  cannotMake: [],
  tables: [{ table: "Northmoor Joinery Works", tableDate: "2026-11-20", orders: [7, 9] }],
  preview: PREVIEW,
};
type Kept = Reply<"workshop", "plans">[number];
const EMPTY: Plan = { profiles: [], windows: [], cannotMake: [], tables: [], preview: { ...PREVIEW, cuttings: [] } };

function open(plan: Plan, path = "/workshop/bar-plan?orders=7,9,7", role: "supplier" | "admin" = "supplier", kept: Kept[] = []) {
  const server = fakeApi({
    workshop: { barPlan: () => plan, plans: () => kept },
  });
  return { ...server, ...renderPage(<BarPlanPage />, { user: person(role), path }) };
}

test("a preview has the rows of a stored plan: equal bars once, what to buy, table, and no button to mark a bar", async () => {
  const server = open(PLAN);
  const profile = within(await screen.findByRole("region", { name: "Stiles · Basswood Classic · White" }));
  profile.getByText(
    "stile 51 × 27; 3 bars and 1 of 3,324 mm, 12.324 m; the best found in 5 s; no plan has fewer than 2; 36.6 % waste, 2.4 m of it kept",
  );
  const bars = profile.getAllByRole("list", { name: /^Stops of/ }).map((list) => list.textContent);
  expect(bars).toEqual([
    "4 × 1,274, stop 1,274, 2 a barORD-7 Bay (RMK-4), panel A: stile",
    "1 × 612.5, stop 612.5ORD-7 Bay (RMK-4), panel A: stile",
  ]);
  // The other order that was chosen has nothing left to cut.
  screen.getByText("Nothing is left to cut of ORD-9.");
  profile.getByText("2 alike");
  profile.getByText("offcut 2,374.5 mm: keep it");
  profile.getByText(/Longer than 3,000 mm, on no bar: 1 × 3,324 ORD-7 Bay \(RMK-4\), panel A: stile/);
  screen.getByText(/^Cut by the table of Northmoor Joinery Works of 20 Nov 2026\. Bars of 3,000 mm, kerf 3 mm, trim 10 mm/);
  expect(screen.queryByRole("button", { name: /sawn/ })).toBeNull();
  expect(server.asked("workshop", "barPlan")).toMatchObject([{ query: { orders: "7,9" } }]);
  expect(screen.getByRole("link", { name: "Bar plan (PDF)" }).getAttribute("href")).toBe("/api/workshop/bar-plan.pdf?orders=7,9");
});

test("timber that is painted later counts as one, and is labelled so", async () => {
  const [stiles] = PLAN.profiles;
  if (!stiles) throw new Error("No stiles");
  open({ ...PLAN, profiles: [{ ...stiles, color: null }] });
  await screen.findByRole("region", { name: "Stiles · Basswood Classic · to be painted" });
});

test("a plan without orders displays a message", async () => {
  open(PLAN, "/workshop/bar-plan?orders=x");
  await screen.findByText("No orders chosen");
});

test("orders whose pieces are cut need no bars", async () => {
  open(EMPTY);
  await screen.findByText("Nothing is left to cut");
});

test("the supplier stores the plan as it is displayed, and it opens at its own address", async () => {
  const { answer, asked, person: user, history } = open(PLAN);
  const [by, createdAt] = [{ companyName: "", contactName: "Tomasz", role: "supplier" as const }, "2026-11-24T09:05:00.000Z"];
  const stored = { id: 12, createdAt, by, orders: [7, 9], changed: [], notMade: [], cannotMake: [], tables: [], profiles: [], windows: [] };
  answer({ workshop: { plan: () => stored } });
  await user.click(await screen.findByRole("button", { name: "Store this plan" }));
  await waitFor(() => expect(history.at(-1)).toBe("/workshop/plans/12"));
  expect(asked("workshop", "plan").map(({ body }) => body)).toEqual([{ orders: [7, 9], preview: PREVIEW }]);
});

test("a plan whose stock or orders have changed is not stored: the screen says so and displays the new plan", async () => {
  const { answer, asked, person: user } = open(PLAN);
  const [stiles] = PLAN.profiles;
  if (!stiles) throw new Error("No stiles");
  await screen.findByText("2 alike");
  const now = { ...PLAN, profiles: [{ ...stiles, bars: [bar(1, [612.5], 2374.5)] }] };
  answer({ workshop: { plan: fails(409, "The stock or the orders have changed since this plan was made"), barPlan: () => now } });
  await user.click(screen.getByRole("button", { name: "Store this plan" }));
  await screen.findByText(/The stock or the orders have changed since this plan was made/);
  await waitFor(() => expect(screen.queryByText("2 alike")).toBeNull());
  expect(asked("workshop", "barPlan")).toHaveLength(2);
});

test("staff have no button to save a plan", async () => {
  open(PLAN, undefined, "admin");
  await screen.findByRole("region", { name: /^Stiles/ });
  expect(screen.queryByRole("button", { name: "Store this plan" })).toBeNull();
});

test("a preview warns of a stored plan with bars to saw for the same orders, and not of a finished one", async () => {
  const by = { companyName: "Northmoor Joinery Works", contactName: "Tomasz Zielinski", role: "supplier" as const };
  const kept = { createdAt: "2026-11-24T09:05:00.000Z", by, jobNames: [], bars: 96, sawn: 8 };
  open(PLAN, undefined, "supplier", [
    { ...kept, id: 3, orders: [9, 11] },
    { ...kept, id: 2, orders: [7], sawn: 96 },
    { ...kept, id: 1, orders: [12] },
  ]);
  await screen.findByText(/^ORD-9 is in plan 3 already, which has 88 bars to saw\./);
  expect(screen.getAllByRole("link", { name: /^Open plan/ }).map((link) => link.getAttribute("href"))).toEqual(["/workshop/plans/3"]);
});
