import { StripeApiError } from "./stripe-error.ts";

/** The calls that a fault affects; default: all. `path` is matched from its beginning. */
interface FaultTarget {
  path?: string | RegExp;
  method?: string;
  /**
   * The number of affected calls, 1 by default. The official client repeats some calls by itself,
   * so a lasting failure needs several.
   */
  times?: number;
}

interface Failure extends FaultTarget {
  status: number;
  message?: string;
}

interface Delay extends FaultTarget {
  /**
   * Waits before or after the work. By default (`before`) the work is done first, and only the
   * reply is slow.
   */
  work?: "before" | "after";
}

/** Faults that a test can cause. None of them can be reached over HTTP. */
export interface FaultControls {
  /** Rejects the call without doing any work. */
  failNext(failure: Failure): void;
  delayNext(ms: number, delay?: Delay): void;
  /** Does the work, and delays the reply until the test calls the returned function. */
  holdNext(target?: FaultTarget): () => void;
  /** Does the work, then drops the connection without a reply. */
  loseNextReply(target?: FaultTarget): void;
  clearFaults(): void;
}

export interface FaultsOfOneCall {
  failure?: StripeApiError;
  waitBeforeWork: number;
  waitBeforeReply: number;
  released?: Promise<void>;
  loseReply: boolean;
}

interface Fault {
  target: FaultTarget;
  left: number;
  apply(call: FaultsOfOneCall): void;
}

export interface Faults extends FaultControls {
  take(method: string, path: string): FaultsOfOneCall;
}

export function faults(): Faults {
  let waiting: Fault[] = [];
  const add = (target: FaultTarget, apply: Fault["apply"]) => {
    waiting.push({ target, left: target.times ?? 1, apply });
  };
  const take = (method: string, path: string) => {
    const call: FaultsOfOneCall = { waitBeforeWork: 0, waitBeforeReply: 0, loseReply: false };
    for (const fault of waiting) {
      if (!hits(fault.target, method, path)) continue;
      fault.left -= 1;
      fault.apply(call);
    }
    waiting = waiting.filter((fault) => fault.left > 0);
    return call;
  };
  return {
    take,
    failNext: (failure) => add(failure, (call) => Object.assign(call, { failure: errorOf(failure) })),
    delayNext: (ms, delay = {}) =>
      add(delay, (call) => Object.assign(call, delay.work === "after" ? { waitBeforeWork: ms } : { waitBeforeReply: ms })),
    holdNext: (target = {}) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      add(target, (call) => Object.assign(call, { released }));
      return () => release();
    },
    loseNextReply: (target = {}) => add(target, (call) => Object.assign(call, { loseReply: true })),
    clearFaults: () => {
      waiting = [];
    },
  };
}

function hits({ path, method }: FaultTarget, calledMethod: string, calledPath: string): boolean {
  if (method && method !== calledMethod) return false;
  if (path === undefined) return true;
  return typeof path === "string" ? calledPath.startsWith(path) : path.test(calledPath);
}

const errorOf = ({ status, message = "An unknown error occurred" }: Failure): StripeApiError =>
  new StripeApiError(status, message, { type: status >= 500 ? "api_error" : "invalid_request_error" });
