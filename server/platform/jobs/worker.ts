import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { TaskList, WorkerEvents } from "graphile-worker";
import { waitAtMost } from "#server/platform/db/connect.ts";
import type { Log } from "#server/platform/http/log.ts";
import { freeDeadJobs, runnerPool } from "./runner-connections.ts";

/** Work that runs after a reply, or by schedule. */
export interface Work {
  /** The work of each job, by the job's name. */
  readonly tasks: Readonly<Record<string, (payload: unknown) => Promise<void>>>;
  /** The schedule, in crontab's form. */
  readonly crontab?: string;
}

/** The description and the record of a failed job. The worker only knows that a job failed. */
export interface JobFaults {
  /**
   * The description for the log and the queue, which store it: without people's data and secrets.
   */
  inWords(error: unknown): { readonly message: string; readonly stack: string | undefined };
  /** Records a job whose last attempt has failed. */
  record(job: string, error: unknown): void;
}

interface WorkerDeps extends Work {
  readonly databaseUrl: string;
  readonly faults: JobFaults;
  readonly clock: () => Date;
  readonly log: Log;
}

/**
 * Replaces the error of a failed job, because the worker writes its message to the log and the
 * queue.
 */
function redactFaults({ tasks, faults }: WorkerDeps): TaskList {
  const wrapped = Object.entries(tasks).map(([name, task]) => [
    name,
    (payload: unknown) =>
      task(payload).catch((error: unknown) => {
        const { message, stack } = faults.inWords(error);
        throw Object.assign(new Error(message), { stack });
      }),
  ]);
  return Object.fromEntries(wrapped);
}

export interface Worker {
  /** False if the runner gave up, or could not look for jobs for a while. */
  isUp(): boolean;
  stop(): Promise<void>;
}

/** The pause between two attempts to start a runner while the database is away. */
const LONGEST_WAIT_MS = 10_000;
/**
 * The runner looks for jobs every two seconds; each look may wait ten for the database
 * (`runner-connections.ts`).
 */
const SILENCE_MS = 30_000;
/** A mail in progress may finish. The next process repeats a job that is unfinished then. */
const STOPPING_MS = 25_000;
/**
 * The time for a runner that has given up: its jobs are repeated anyway, because it cannot report
 * that they are done.
 */
const GIVEN_UP_MS = 5_000;

/**
 * Starts the jobs. A job whose last attempt fails becomes an error record (rule K4). A runner may
 * give up when the database disappears at a bad moment. A new one then replaces it, after a short
 * pause at first, then after longer ones.
 */
export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  const stopped = new AbortController();
  let runner = await startRunner(deps);
  /** Replaced runners that still finish their last jobs. */
  const leaving = new Set<Promise<void>>();
  const replace = async (failures = 0): Promise<void> => {
    await sleep(Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures), undefined, { signal: stopped.signal, ref: false });
    try {
      runner = await startRunner(deps);
    } catch {
      await replace(failures + 1);
    }
  };
  const watch = async () => {
    while (!stopped.signal.aborted) {
      await Promise.race([runner.over, once(stopped.signal, "abort")]);
      if (stopped.signal.aborted) return;
      deps.log.error("the worker stopped; it is started again");
      const ending = runner.stop().finally(() => leaving.delete(ending));
      leaving.add(ending);
      await replace().catch(() => {});
    }
  };
  const watching = watch();
  return {
    isUp: () => runner.isUp(),
    async stop() {
      stopped.abort();
      // Waits for a runner that is just starting too.
      await watching;
      await Promise.all([runner.stop(), ...leaving]);
    },
  };
}

/** Runs one runner until it ends, by `stop` or by giving up. */
async function startRunner(deps: WorkerDeps) {
  const { databaseUrl, crontab = "", faults, log } = deps;
  const { Logger, run } = await import("graphile-worker");
  const events: WorkerEvents = new EventEmitter();
  let runnerId = "";
  events.on("pool:create", ({ workerPool }) => {
    runnerId = workerPool.id;
  });
  events.on("job:failed", ({ job, error }) => faults.record(job.task_identifier, error));
  const health = watchOver(events, deps.clock);
  const pgPool = runnerPool(databaseUrl);
  // The end of the pool has a time limit: a connection that was lost while in use may never be
  // released.
  const endPool = () => waitAtMost(2_000, pgPool.end());
  const runner = await run({
    pgPool,
    concurrency: 2,
    noHandleSignals: true,
    // Jobs are reported in batches, however small: a single report that the database does not
    // receive would be an unhandled rejection and end the server.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: redactFaults(deps),
    crontab,
    events,
    logger: new Logger((scope) => (level, message) => {
      if (level === "error") log.error({ job: scope.taskIdentifier, jobId: scope.jobId }, faults.inWords(message).message);
    }),
  }).catch(async (error: unknown) => {
    await endPool();
    throw error;
  });
  const dead = freeDeadJobs(databaseUrl, runnerId, log);
  const ended = runner.promise.catch((error: unknown) => log.error({ error: faults.inWords(error).message }, "the worker met a fault"));
  let stopping: Promise<void> | undefined;
  const end = async () => {
    // A runner that gave up counts as stopped. A runner that could not report two jobs never ends.
    runner.stop().catch(() => {});
    await waitAtMost(health.hasGivenUp() ? GIVEN_UP_MS : STOPPING_MS, ended);
    await dead.stop();
    await endPool();
  };
  return {
    /**
     * The queue's own promise does not suffice: it never settles after two finished jobs whose
     * reports were lost.
     */
    over: Promise.race([health.givenUp, ended]),
    isUp: health.isUp,
    stop(): Promise<void> {
      stopping ??= end();
      return stopping;
    },
  };
}

/** Derives the runner's health from its events. */
function watchOver(events: WorkerEvents, clock: () => Date) {
  const now = () => clock().getTime();
  let [atWork, lastLook, lost] = [0, now(), false];
  const look = () => {
    lastLook = now();
  };
  events.on("worker:getJob:empty", look);
  events.on("job:start", () => {
    atWork += 1;
    look();
  });
  events.on("job:complete", () => {
    atWork -= 1;
    look();
  });
  const givenUp = once(events, "pool:fatalError").then(() => {
    lost = true;
  });
  return {
    givenUp,
    hasGivenUp: () => lost,
    isUp: () => !lost && (atWork > 0 || now() - lastLook < SILENCE_MS),
  };
}
