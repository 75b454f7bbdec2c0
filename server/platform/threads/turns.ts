import { tooMany } from "#server/platform/http/errors.ts";

/** Drawing this many windows takes a fraction of a second. */
const SHORT_WINDOWS = 20;
/** Work of more windows gives way to other work in between. */
const LONG_WINDOWS = 200;

/** The company of a request, and its cost. */
interface Wish {
  readonly company: number;
  /** The cost, measured in drawn windows. */
  readonly windows: number;
  /** Aborted when the client has disconnected. */
  readonly left?: AbortSignal;
  /** True for a part of work that has begun: it waits like others, and is never refused. */
  readonly isPart?: boolean;
}

/**
 * Lets other work run first at a point where this work can pause; resolves when its turn has come
 * again.
 */
export type GiveWay = () => Promise<void>;

interface Bounds {
  /**
   * The number of requests in progress, of which a company has one. The last of three is reserved
   * for short work.
   */
  readonly places: 2 | 3;
  /** The most that a company may have waiting; further requests are refused with the sentence. */
  readonly most?: { readonly waiting: number; readonly windows: number; readonly sentence: string };
  /**
   * The most long requests that are begun and not finished, because each holds its memory in
   * pauses.
   */
  readonly mostLong?: number;
}

interface Waiting {
  readonly windows: number;
  /** True if it has paused and wants to continue. */
  readonly isBegun: boolean;
  readonly counts: boolean;
  readonly start: () => void;
}
/** The work of a company; each set is in the order of arrival. */
interface Lane {
  atWork: boolean;
  readonly short: Set<Waiting>;
  readonly begun: Set<Waiting>;
  readonly rest: Set<Waiting>;
  /** The sums of the waiting work that counts towards the limits. */
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
/** @returns true if it waited there */
const remove = (lane: Lane, one: Waiting): boolean => {
  if (!setOf(lane, one).delete(one)) return false;
  count(lane, one, -1);
  return true;
};

/**
 * Runs work in turns by company, one at a time for each. The company whose last turn is longest ago
 * comes first; among its own work the short comes first. Nobody waits for more than one request of
 * another company.
 */
export function createTurns({ places, most, mostLong = Number.POSITIVE_INFINITY }: Bounds) {
  let [atWork, unshort, long, waiting] = [0, 0, 0, 0];
  /** The companies with work in progress or waiting; the next in turn is first. */
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
    // A lane that starts work is visited once more, at the end, and has work in progress then.
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
    const endController = new AbortController();
    const signal = left ? AbortSignal.any([left, endController.signal]) : endController.signal;
    const cost = { windows };
    let [hasPlace, isBegun] = [false, false];

    const occupyPlace = () => {
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
          signal.removeEventListener("abort", leftAlone);
          if (remove(lane, one)) waiting -= 1;
          if (hasNothing(lane)) lanes.delete(company);
          reject(reason);
        };
        const leftAlone = () => leave(signal.reason);
        const start = () => {
          signal.removeEventListener("abort", leftAlone);
          occupyPlace();
          resolve();
        };
        const one: Waiting = { windows, isBegun, counts: !isBegun && !isPart, start };
        add(lane, one);
        waiting += 1;
        signal.addEventListener("abort", leftAlone);
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
      endController.abort();
      leavePlace();
      if (isBegun && isLong(cost)) long -= 1;
      startWhatMay();
    }
  };
}
