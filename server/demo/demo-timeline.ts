import { addDays, type Day, endOfDay, londonDay, startOfDay } from "#shared/domain/period.ts";

const HOUR = 3_600_000;

/** Times and choices of the demo: deterministic, counted from the day on which it is filled. */
export interface Timeline {
  readonly now: Date;
  /** A time in the working day of a number of London days ago; never in the future. */
  momentOn(daysAgo: number): Date;
  /** The time a number of hours later. If that is in the future, a time between `than` and now. */
  later(than: Date, hours: number): Date;
  /** The London day a number of days after an instant's day. */
  dayAfter(instant: Date, days: number): Day;
  /** An integer from 0 up to, not including, `below`. */
  pick(below: number): number;
  oneOf<T>(choices: readonly [T, ...T[]]): T;
}

export function createTimeline(now: Date): Timeline {
  const random = seeded(20_260_114);
  const today = londonDay(now);
  const pick = (below: number) => Math.floor(random() * below);
  const between = (from: Date, to: Date, part: number) => new Date(from.getTime() + Math.floor((to.getTime() - from.getTime()) * part));
  return {
    now,
    momentOn(daysAgo) {
      const day = addDays(today, -daysAgo);
      const start = startOfDay(day);
      if (daysAgo === 0) return between(start, now, 0.2 + random() * 0.6);
      const end = endOfDay(day);
      return between(new Date(start.getTime() + 8 * HOUR), new Date(end.getTime() - 6 * HOUR), random());
    },
    later(than, hours) {
      const then = new Date(than.getTime() + hours * HOUR);
      return then < now ? then : between(than, now, 0.6);
    },
    dayAfter: (instant, days) => addDays(londonDay(instant), days),
    pick,
    oneOf: (choices) => choices[pick(choices.length)] ?? choices[0],
  };
}

/** Pseudo-random numbers from 0 to 1 (mulberry32): the same for the same seed on every machine. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
