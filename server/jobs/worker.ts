import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Job, TaskList, WorkerEvents } from "graphile-worker";
import type { Database } from "#server/db/connect.ts";
import { describeFault } from "#server/features/errors/describe-fault.ts";
import { recordError, redact } from "#server/features/errors/record-error.ts";
import type { Log } from "#server/http/log.ts";
import { deleteEndedSessions } from "#server/http/session-store.ts";
import { deleteStale } from "./clean-up.ts";
import type { Jobs } from "./enqueue.ts";
import { freeDeadJobs } from "./free-dead-jobs.ts";
import type { Mailer } from "./mailer.ts";
import { runnerPool } from "./runner-pool.ts";

export interface WorkerDeps {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly clock: () => Date;
  readonly log: Log;
  /** Work that a feature does on its own account, such as fetching missed payments; the key is the job's name. */
  readonly tasks?: Readonly<Record<string, (payload: unknown) => Promise<void>>>;
}

export function taskList({ db, mailer, clock, tasks = {} }: WorkerDeps): TaskList {
  return {
    "send-mail": (payload) => mailer.send(payload as Jobs["send-mail"]),
    "clean-up": async () => {
      await deleteEndedSessions(db, clock());
      await deleteStale(db, clock());
    },
    ...tasks,
  };
}

/** Without what another server says of this one try (its queue's number, a support reference): a thousand mails that fail alike are one record. */
const sameForAll = (message: string): string => message.replace(/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{8,}\b/gi, "…");

/** Every night the house is swept. */
const CRONTAB = "17 3 * * * clean-up\n";

interface WorkerOptions {
  readonly databaseUrl: string;
  readonly crontab?: string;
}

const LONGEST_WAIT_MS = 30_000;

/**
 * Starts what runs after the reply. A job that has failed its last try becomes an error record (decisions §11). A runner that gives up
 * (it may, when the database goes away at a bad moment) is replaced, sooner at first and then less often.
 */
export async function startWorker(deps: WorkerDeps, options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  const stopped = new AbortController();
  let runner = await startRunner(deps, options);
  const replace = async (failures = 0): Promise<void> => {
    await sleep(Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures), undefined, { signal: stopped.signal, ref: false });
    try {
      runner = await startRunner(deps, options);
    } catch {
      await replace(failures + 1);
    }
  };
  const watch = async () => {
    while (!stopping) {
      await runner.ended;
      if (stopping) return;
      deps.log.error("the worker stopped; it is started again");
      await replace().catch(() => {});
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping = true;
      stopped.abort();
      await runner.stop();
      await watching;
      // Also the one that was on its way just then.
      await runner.stop();
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
  const pgPool = runnerPool(databaseUrl);
  // Not for ever: a connection that was lost while it was lent out is perhaps never given back.
  const letGo = () => Promise.race([pgPool.end().catch(() => {}), sleep(2000, undefined, { ref: false })]);
  const runner = await run({
    pgPool,
    concurrency: 2,
    noHandleSignals: true,
    // In batches, however small: told one by one, a job's end that the database does not hear would be a rejection that nobody handles,
    // and end the whole server.
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
  const ended = runner.promise
    .catch((error: unknown) => log.error({ error: redact(String(error)) }, "the worker met a fault"))
    .then(() => dead.stop())
    .then(letGo);
  return {
    ended,
    async stop() {
      // A runner that has just given up by itself says that it is stopped already.
      await runner.stop().catch(() => {});
      await ended;
    },
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
