import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import BarPlanPage from "./bar-plan-page.tsx";

type Plan = Reply<"workshop", "barPlan">;
const stile = (lengthMm: number) => ({ orderId: 7, itemId: 70, part: "stile" as const, lengthMm });
const pair = { pieces: [stile(1274), stile(1274)], offcutMm: 446 };
const PLAN: Plan = {
  profiles: [
    {
      profile: "stile",
      material: "Basswood Classic",
      color: "White",
      stockMm: 3000,
      kerfMm: 3,
      bars: [pair, pair, { pieces: [stile(612.5)], offcutMm: 2384.5 }],
      lowerBound: 2,
      optimal: false,
      wastePercent: 36.6,
      tooLong: [stile(3324)],
    },
  ],
  windows: [{ orderId: 7, itemId: 70, window: "Bay" }],
};

function open(plan: Plan, path = "/workshop/bar-plan?orders=7,9,7", role: "supplier" | "admin" = "supplier") {
  const server = fakeApi({
    workshop: { barPlan: () => plan },
  });
  return { ...server, ...renderPage(<BarPlanPage />, { user: person(role), path }) };
}

test("bars with equal cuts are listed once with their windows, and an unproven plan says so", async () => {
  const server = open(PLAN);
  const profile = within(await screen.findByRole("region", { name: "Stiles · Basswood Classic · White" }));
  await profile.findByText(/2 × 1,274 stile ORD-7 Bay/);
  const bars = profile.getAllByRole("listitem").map((bar) => bar.textContent);
  expect(bars.map((text) => /^\d+ ×/.exec(text ?? "")?.[0])).toEqual(["2 ×", "1 ×"]);
  expect(bars[1]).toContain("1 × 612.5 stile ORD-7 Bay · offcut 2,384.5 mm");
  profile.getByText(/3 bars of 3,000 mm, the best found in 5 s; no plan has fewer than 2; 36.6 % waste; kerf 3 mm/);
  profile.getByText(/Longer than 3,000 mm, on no bar: 1 × 3,324 stile ORD-7 Bay/);
  expect(server.asked("orders", "cutList")).toEqual([]);
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
  open({ profiles: [], windows: [] });
  await screen.findByText("Nothing is left to cut");
});

test("the supplier saves the plan, which opens at its own address", async () => {
  const { answer, asked, person: user, history } = open(PLAN);
  const [by, createdAt] = [{ companyName: "", contactName: "Tomasz", role: "supplier" as const }, "2026-11-24T09:05:00.000Z"];
  answer({
    workshop: { plan: () => ({ id: 12, createdAt, by, orders: [7, 9], changed: [], notMade: [], tables: [], profiles: [], windows: [] }) },
  });
  await user.click(await screen.findByRole("button", { name: "Keep this plan" }));
  await waitFor(() => expect(history.at(-1)).toBe("/workshop/plans/12"));
  expect(asked("workshop", "plan").map(({ body }) => body)).toEqual([{ orders: [7, 9] }]);
});

test("staff have no button to save a plan", async () => {
  open(PLAN, undefined, "admin");
  await screen.findByRole("region", { name: /^Stiles/ });
  expect(screen.queryByRole("button", { name: "Keep this plan" })).toBeNull();
});
