import loadHighs from "highs";
import { typesOfToday, windowsFor } from "#server/demo/demo-shop.ts";
import { createTimeline } from "#server/demo/demo-timeline.ts";
import { barsIn, firstFitDecreasing } from "#server/features/workshop/bar-plan/cut-stock.ts";
import { BOUGHT_AS_USUAL, groupsOf, type WindowToCut } from "#server/features/workshop/bar-plan/groups.ts";
import { improve, quickly } from "#server/features/workshop/bar-plan/patterns.ts";
import { isCommand } from "#tools/project.mjs";

/** What the server gives a plan (`LONGEST_MS` in cut-bars.ts). */
const SECONDS = 3.5;

export interface Batch {
  readonly orders: number;
  readonly profiles: number;
  readonly pieces: number;
  readonly bars: number;
  readonly lowerBound: number;
  readonly firstFit: number;
  /** Of the profile that is furthest from its bound. */
  readonly furthest: number;
  readonly ms: number;
}

/** Batches of 2 to 50 orders of the demo's houses, of 1 to 10 windows each: always the same. */
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
          shutters: window.quantity,
        };
      }),
    ).flat();
}

export async function planBatch(windows: readonly WindowToCut[], seconds = SECONDS): Promise<Batch> {
  // Of this process alone: what else the machine does is no time of the plan's.
  const spent = () => process.cpuUsage().user / 1000;
  const began = spent();
  const groups = groupsOf(windows, BOUGHT_AS_USUAL);
  const jobs = groups.map(({ job }) => job);
  const cuttings = jobs.map(quickly);
  const secondsLeft = () => seconds - (spent() - began) / 1000;
  await improve(jobs, cuttings, { secondsLeft, loadSolver: loadHighs }, (index, cutting) => {
    cuttings[index] = cutting;
  });
  const ms = spent() - began;
  const sum = (figures: readonly number[]) => figures.reduce((all, figure) => all + figure, 0);
  return {
    orders: new Set(windows.map(({ orderId }) => orderId)).size,
    profiles: groups.length,
    pieces: sum(jobs.map(({ demand }) => sum(demand))),
    bars: sum(cuttings.map(({ bars }) => barsIn(bars))),
    lowerBound: sum(cuttings.map(({ lowerBound }) => lowerBound)),
    firstFit: sum(jobs.map((job) => barsIn(firstFitDecreasing(job)))),
    furthest: Math.max(0, ...cuttings.map(({ bars, lowerBound }) => barsIn(bars) - lowerBound)),
    ms,
  };
}

const middle = (figures: readonly number[], part = 0.5): number =>
  figures.toSorted((one, other) => one - other)[Math.min(figures.length - 1, Math.floor(part * figures.length))] ?? Number.NaN;

if (isCommand(import.meta.url)) {
  const found: Batch[] = [];
  for (const windows of batchesOfOrders(Number(process.argv[2] ?? 100))) {
    const batch = await planBatch(windows);
    found.push(batch);
    console.log(
      Object.values(batch)
        .map((figure) => Math.round(figure))
        .join("\t"),
    );
  }
  const share = (holds: (batch: Batch) => boolean) => `${found.filter(holds).length} of ${found.length}`;
  const sum = (of: (batch: Batch) => number) => found.reduce((all, batch) => all + of(batch), 0);
  console.log(
    `bars ${sum(({ bars }) => bars)}, bound ${sum(({ lowerBound }) => lowerBound)}, first fit ${sum(({ firstFit }) => firstFit)}`,
  );
  console.log(`each profile within one bar of its bound: ${share(({ furthest }) => furthest <= 1)}`);
  console.log(`the whole batch within one bar of its bound: ${share(({ bars, lowerBound }) => bars - lowerBound <= 1)}`);
  console.log(`proven to be the least: ${share(({ bars, lowerBound }) => bars === lowerBound)}`);
  const times = found.map(({ ms }) => ms);
  console.log(`ms: middle ${middle(times).toFixed(0)}, 95th ${middle(times, 0.95).toFixed(0)}, longest ${Math.max(...times).toFixed(0)}`);
}
