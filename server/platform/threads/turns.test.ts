import { expect, test, vi } from "vitest";
import { createTurns, type GiveWay } from "./turns.ts";

const BOUNDS = { places: 3, most: { waiting: 10, windows: 2000, sentence: "Too much of yours" }, mostLong: 2 } as const;
const someTurns = () => new Promise((done) => setImmediate(done));

/**
 * Work of several parts that continues part by part when the test releases it. `events` lists its
 * starts and ends in order.
 */
function desk(bounds: Parameters<typeof createTurns>[0] = BOUNDS) {
  const inTurn = createTurns(bounds);
  const events: string[] = [];
  const parts = new Map<string, () => void>();
  const ask = (name: string, company: number, windows: number, { of = 1, left = new AbortController().signal, isPart = false } = {}) => {
    const work = async (giveWay: GiveWay) => {
      for (let part = 1; part <= of; part += 1) {
        events.push(of === 1 ? name : `${name}, part ${part}`);
        await new Promise<void>((done) => parts.set(name, done));
        if (part < of) await giveWay();
      }
    };
    return inTurn({ company, windows, left, isPart }, work).then(
      () => "done",
      (error: Error) => error.message,
    );
  };
  /** Ends the current part, and lets the following work begin. */
  const end = async (name: string) => {
    const done = parts.get(name);
    expect(done, `${name} is at work`).toBeDefined();
    parts.delete(name);
    done?.();
    await someTurns();
  };
  return { ask, end, events, atWork: () => [...parts.keys()] };
}

test("a company that sends many requests has one in progress, and another company's begins at once", async () => {
  const { ask, atWork, end } = desk();
  const greedy = Array.from({ length: 12 }, (_, index) => ask(`greedy ${index}`, 1, 200));
  expect(await greedy[11]).toBe("Too much of yours");
  expect(atWork()).toEqual(["greedy 0"]);
  void ask("page", 2, 1);
  void ask("house", 3, 200);
  await someTurns();
  expect(atWork()).toEqual(["greedy 0", "page", "house"]);
  await end("greedy 0");
  expect(atWork()).toEqual(["page", "house", "greedy 1"]);
});

test("short work finds a place while two companies have long work, and long work waits for one of each", async () => {
  const { ask, atWork, end, events } = desk();
  for (const company of [1, 2]) for (const index of [1, 2]) void ask(`${company}.${index}`, company, 200);
  void ask("long", 3, 150);
  void ask("short", 4, 20);
  await someTurns();
  expect(atWork()).toEqual(["1.1", "2.1", "short"]);
  await end("1.1");
  expect(atWork()).toEqual(["2.1", "short", "long"]);
  await end("2.1");
  await end("short");
  expect(events).toEqual(["1.1", "2.1", "short", "long", "1.2"]);
});

test("short work of a company comes first, also in the pauses of long work", async () => {
  const { ask, end, events } = desk();
  void ask("batch", 1, 1000, { of: 3 });
  void ask("house", 1, 200);
  void ask("page", 1, 1);
  await someTurns();
  await end("batch");
  await end("page");
  await end("batch");
  await end("batch");
  expect(events).toEqual(["batch, part 1", "page", "batch, part 2", "batch, part 3", "house"]);
});

test("long work gives way after each part to one of each company, and continues at once when alone", async () => {
  const { ask, end, events } = desk();
  const batches = [1, 2].map((company) => ask(`batch ${company}`, company, 1000, { of: 2 }));
  for (const name of ["house", "next house"]) void ask(name, 3, 200);
  await someTurns();
  await end("batch 1");
  expect(events.splice(0)).toEqual(["batch 1, part 1", "batch 2, part 1", "house"]);
  await end("batch 2");
  // The finished house has had its turn: the two paused batches continue before the next house of
  // its company.
  expect(events.splice(0)).toEqual(["batch 1, part 2"]);
  await end("house");
  expect(events.splice(0)).toEqual(["batch 2, part 2"]);
  await end("batch 1");
  await end("batch 2");
  expect(events).toEqual(["next house"]);
  expect(await Promise.all(batches)).toEqual(["done", "done"]);
});

test("long work holds memory until its end, so only a bounded number is begun at once", async () => {
  const { ask, atWork, end } = desk();
  void ask("batch 1", 1, 1000, { of: 2 });
  void ask("batch 2", 2, 1000, { of: 2 });
  void ask("batch 3", 3, 1000);
  await someTurns();
  await end("batch 1");
  expect(atWork()).toEqual(["batch 2", "batch 1"]);
  await end("batch 1");
  expect(atWork()).toEqual(["batch 2", "batch 3"]);
});

test("a company may queue ten requests or 2,000 windows; paused work does not count, and begun work is not refused", async () => {
  const { ask } = desk();
  const cards = [1, 2, 3, 4].map((index) => ask(`cards ${index}`, 1, 1000));
  expect(await cards[3]).toBe("Too much of yours");
  void ask("part", 1, 1, { isPart: true });
  // The other company has nothing waiting.
  const pages = Array.from({ length: 12 }, (_, index) => ask(`page ${index}`, 2, 1));
  expect(await pages[11]).toBe("Too much of yours");
  expect(await Promise.race([...cards.slice(0, 3), ...pages.slice(0, 11), someTurns()])).toBeUndefined();
});

test("a disconnected client's work is removed from the queue, whether in progress, waiting or paused", async () => {
  const { ask, atWork, end, events } = desk({ ...BOUNDS, places: 2 });
  const leaving = new AbortController();
  const left = { left: leaving.signal };
  const [gaveWay, waiting] = [ask("batch", 1, 1000, { of: 2, ...left }), ask("waits", 1, 1000, left)];
  for (const company of [2, 3]) void ask(`${company}.1`, company, 100);
  await someTurns();
  await end("batch");
  expect(atWork()).toEqual(["2.1", "3.1"]);
  leaving.abort(new Error("left"));
  expect(await Promise.all([gaveWay, waiting, ask("late", 1, 1, left)])).toEqual(["left", "left", "left"]);
  await end("2.1");
  void ask("other batch", 4, 1000);
  void ask("third batch", 5, 1000);
  await end("3.1");
  expect(atWork()).toEqual(["other batch", "third batch"]);
  expect(events).not.toContain("waits");
});

test("failed work releases its place", async () => {
  const inTurn = createTurns({ places: 2 });
  const wish = { company: 1, windows: 1, left: new AbortController().signal };
  await expect(inTurn(wish, () => Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  expect(await Promise.all([1, 2].map((number) => inTurn(wish, async () => number)))).toEqual([1, 2]);
});

test("a turn without a signal to abort leaves no listener on a lasting signal", async () => {
  const outliving = vi.spyOn(AbortSignal, "any");
  expect(await createTurns({ places: 2 })({ company: 1, windows: 1 }, async () => "done")).toBe("done");
  expect(outliving).not.toHaveBeenCalled();
});
