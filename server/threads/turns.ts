import { Refusal } from "#server/http/errors.ts";

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
interface Lane {
  atWork: boolean;
  waiting: readonly Waiting[];
}

const never = new AbortController().signal;
const isShort = ({ windows }: Pick<Waiting, "windows">): boolean => windows <= SHORT_WINDOWS;
const isLong = ({ windows }: Pick<Waiting, "windows">): boolean => windows > LONG_WINDOWS;

/**
 * Does things in turn by company: one at a time of each, the company first whose last turn is longest ago, and of its own things the short
 * ones. Nobody waits for more than one thing of another company, however much that asks for.
 */
export function createTurns({ places, most, mostLong = Number.POSITIVE_INFINITY }: Bounds) {
  let [atWork, unshort, long] = [0, 0, 0];
  /** Those with something at work or waiting; the one whose turn it is first. */
  const lanes = new Map<number, Lane>();

  const mayStart = (one: Waiting): boolean => {
    if (atWork >= places || (places === 3 && unshort >= 2 && !isShort(one))) return false;
    return !isLong(one) || one.isBegun || long < mostLong;
  };
  const nextOf = ({ waiting }: Lane): Waiting | undefined =>
    [...waiting.filter(isShort), ...waiting.filter(({ isBegun }) => isBegun), ...waiting].find(mayStart);
  const toTheEnd = (company: number, lane: Lane) => {
    lanes.delete(company);
    if (lane.atWork || lane.waiting.length > 0) lanes.set(company, lane);
  };
  const startWhatMay = () => {
    for (const [company, lane] of [...lanes]) {
      const next = lane.atWork ? undefined : nextOf(lane);
      if (!next) continue;
      lane.waiting = lane.waiting.filter((one) => one !== next);
      lane.atWork = true;
      toTheEnd(company, lane);
      next.start();
    }
  };
  const isTooMuch = ({ waiting }: Lane): boolean => {
    const counted = waiting.filter(({ counts }) => counts);
    const windows = counted.reduce((sum, one) => sum + one.windows, 0);
    return most !== undefined && (counted.length > most.waiting || windows > most.windows);
  };

  return async <T>({ company, windows, left = never, isPart = false }: Wish, work: (giveWay: GiveWay) => Promise<T>): Promise<T> => {
    left.throwIfAborted();
    const ended = new AbortController();
    const given = AbortSignal.any([left, ended.signal]);
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
        const lane = lanes.get(company) ?? { atWork: false, waiting: [] };
        lanes.set(company, lane);
        const leave = (reason: unknown) => {
          given.removeEventListener("abort", leftAlone);
          lane.waiting = lane.waiting.filter((other) => other !== one);
          if (!lane.atWork && lane.waiting.length === 0) lanes.delete(company);
          reject(reason);
        };
        const leftAlone = () => leave(given.reason);
        const start = () => {
          given.removeEventListener("abort", leftAlone);
          takePlace();
          resolve();
        };
        const one: Waiting = { windows, isBegun, counts: !isBegun && !isPart, start };
        lane.waiting = [...lane.waiting, one];
        given.addEventListener("abort", leftAlone);
        startWhatMay();
        if (one.counts && lane.waiting.includes(one) && isTooMuch(lane)) leave(new Refusal(503, most?.sentence ?? "", { retryAfter: 5 }));
      });
    const giveWay: GiveWay = async () => {
      if ([...lanes.values()].every(({ waiting }) => waiting.length === 0)) return;
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
