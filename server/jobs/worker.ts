import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Job, TaskList, WorkerEvents } from "graphile-worker";
import { within } from "#server/db/bounded.ts";
import type { Database } from "#server/db/connect.ts";
import { describeFault } from "#server/features/errors/describe-fault.ts";
import { recordError, redact } from "#server/features/errors/record-error.ts";
import type { Log } from "#server/http/log.ts";
import type { Seal } from "#server/http/seal.ts";
import { deleteEndedSessions } from "#server/http/session-store.ts";
import { deleteStale } from "./clean-up.ts";
import type { Jobs } from "./enqueue.ts";
import { freeDeadJobs } from "./free-dead-jobs.ts";
import type { Mailer } from "./mailer.ts";
import { runnerPool } from "./runner-pool.ts";
import { openMail } from "./sealed-mail.ts";

export interface WorkerDeps {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly seal: Seal;
  readonly clock: () => Date;
  readonly log: Log;
  /** Work that a feature does by itself, such as fetching missed payments. The key is the job's name. */
  readonly tasks?: Readonly<Record<string, (payload: unknown) => Promise<void>>>;
}

export function taskList({ db, mailer, seal, clock, tasks = {} }: WorkerDeps): TaskList {
  return inWords({
    "send-mail": (payload) => mailer.send(openMail(seal, payload as Jobs["send-mail"])),
    "clean-up": async () => {
      await deleteEndedSessions(db, clock());
      await deleteStale(db, clock());
    },
    ...tasks,
  });
}

/**
 * A failed query's message holds all its values, and the worker writes messages into the log and the queue. They get
 * the cause instead.
 */
function inWords(tasks: NonNullable<WorkerDeps["tasks"]>): TaskList {
  const wrapped = Object.entries(tasks).map(([name, task]) => [
    name,
    (payload: unknown) =>
      task(payload).catch((error: unknown) => {
        const { message, stack } = describeFault(error);
        throw Object.assign(new Error(message), { stack });
      }),
  ]);
  return Object.fromEntries(wrapped);
}

/**
 * Without what another server says of this one try (its queue's number, a support reference), so that a thousand mails
 * that fail alike are one record.
 */
const sameForAll = (message: string): string =>
  message.replace(/[\w-]{8,}/g, (word) => (/\d/.test(word) && /[a-z]/i.test(word) ? "…" : word));

/** The nightly clean-up. */
const CRONTAB = "17 3 * * * clean-up\n";

interface WorkerOptions {
  readonly databaseUrl: string;
  readonly crontab?: string;
}

export interface Worker {
  /** Whether jobs are done: false where the runner gave up, or could not look for jobs for a while. */
  isUp(): boolean;
  stop(): Promise<void>;
}

/** The pause between two tries to start a runner while the database is away. */
const LONGEST_WAIT_MS = 10_000;
/** The runner looks for jobs every two seconds; each look may wait ten for the database (`runner-pool.ts`). */
const SILENCE_MS = 30_000;
/** A mail that is under way may finish. What is unfinished then, the next process does again. */
const STOPPING_MS = 25_000;
/** The same for a runner that has given up: its jobs are done again anyway, as it cannot tell that they were done. */
const GIVEN_UP_MS = 5_000;

/**
 * Starts the work after the reply. A job that has failed its last try becomes an error record (rule K4). A runner that
 * gives up (the database went away at a bad moment) is replaced, at first after a short pause, then after longer ones.
 */
export async function startWorker(deps: WorkerDeps, options: WorkerOptions): Promise<Worker> {
  const stopped = new AbortController();
  let runner = await startRunner(deps, options);
  /** Replaced runners that still finish what they had begun. */
  const leaving = new Set<Promise<void>>();
  const replace = async (failures = 0): Promise<void> => {
    await sleep(Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures), undefined, { signal: stopped.signal, ref: false });
    try {
      runner = await startRunner(deps, options);
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
      // Including the one that is just starting.
      await watching;
      await Promise.all([runner.stop(), ...leaving]);
    },
  };
}

/** One runner until it ends, by `stop` or by giving up. */
async function startRunner(deps: WorkerDeps, { databaseUrl, crontab = "" }: WorkerOptions) {
  const { log } = deps;
  const { Logger, run } = await import("graphile-worker");
  const events: WorkerEvents = new EventEmitter();
  let runnerId = "";
  events.on("pool:create", ({ workerPool }) => {
    runnerId = workerPool.id;
  });
  events.on("job:failed", recordFailedJob(deps));
  const health = watchOver(events, deps.clock);
  const pgPool = runnerPool(databaseUrl);
  // With a time limit: a connection that was lost while in use may never be released.
  const letGo = () => within(2_000, pgPool.end());
  const runner = await run({
    pgPool,
    concurrency: 2,
    noHandleSignals: true,
    // In batches, however small. Told one by one, a job's end that the database does not hear would be an unhandled
    // rejection and end the whole server.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: taskList(deps),
    crontab: CRONTAB + crontab,
    events,
    logger: new Logger((scope) => (level, message) => {
      if (level === "error") log.error({ job: scope.taskIdentifier, jobId: scope.jobId }, redact(message));
    }),
  }).catch(async (error: unknown) => {
    await letGo();
    throw error;
  });
  const dead = freeDeadJobs(databaseUrl, runnerId, log);
  const ended = runner.promise.catch((error: unknown) => log.error({ error: redact(String(error)) }, "the worker met a fault"));
  let stopping: Promise<void> | undefined;
  const end = async () => {
    // A runner that has just given up says that it is stopped already. One that could not report two jobs never ends.
    runner.stop().catch(() => {});
    await within(health.hasGivenUp() ? GIVEN_UP_MS : STOPPING_MS, ended);
    await dead.stop();
    await letGo();
  };
  return {
    /**
     * The queue's own promise is not enough: it never settles after two ends of jobs that the database did not hear.
     */
    over: Promise.race([health.givenUp, ended]),
    isUp: health.isUp,
    stop(): Promise<void> {
      stopping ??= end();
      return stopping;
    },
  };
}

/** What a runner's events say about it. */
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

const recordFailedJob =
  ({ db, clock, log }: WorkerDeps) =>
  ({ job, error }: { readonly job: Job; readonly error: unknown }): void => {
    const { message, stack } = describeFault(error);
    const record = {
      type: "JobFailed",
      message: `${job.task_identifier}: ${sameForAll(message)}`,
      path: `job ${job.task_identifier}`,
      severity: "error" as const,
    };
    recordError(db, { ...record, stack }, clock()).catch((failure) =>
      log.error({ error: redact(describeFault(failure).message) }, "a failed job could not be recorded"),
    );
  };
