import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import PlansPage from "./plans-page.tsx";

type Plan = Reply<"workshop", "readPlan">;
type PlanBar = Plan["profiles"][number]["bars"][number];
type Piece = PlanBar["pieces"][number];
const BY = { companyName: "Northmoor Joinery Works", contactName: "Tomasz Zielinski", role: "supplier" as const };
const stile = (lengthMm: number, more: Partial<Piece> = {}): Piece => ({
  orderId: 7,
  itemId: 70,
  piece: 1,
  panel: 1,
  part: "stile",
  lengthMm,
  ripMm: null,
  ends: "square",
  cut: false,
  ...more,
});
const PLAN: Plan = {
  id: 3,
  createdAt: "2026-11-24T09:05:00.000Z",
  by: BY,
  orders: [7, 9],
  changed: [],
  notMade: [],
  cannotMake: [],
  tables: [{ table: "Northmoor Joinery Works", tableDate: "2026-11-20", orders: [7, 9] }],
  profiles: [
    {
      profile: "stile",
      section: { name: "stile", widthMm: 51, thicknessMm: 27 },
      material: "Basswood Classic",
      color: null,
      stockMm: 3000,
      kerfMm: 3,
      trimMm: 10,
      keepMm: 600,
      bars: [
        { bar: 1, offcutId: 5, lengthMm: 1465, pieces: [stile(840)], offcutMm: 622, sawn: null },
        {
          bar: 2,
          offcutId: null,
          lengthMm: 3000,
          pieces: [stile(840), stile(840, { panel: 2 }), stile(840, { orderId: 9, itemId: 90, ripMm: 89, ends: "mitre-left" })],
          offcutMm: 461,
          sawn: null,
        },
      ],
      lowerBound: 1,
      optimal: true,
      wastePercent: 10,
      buy: [
        { count: 1, lengthMm: 3000 },
        { count: 1, lengthMm: 3324 },
      ],
      buyMm: 6324,
      savedBars: 1,
      tooLong: [stile(3324)],
    },
  ],
  windows: [
    { orderId: 7, itemId: 70, window: "Bay" },
    { orderId: 9, itemId: 90, window: "Kitchen" },
  ],
};
const sawnAt = { at: "2026-11-24T10:05:00.000Z", by: BY };

/** A server that stores the sawn bars. */
function atSaw(plan: Plan = PLAN, answers: FakeCalls["workshop"] = {}) {
  const sawn = new Set<number>();
  const asNow = (): Plan => ({
    ...plan,
    profiles: plan.profiles.map((profile) => ({
      ...profile,
      bars: profile.bars.map((bar) => (sawn.has(bar.bar) ? { ...bar, sawn: sawnAt } : bar)),
    })),
  });
  const server = fakeApi({
    workshop: {
      readPlan: asNow,
      sawn: ({ params, body }) => {
        const bar = plan.profiles.flatMap(({ bars }) => bars).find((each) => each.bar === Number(params.bar));
        if (!bar) throw new Error("No such bar");
        if (body?.sawn === false) {
          sawn.delete(bar.bar);
          return { ...bar, sawn: null, leftOut: [], cut: [], offcut: null };
        }
        sawn.add(bar.bar);
        const cut = bar.bar === 1 ? [] : [{ orderId: 9, itemId: 90, piece: 1 }];
        const from = { planId: plan.id, bar: bar.bar };
        const offcut =
          bar.offcutMm >= 600
            ? {
                id: 8,
                section: "stile",
                heightMm: null,
                material: "Basswood Classic",
                color: null,
                lengthMm: bar.offcutMm,
                from,
                createdAt: sawnAt.at,
              }
            : null;
        return { ...bar, sawn: sawnAt, leftOut: bar.pieces.filter(({ orderId }) => plan.changed.includes(orderId)), cut, offcut };
      },
      sawnBars: ({ body }) =>
        body.bars.map(({ bar }) => {
          if (body.sawn === false) sawn.delete(bar);
          else sawn.add(bar);
          return { bar, sawn: body.sawn === false ? null : sawnAt, leftOut: [], cut: [], offcut: null };
        }),
      ...answers,
    },
  });
  return { server, ...renderPage(<PlansPage />, { user: person("supplier"), path: "/workshop/plans/3" }) };
}
/** The presses that the server heard: for several bars, how many at once. */
const presses = (server: ReturnType<typeof atSaw>["server"]) => ({
  one: server.asked("workshop", "sawn").map(({ params, body }) => [params.bar, body?.sawn ?? true]),
  several: server.asked("workshop", "sawnBars").map(({ body }) => [body.bars.map(({ bar }) => bar), body.sawn ?? true] as const),
});

test("a saved plan lists bar by bar each cut, its bar, window and panel", async () => {
  atSaw();
  await screen.findByRole("heading", { name: "Bar plan 3" });
  screen.getByText("0 of 2 bars sawn");
  const profile = within(screen.getByRole("region", { name: "Stiles · Basswood Classic · to be painted" }));
  screen.getByText(
    /^Cut by the table of Northmoor Joinery Works of 20 Nov 2026. Bars of 3,000 mm, kerf 3 mm, trim 10 mm, keep offcuts from 600 mm on\.$/,
  );
  expect(screen.getByText("How to saw it").nextSibling?.textContent).toMatch(
    /^Trim one end of a bar .* Ends are square unless stated otherwise\. Every length is the length to cut/,
  );
  profile.getByText("stile 51 × 27; 1 bar and 1 of 3,324 mm, 6.324 m; 1 offcut from stock, 1.465 m, saves 1 bar");
  profile.getByText(/Longer than 3,000 mm, on no bar: 1 × 3,324 ORD-7 Bay, panel A: stile/);
  expect(profile.getByText("Bar 1").parentElement?.textContent).toBe("Bar 1 offcut 1,465 mm");
  expect(profile.getByText("Bar 2").parentElement?.textContent).toBe("Bar 2 ");
  const stops = (bar: number) => profile.getByRole("list", { name: `Stops of bar ${bar}` }).textContent;
  expect(stops(1)).toBe("1 × 840, stop 840ORD-7 Bay, panel A: stile");
  expect(stops(2)).toBe(
    "3 × 840, stop 8401 × ORD-7 Bay, panel A: stile1 × ORD-7 Bay, panel B: stile1 × ORD-9 Kitchen, panel A: stile, rip to 89, mitre the left end",
  );
  profile.getByText("offcut 622 mm: keep it");
  profile.getByText("offcut 461 mm");
});

test("a part that is cut again names its shutter, beside equal parts of a shutter that is not cut yet", async () => {
  const [stiles] = PLAN.profiles;
  const [bar] = stiles?.bars ?? [];
  if (!stiles || !bar) throw new Error("No stiles");
  const pieces = [stile(840), stile(840, { recutFor: "70.2" })];
  atSaw({ ...PLAN, profiles: [{ ...stiles, bars: [{ ...bar, pieces }] }] });
  await screen.findByText("1 × ORD-7 Bay, panel A: stile, recut for 70.2");
  screen.getByText("1 × ORD-7 Bay, panel A: stile");
});

test("the plan's print and its saw's file are one press each", async () => {
  atSaw();
  const pdf = await screen.findByRole("link", { name: "Bar plan (PDF)" });
  expect(pdf.getAttribute("href")).toBe("/api/workshop/plans/3/bar-plan.pdf");
  expect(screen.getByRole("link", { name: "Saw file (CSV)" }).getAttribute("href")).toBe("/api/workshop/plans/3/saw.csv");
});

test("one press marks a bar as sawn: it becomes a line with its outcome, and the next has focus", async () => {
  const { server, person: user } = atSaw();
  await screen.findByText("0 of 2 bars sawn");
  // A fixed clock makes the two taps simultaneous on a machine of any speed.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  await user.click(screen.getByRole("button", { name: "Bar 1 is sawn" }));
  await screen.findByText("1 offcut of 622 mm is in stock now.");
  screen.getByText("1 of 2 bars sawn");
  expect(screen.queryByRole("list", { name: "Stops of bar 1" })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Bar 2 is sawn" })));
  // An accidental double tap must not mark the bar that moved into the first one's position.
  await user.click(screen.getByRole("button", { name: "Bar 2 is sawn" }));
  expect(server.asked("workshop", "sawn").map(({ params }) => params)).toEqual([{ id: "3", bar: "1" }]);
  clock.mockRestore();
  await new Promise((done) => setTimeout(done, 700));
  await user.click(screen.getByRole("button", { name: "Bar 2 is sawn" }));
  await screen.findByText("ORD-9 Kitchen is marked as cut: shutter 1.");
  screen.getByText("all sawn");
  expect(server.asked("workshop", "sawn").map(({ params }) => params.bar)).toEqual(["1", "2"]);
});

test("a sawn bar can be undone at once, and later by a button that names it", async () => {
  const { server, person: user } = atSaw();
  await user.click(await screen.findByRole("button", { name: "Bar 1 is sawn" }));
  expect((await screen.findByRole("button", { name: "Undo, bar 1" })).textContent).toBe("Undo");
  await user.click(screen.getByRole("button", { name: "Undo, bar 1" }));
  await screen.findByText("0 of 2 bars sawn");
  await waitFor(() => expect(server.asked("workshop", "sawn").map(({ body }) => body)).toEqual([{}, { sawn: false, seen: sawnAt.at }]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Bar 1 is sawn" })));
});

test("a bar that was sawn before says why its undo is refused, and stays sawn", async () => {
  const [profile] = PLAN.profiles;
  const begun = { ...PLAN, profiles: profile ? [{ ...profile, bars: profile.bars.map((bar) => ({ ...bar, sawn: sawnAt })) }] : [] };
  const { person: user } = atSaw(begun, { sawn: fails(409, "487.1 is already assembled") });
  await user.click(await screen.findByRole("button", { name: /^Stiles .* all 2 bars sawn$/ }));
  expect(screen.getByRole("button", { name: "Undo sawn, bar 2" }).textContent).toBe("Undo sawn");
  await user.click(screen.getByRole("button", { name: "Undo sawn, bar 2" }));
  await screen.findByText("Bar 2 stays sawn. 487.1 is already assembled.");
  await user.click(await screen.findByRole("button", { name: /^Stiles .* all 2 bars sawn$/ }));
  screen.getByText("Bar 2 stays sawn. 487.1 is already assembled.");
  expect(screen.queryByRole("button", { name: "Undo sawn, bar 1" })).toBeNull();
  // A begun plan cannot be deleted.
  expect(screen.queryByRole("button", { name: "Delete plan" })).toBeNull();
});

test("a bar that a colleague had sawn says so at its row, and not that the press failed", async () => {
  const outcome = { ...PLAN.profiles[0]?.bars[0], sawn: sawnAt, leftOut: [], cut: [], offcut: null, already: true };
  let isRead = false;
  const [profile] = PLAN.profiles;
  const bars = profile?.bars.map((bar) => (bar.bar === 1 ? { ...bar, sawn: sawnAt } : bar)) ?? [];
  const { person: user } = atSaw(PLAN, {
    readPlan: () => (isRead && profile ? { ...PLAN, profiles: [{ ...profile, bars }] } : PLAN),
    sawn: () => {
      isRead = true;
      return outcome as Reply<"workshop", "sawn">;
    },
  });
  await user.click(await screen.findByRole("button", { name: "Bar 1 is sawn" }));
  await screen.findByText(`Bar 1 was sawn by ${BY.contactName} on 24 Nov at 10:05 already. If you sawed it too, its parts exist twice.`);
  expect(screen.queryByText(/not ticked off/)).toBeNull();
});

test("a plan without a sawn bar is deleted after a question", async () => {
  const { server, person: user } = atSaw(PLAN, { deletePlan: () => null, plans: () => [] });
  await user.click(await screen.findByRole("button", { name: "Delete plan" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete bar plan 3?" }));
  await user.click(dialog.getByRole("button", { name: "Delete plan" }));
  await waitFor(() => expect(server.asked("workshop", "deletePlan")).toHaveLength(1));
  await screen.findByText("No plan is kept");
});

test.each(["This offcut is used", "This piece is sawn already"])(
  "%s is displayed at the bar, which remains to be sawn",
  async (sentence) => {
    const { person: user } = atSaw(PLAN, { sawn: fails(409, sentence) });
    await user.click(await screen.findByRole("button", { name: "Bar 1 is sawn" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(`Bar 1 is not ticked off. ${sentence}.`);
    expect(within(alert).getByRole("link", { name: "Plan them again" }).getAttribute("href")).toBe("/workshop/bar-plan?orders=7,9");
    screen.getByRole("list", { name: "Stops of bar 1" });
  },
);

test("a changed order is named and its pieces struck through, and a mark does not count them", async () => {
  const { person: user } = atSaw({ ...PLAN, changed: [9] });
  await screen.findByText("Changed since: ORD-9");
  expect(screen.getByRole("link", { name: "Plan it again" }).getAttribute("href")).toBe("/workshop/bar-plan?orders=9");
  screen.getByText("changed, not counted");
  await user.click(screen.getByRole("button", { name: "Bar 2 is sawn" }));
  await screen.findByText("ORD-9 has changed: its pieces count as not sawn.");
});

test("pieces cut by hand stay named on their bar without a stop; a bar of those is not sawn", async () => {
  const [profile] = PLAN.profiles;
  const [first, second] = profile?.bars ?? [];
  if (!profile || !first || !second) throw new Error("No bars");
  const [a, b, c] = second.pieces.map((piece, index) => ({ ...piece, cut: index === 0 }));
  const bars = [
    { ...first, pieces: first.pieces.map((piece) => ({ ...piece, cut: true })) },
    { ...second, pieces: [a, b, c].flatMap((piece) => piece ?? []) },
  ];
  atSaw({ ...PLAN, profiles: [{ ...profile, bars }] });
  await screen.findByText("Bar 1: nothing left to saw");
  screen.getByText("0 of 1 bar sawn");
  expect(screen.queryByRole("button", { name: "Bar 1 is sawn" })).toBeNull();
  expect(screen.getByRole("list", { name: "Stops of bar 2" }).textContent).toMatch(/^2 × 840, stop 8401 × ORD-7 Bay, panel B: stile/);
  expect(screen.getAllByText("Cut already, not from this bar:").map(({ parentElement }) => parentElement?.textContent)).toEqual([
    "Cut already, not from this bar: 1 × 840 ORD-7 Bay, panel A: stile",
    "Cut already, not from this bar: 1 × 840 ORD-7 Bay, panel A: stile",
  ]);
});

test("consecutive bars with nothing left to saw are one row, which adds up their pieces", async () => {
  atSaw(planOfBars([840, 840, 700], (bar) => ({ pieces: [{ ...stile(bar < 3 ? 840 : 700), cut: bar < 3 }] })));
  await screen.findByText("Bars 1 to 2: nothing left to saw");
  screen.getByText("0 of 1 bar sawn");
  expect(screen.getByText("Cut already, not from these bars:").parentElement?.textContent).toMatch(/: 2 × 840 ORD-7 Bay, panel A: stile$/);
});

/** A plan of these bars, which differ in length unless they are alike. */
function planOfBars(lengths: readonly number[], more: (bar: number) => Partial<PlanBar> = () => ({})): Plan {
  const [profile] = PLAN.profiles;
  if (!profile) throw new Error("No profile");
  const bars = lengths.map((lengthMm, index) => ({
    ...{ bar: index + 1, offcutId: null, lengthMm: 3000, pieces: [stile(lengthMm)], offcutMm: 451, sawn: null },
    ...more(index + 1),
  }));
  return { ...PLAN, profiles: [{ ...profile, bars, tooLong: [] }] };
}

test("a plan of very many bars opens twenty rows, and a press displays the others", async () => {
  const lengths = Array.from({ length: 25 }, (_, index) => 2000 - index);
  const { person: user } = atSaw(planOfBars(lengths, (bar) => (bar <= 3 ? { sawn: sawnAt } : {})));
  await screen.findByText("3 of 25 bars sawn");
  expect(screen.getAllByRole("button", { name: /is sawn$/ })).toHaveLength(20);
  await user.click(screen.getByRole("button", { name: "Show the other 2 bars" }));
  expect(screen.getAllByRole("button", { name: /is sawn$/ })).toHaveLength(22);
});

describe("equal bars", () => {
  const pause = () => new Promise((done) => setTimeout(done, 700));

  test("equal bars are one row, whose stops count all of them; bars are marked one at a time or together", async () => {
    const { server, person: user } = atSaw(planOfBars([840, 840, 840, 600]));
    await screen.findByText("3 alike");
    expect(screen.getByRole("list", { name: "Stops of bars 1 to 3" }).textContent).toBe(
      "3 × 840, stop 840, 1 a barORD-7 Bay, panel A: stile",
    );
    await user.click(screen.getByRole("button", { name: "Bar 1 is sawn" }));
    await screen.findByText("1 of 4 bars sawn");
    screen.getByText("2 alike");
    // The next single bar of the run has the focus.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Bar 2 is sawn" })));
    await pause();
    await user.click(screen.getByRole("button", { name: "All 2 sawn: bars 2 to 3" }));
    await screen.findByText("3 of 4 bars sawn");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Bar 4 is sawn" })));
    await waitFor(() => expect(presses(server)).toEqual({ one: [["1", true]], several: [[[2, 3], true]] }));
  });

  test("Undo takes back exactly the last press, and later all bars of a row or a single one", async () => {
    const { server, person: user } = atSaw(planOfBars([840, 840, 840, 600]));
    await user.click(await screen.findByRole("button", { name: "Bar 1 is sawn" }));
    await pause();
    await user.click(await screen.findByRole("button", { name: "All 2 sawn: bars 2 to 3" }));
    await screen.findByText("3 of 4 bars sawn");
    await user.click(await screen.findByRole("button", { name: "Undo, bars 2 to 3" }));
    await screen.findByText("1 of 4 bars sawn");
    await user.click(screen.getByRole("button", { name: "Undo sawn, bar 1" }));
    await screen.findByText("0 of 4 bars sawn");
    await waitFor(() =>
      expect(presses(server)).toEqual({
        one: [
          ["1", true],
          ["1", false],
        ],
        several: [
          [[2, 3], true],
          [[2, 3], false],
        ],
      }),
    );
    // Each bar is undone with the mark that the device knew of it.
    expect(server.asked("workshop", "sawnBars").at(-1)?.body.bars).toEqual([2, 3].map((bar) => ({ bar, seen: sawnAt.at })));
  });

  test("a row of sawn bars undoes a single bar of it", async () => {
    const { server, person: user } = atSaw(planOfBars([840, 840, 600], (bar) => (bar < 3 ? { sawn: sawnAt } : {})));
    await screen.findByRole("button", { name: "Undo sawn, bars 1 to 2" });
    await user.click(screen.getByRole("button", { name: "Bar by bar" }));
    await user.click(screen.getByRole("button", { name: "Undo sawn, bar 2" }));
    // The device knew the mark of 10:05, so a colleague's later one would be refused.
    await waitFor(() =>
      expect(server.asked("workshop", "sawn").map(({ params, body }) => [params.bar, body])).toEqual([
        ["2", { sawn: false, seen: sawnAt.at }],
      ]),
    );
  });

  test("a refused press of a run names the bar once, and no bar of it is sawn", async () => {
    const { person: user } = atSaw(planOfBars([840, 840]), { sawnBars: fails(409, "Bar 2: This piece is sawn already") });
    await user.click(await screen.findByRole("button", { name: "All 2 sawn: bars 1 to 2" }));
    await screen.findByText(/Bars 1 to 2 are not ticked off\. Bar 2: This piece is sawn already\./);
    expect(screen.getAllByText(/not ticked off/)).toHaveLength(1);
    await screen.findByText("0 of 2 bars sawn");
  });

  test("more equal bars than one call may have are sent in the fewest calls, in order", async () => {
    const { server, person: user } = atSaw(planOfBars(Array.from({ length: 650 }, () => 840)));
    await user.click(await screen.findByRole("button", { name: "All 650 sawn: bars 1 to 650" }));
    await waitFor(() =>
      expect(presses(server).several.map(([bars]) => [bars.length, bars[0]])).toEqual([
        [300, 1],
        [300, 301],
        [50, 601],
      ]),
    );
  });
});

test("a section shows its progress and collapses; a finished one is closed at first", async () => {
  const [profile] = planOfBars([840, 600], (bar) => (bar === 1 ? { sawn: sawnAt } : {})).profiles;
  if (!profile) throw new Error("No profile");
  const sawn = profile.bars.map((bar) => ({ ...bar, bar: bar.bar + 2, sawn: sawnAt }));
  const { person: user } = atSaw({ ...PLAN, profiles: [profile, { ...profile, color: "White", bars: sawn }] });
  const open = await screen.findByRole("button", { name: /^Stiles · Basswood Classic · to be painted ?1 of 2 bars$/ });
  const closed = screen.getByRole("button", { name: /^Stiles · Basswood Classic · White ?all 2 bars sawn$/ });
  expect([open, closed].map((button) => button.getAttribute("aria-expanded"))).toEqual(["true", "false"]);
  screen.getByRole("button", { name: "Undo sawn, bar 1" });
  expect(screen.queryByRole("button", { name: "Undo sawn, bar 3" })).toBeNull();
  await user.click(closed);
  screen.getByRole("button", { name: "Undo sawn, bar 3" });
  await user.click(open);
  expect(screen.queryByRole("button", { name: "Bar 2 is sawn" })).toBeNull();
});

test("a section folds when its last bar is sawn, offers Undo for ten seconds and opens by it", async () => {
  const [profile] = planOfBars([840, 600], (bar) => (bar === 1 ? { sawn: sawnAt } : {})).profiles;
  if (!profile) throw new Error("No profile");
  const other = profile.bars.map((bar) => ({ ...bar, bar: bar.bar + 2, sawn: null }));
  const { person: user } = atSaw({ ...PLAN, profiles: [profile, { ...profile, color: "White", bars: other }] });
  const head = (words: string) => screen.findByRole("button", { name: new RegExp(`to be painted ?${words}$`) });
  const isOpen = async (words: string) => (await head(words)).getAttribute("aria-expanded");
  expect(await isOpen("1 of 2 bars")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Bar 2 is sawn" }));
  expect(await isOpen("all 2 bars sawn")).toBe("false");
  expect(screen.queryByRole("button", { name: "Undo sawn, bar 1" })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Bar 3 is sawn" })));
  await user.click(await screen.findByRole("button", { name: "Undo, bar 2" }));
  expect(await isOpen("1 of 2 bars")).toBe("true");
  await new Promise((done) => setTimeout(done, 700));
  await user.click(screen.getByRole("button", { name: "Bar 2 is sawn" }));
  await user.click(await head("all 2 bars sawn"));
  expect(await isOpen("all 2 bars sawn")).toBe("true");
  screen.getByRole("button", { name: "Undo sawn, bar 1" });
});

test("parts of a cancelled order leave stops and buttons, and are listed above the bars", async () => {
  const plan = { ...PLAN, changed: [7], notMade: [{ orderId: 7, reason: "cancelled" as const }] };
  atSaw(plan);
  await screen.findByText("Not made here any more, and in no stop");
  screen.getByText("ORD-7 was cancelled: 2 × 840 stile, panel A · 1 × 840 stile, panel B (bars 1 to 2).");
  // The first bar had only parts of that order.
  screen.getByText("Bar 1: nothing left to saw");
  expect(screen.queryByRole("button", { name: "Bar 1 is sawn" })).toBeNull();
  expect(screen.getByRole("list", { name: "Stops of bar 2" }).textContent).toBe(
    "1 × 840, stop 840ORD-9 Kitchen, panel A: stile, rip to 89, mitre the left end",
  );
  expect(screen.queryByText(/^Changed since/)).toBeNull();
});

test("saved plans are listed with their progress, and open at their own address", async () => {
  fakeApi({
    workshop: {
      plans: () => [
        {
          id: 3,
          createdAt: "2026-11-24T09:05:00.000Z",
          by: BY,
          orders: [7, 9, 11, 12, 13, 14],
          jobNames: ["Mrs Patel", "Plot 7"],
          bars: 14,
          sawn: 5,
        },
        { id: 2, createdAt: "2026-11-20T09:05:00.000Z", by: BY, orders: [4], jobNames: [], bars: 6, sawn: 6 },
      ],
      readPlan: () => PLAN,
      toRecut: () => [],
    },
  });
  const { person: user, history } = renderPage(<PlansPage />, { user: person("supplier"), path: "/workshop/plans" });
  const plan = await screen.findByRole("button", { name: "Bar plan 3" });
  const line = (button: HTMLElement) => button.closest("tr")?.textContent;
  expect(line(plan)).toContain("Mrs Patel, Plot 7ORD-7, ORD-9, ORD-11, ORD-12 and 2 more");
  expect(line(screen.getByRole("button", { name: "Bar plan 2" }))).toContain("ORD-4");
  expect(screen.getByRole("link", { name: "Carry on, plan 3" }).getAttribute("href")).toBe("/workshop/plans/3");
  screen.getByRole("link", { name: "View, plan 2" });
  expect(screen.getByRole("link", { name: "Choose orders to plan" }).getAttribute("href")).toBe("/workshop");
  await user.click(plan);
  expect(history.at(-1)).toBe("/workshop/plans/3");
});

test("an empty list of plans describes how to create one", async () => {
  fakeApi({ workshop: { plans: () => [], toRecut: () => [] } });
  renderPage(<PlansPage />, { user: person("supplier"), path: "/workshop/plans" });
  await screen.findByText("No plan is kept");
  expect(screen.getByRole("link", { name: "Choose orders in the workshop" }).getAttribute("href")).toBe("/workshop");
});

test("parts to recut that are in no plan are named above the plans, with a link that plans them", async () => {
  const orders = [
    { orderId: 7, jobName: "Mrs Patel", parts: 2 },
    { orderId: 9, jobName: null, parts: 1 },
  ];
  fakeApi({ workshop: { plans: () => [], toRecut: () => orders } });
  renderPage(<PlansPage />, { user: person("supplier"), path: "/workshop/plans" });
  await screen.findByText("3 parts to recut are in no plan");
  screen.getByText("ORD-7, Mrs Patel (2), ORD-9 (1)");
  expect(screen.getByRole("link", { name: "Plan these orders" }).getAttribute("href")).toBe("/workshop/bar-plan?orders=7,9");
});
