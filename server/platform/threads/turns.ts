import { tooMany } from "#server/platform/http/errors.ts";

/** What is drawn of so many windows takes a fraction of a second. */
const SHORT_WINDOWS = 20;
/** What is longer gives way in between. */
const LONG_WINDOWS = 200;

/** Who asks, and for how much. */
interface Wish {
  readonly company: number;
  /** What it costs, measured in windows that are drawn. */
  readonly windows: number;
  /** When nobody waits for it any more. */
  readonly left?: AbortSignal;
  /** A part of what was begun: it waits like others, and is refused no more. */
  readonly isPart?: boolean;
}

/** Lets others go first, where the work can be left and gone on with; comes back when its turn has come again. */
export type GiveWay = () => Promise<void>;

interface Bounds {
  /** At work at once, of which a company has one. Of three the last is for what is short. */
  readonly places: 2 | 3;
  /** What a company may have waiting; beyond it hears the sentence. */
  readonly most?: { readonly waiting: number; readonly windows: number; readonly sentence: string };
  /** Of what gives way, begun and not done: each keeps its memory meanwhile. */
  readonly mostLong?: number;
}

interface Waiting {
  readonly windows: number;
  /** It gave way and wants to go on. */
  readonly isBegun: boolean;
  readonly counts: boolean;
  readonly start: () => void;
}
/** What a company has; each of the sets in the order in which its things came. */
interface Lane {
  atWork: boolean;
  readonly short: Set<Waiting>;
  readonly begun: Set<Waiting>;
  readonly rest: Set<Waiting>;
  /** Of what waits and counts. */
  readonly counted: { things: number; windows: number };
}

const isShort = ({ windows }: Pick<Waiting, "windows">): boolean => windows <= SHORT_WINDOWS;
const isLong = ({ windows }: Pick<Waiting, "windows">): boolean => windows > LONG_WINDOWS;

const emptyLane = (): Lane => ({
  atWork: false,
  short: new Set(),
  begun: new Set(),
  rest: new Set(),
  counted: { things: 0, windows: 0 },
});
const setOf = (lane: Lane, one: Waiting): Set<Waiting> => (isShort(one) ? lane.short : one.isBegun ? lane.begun : lane.rest);
const hasNothing = ({ atWork, short, begun, rest }: Lane): boolean => !atWork && short.size + begun.size + rest.size === 0;
const count = ({ counted }: Lane, one: Waiting, by: 1 | -1) => {
  if (!one.counts) return;
  counted.things += by;
  counted.windows += by * one.windows;
};
const add = (lane: Lane, one: Waiting) => {
  setOf(lane, one).add(one);
  count(lane, one, 1);
};
/** @returns whether it waited there */
const remove = (lane: Lane, one: Waiting): boolean => {
  if (!setOf(lane, one).delete(one)) return false;
  count(lane, one, -1);
  return true;
};

/**
 * Does things in turn by company, one at a time. The company whose last turn is longest ago comes
 * first; of its own things the short ones do. Nobody waits for more than one thing of another
 * company.
 */
export function createTurns({ places, most, mostLong = Number.POSITIVE_INFINITY }: Bounds) {
  let [atWork, unshort, long, waiting] = [0, 0, 0, 0];
  /** Those with something at work or waiting; the one whose turn it is first. */
  const lanes = new Map<number, Lane>();

  const mayStart = (one: Waiting): boolean => {
    if (atWork >= places || (places === 3 && unshort >= 2 && !isShort(one))) return false;
    return !isLong(one) || one.isBegun || long < mostLong;
  };
  const nextOf = ({ short, begun, rest }: Lane): Waiting | undefined => {
    for (const group of [short, begun, rest]) for (const one of group) if (mayStart(one)) return one;
    return undefined;
  };
  const toTheEnd = (company: number, lane: Lane) => {
    lanes.delete(company);
    if (!hasNothing(lane)) lanes.set(company, lane);
  };
  const startWhatMay = () => {
    // A lane that starts something comes once more, at the end, and has something at work then.
    for (const [company, lane] of lanes) {
      if (waiting === 0 || atWork >= places) return;
      const next = lane.atWork ? undefined : nextOf(lane);
      if (!next) continue;
      remove(lane, next);
      waiting -= 1;
      lane.atWork = true;
      toTheEnd(company, lane);
      next.start();
    }
  };
  const isTooMuch = ({ counted: { things, windows } }: Lane): boolean =>
    most !== undefined && (things > most.waiting || windows > most.windows);

  return async <T>({ company, windows, left, isPart = false }: Wish, work: (giveWay: GiveWay) => Promise<T>): Promise<T> => {
    left?.throwIfAborted();
    const ended = new AbortController();
    const given = left ? AbortSignal.any([left, ended.signal]) : ended.signal;
    const cost = { windows };
    let [hasPlace, isBegun] = [false, false];

    const takePlace = () => {
      atWork += 1;
      if (!isShort(cost)) unshort += 1;
      if (isLong(cost) && !isBegun) long += 1;
      [hasPlace, isBegun] = [true, true];
    };
    const leavePlace = () => {
      const lane = lanes.get(company);
      if (!hasPlace || !lane) return;
      hasPlace = false;
      atWork -= 1;
      if (!isShort(cost)) unshort -= 1;
      lane.atWork = false;
      toTheEnd(company, lane);
    };
    const wait = () =>
      new Promise<void>((resolve, reject) => {
        const lane = lanes.get(company) ?? emptyLane();
        lanes.set(company, lane);
        const leave = (reason: unknown) => {
          given.removeEventListener("abort", leftAlone);
          if (remove(lane, one)) waiting -= 1;
          if (hasNothing(lane)) lanes.delete(company);
          reject(reason);
        };
        const leftAlone = () => leave(given.reason);
        const start = () => {
          given.removeEventListener("abort", leftAlone);
          takePlace();
          resolve();
        };
        const one: Waiting = { windows, isBegun, counts: !isBegun && !isPart, start };
        add(lane, one);
        waiting += 1;
        given.addEventListener("abort", leftAlone);
        startWhatMay();
        if (one.counts && setOf(lane, one).has(one) && isTooMuch(lane)) leave(tooMany(most?.sentence ?? "", 5));
      });
    const giveWay: GiveWay = async () => {
      if (waiting === 0) return;
      leavePlace();
      await wait();
    };

    try {
      await wait();
      return await work(giveWay);
    } finally {
      ended.abort();
      leavePlace();
      if (isBegun && isLong(cost)) long -= 1;
      startWhatMay();
    }
  };
}
