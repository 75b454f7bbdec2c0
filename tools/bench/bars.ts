import loadHighs from "highs";
import { typesOfToday, windowsFor } from "#server/demo/demo-shop.ts";
import { createTimeline } from "#server/demo/demo-timeline.ts";
import { barsIn, firstFitDecreasing } from "#server/features/workshop/bar-plan/cut-stock.ts";
import {
  type BarGroup,
  type Bought,
  groupsOf,
  type Offcut,
  profileOf,
  type WindowToCut,
} from "#server/features/workshop/bar-plan/groups.ts";
import { type Cutting, planQuickly } from "#server/features/workshop/bar-plan/patterns.ts";
import { planGroups } from "#server/features/workshop/bar-plan/plan-groups.ts";
import { stopChanges } from "#server/features/workshop/bar-plan/repeated-patterns.ts";
import type { OwnSection } from "#shared/domain/window/saw/sections.ts";
import { isCommand } from "#tools/project.mjs";

/** The search time that the server gives a plan (`LONGEST_MS` in cut-bars.ts). */
const SECONDS = 3.5;
/**
 * The bound on the time to a plan's reply in seconds, including the start of its thread (rule W40).
 */
const MOST_SECONDS = 5;

/** The joiner buys rails in heights, as most do, so rails are grouped by height. */
const RAIL_HEIGHTS = [76, 85, 95, 105, 115, 125] as const;
const SECTIONS: readonly OwnSection[] = (["rail", "mid-rail"] as const).map((profile) => ({
  ...{ profile, widthMm: 135, thicknessMm: 27 },
  heightsMm: RAIL_HEIGHTS,
}));
/** The settings of a plan: rails are grouped by height, and the rack has offcuts. */
const BOUGHT: Bought = { stock: [], offcuts: [], inHeights: SECTIONS.map(({ profile }) => profile) };

export interface Batch {
  readonly orders: number;
  /** The number of kinds of bars: section, height, material and colour. */
  readonly kinds: number;
  readonly pieces: number;
  readonly bars: number;
  readonly lowerBound: number;
  readonly firstFit: number;
  /** The largest distance of a kind from its proven bound. */
  readonly furthest: number;
  /**
   * The number of offcuts on the rack, the number that the plan uses, and the number of bars that
   * they save.
   */
  readonly offcuts: number;
  readonly taken: number;
  readonly saved: number;
  /**
   * The moves of the saw's stop: of the plan, whose equal bars are sawn together, and of the plan
   * before patterns were repeated, one bar after the other.
   */
  readonly stops: number;
  readonly stopsBarByBar: number;
  readonly ms: number;
}

/**
 * Generates the same batches each time: 2 to 50 orders of the demo's houses, of 1 to 10 windows
 * each.
 */
export function* batchesOfOrders(count: number): Generator<WindowToCut[]> {
  const types = typesOfToday();
  const time = createTimeline(new Date("2026-11-22T12:00:00Z"));
  for (let batch = 0; batch < count; batch += 1)
    yield Array.from({ length: 2 + time.pick(49) }, (_, order) =>
      windowsFor(types, 1 + time.pick(10), time).map((window, place): WindowToCut => {
        const type = types.get(window.shutterTypeId);
        return {
          ...window,
          width: window.widthTenthMm,
          height: window.heightTenthMm,
          widestPanelMm: type?.widestPanelMm,
          orderId: order + 1,
          itemId: 1000 * (order + 1) + place,
          material: type?.name ?? "",
          // Every colour has its own bars, which makes more kinds than shutters that are painted
          // later.
          finish: "coloured",
          sections: SECTIONS,
          shutters: window.quantity,
        };
      }),
    ).flat();
}

const sum = (figures: readonly number[]) => figures.reduce((all, figure) => all + figure, 0);

async function planned(groups: readonly BarGroup[], seconds: number) {
  // The time is this process's own, so other work of the machine does not count.
  const spent = () => process.cpuUsage().user / 1000;
  const began = spent();
  const cuttings: Cutting[] = [];
  const beforeRepeats: Cutting[] = [];
  await planGroups(
    groups.map(({ job }) => job),
    { secondsLeft: () => seconds - (spent() - began) / 1000, loadSolver: loadHighs },
    {
      begun: (found) => {
        cuttings.push(...found);
        beforeRepeats.push(...found);
      },
      // The last report of each job is its plan with repeated patterns.
      better: (index, cutting) => {
        beforeRepeats[index] = cuttings[index] as Cutting;
        cuttings[index] = cutting;
      },
    },
  );
  return { cuttings, beforeRepeats, ms: spent() - began };
}

/** @param rack the offcuts of earlier bars */
export async function planBatch(
  windows: readonly WindowToCut[],
  { seconds = SECONDS, rack = [] as readonly Offcut[] } = {},
): Promise<Batch> {
  const groups = groupsOf(windows, { ...BOUGHT, offcuts: rack });
  const { cuttings, beforeRepeats, ms } = await planned(groups, seconds);
  return {
    orders: new Set(windows.map(({ orderId }) => orderId)).size,
    kinds: groups.length,
    pieces: sum(groups.map(({ job }) => sum(job.demand))),
    bars: sum(cuttings.map(({ bars }) => barsIn(bars))),
    lowerBound: sum(cuttings.map(({ lowerBound }) => lowerBound)),
    firstFit: sum(groups.map(({ job }) => barsIn(firstFitDecreasing(job)))),
    furthest: Math.max(0, ...cuttings.map(({ bars, lowerBound }) => barsIn(bars) - lowerBound)),
    offcuts: sum(groups.map(({ offcuts }) => offcuts.length)),
    taken: sum(cuttings.map(({ taken }) => taken.length)),
    saved: sum(cuttings.map(({ saved }) => saved)),
    stops: sum(cuttings.map(({ bars }) => stopChanges(bars, true))),
    stopsBarByBar: sum(beforeRepeats.map(({ bars }) => stopChanges(bars, false))),
    ms,
  };
}

/** Returns the offcuts that a batch leaves on the rack. The plan is quick and always the same. */
export function leftOf(windows: readonly WindowToCut[]): Offcut[] {
  const left = groupsOf(windows, BOUGHT).flatMap((group) => {
    const { profile: section, heightMm, material, color, keepMm } = group;
    const lengths = profileOf(group, planQuickly(group.job)).bars.map(({ offcutMm }) => offcutMm);
    return lengths.filter((lengthMm) => lengthMm >= keepMm).map((lengthMm) => ({ section, heightMm, material, color, lengthMm }));
  });
  return left.map((offcut, at) => ({ ...offcut, id: at + 1 }));
}

const middle = (figures: readonly number[], part = 0.5): number =>
  figures.toSorted((one, other) => one - other)[Math.min(figures.length - 1, Math.floor(part * figures.length))] ?? Number.NaN;

function tell(title: string, found: readonly Batch[]) {
  const share = (holds: (batch: Batch) => boolean) => `${found.filter(holds).length} of ${found.length}`;
  const all = (of: (batch: Batch) => number) => sum(found.map(of)).toLocaleString("en-GB");
  console.log(
    `${title}: pieces ${all(({ pieces }) => pieces)}, bars ${all(({ bars }) => bars)}, bound ${all(({ lowerBound }) => lowerBound)}`,
  );
  console.log(
    `  first fit ${all(({ firstFit }) => firstFit)}; offcuts ${all(({ offcuts }) => offcuts)}, taken ${all(({ taken }) => taken)}, bars saved ${all(({ saved }) => saved)}`,
  );
  console.log(`  changes of the stop ${all(({ stops }) => stops)}, before ${all(({ stopsBarByBar }) => stopsBarByBar)}`);
  console.log(`  each kind within one bar of its bound: ${share(({ furthest }) => furthest <= 1)}`);
  console.log(`  the whole batch within one bar of its bound: ${share(({ bars, lowerBound }) => bars - lowerBound <= 1)}`);
  console.log(`  proven to be the least: ${share(({ bars, lowerBound }) => bars === lowerBound)}`);
  console.log(`  in ${MOST_SECONDS} s: ${share(({ ms }) => ms <= MOST_SECONDS * 1000)}`);
  const times = found.map(({ ms }) => ms);
  console.log(`  ms: middle ${middle(times).toFixed(0)}, 95th ${middle(times, 0.95).toFixed(0)}, longest ${Math.max(...times).toFixed(0)}`);
}

if (isCommand(import.meta.url)) {
  const [plain, withRack]: [Batch[], Batch[]] = [[], []];
  let rack: Offcut[] = [];
  for (const windows of batchesOfOrders(Number(process.argv[2] ?? 100))) {
    plain.push(await planBatch(windows));
    withRack.push(await planBatch(windows, { rack }));
    rack = leftOf(windows);
    for (const batch of [plain.at(-1), withRack.at(-1)])
      console.log(
        Object.values(batch ?? {})
          .map((figure) => Math.round(figure))
          .join("\t"),
      );
  }
  tell("From whole bars", plain);
  tell("With what the batch before left", withRack);
}
