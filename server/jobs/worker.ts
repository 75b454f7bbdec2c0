import { Logger, type Runner, run, type TaskList } from "graphile-worker";
import type { Database } from "#server/db/connect.ts";
import { describeFault } from "#server/features/errors/describe-fault.ts";
import { recordError, redact } from "#server/features/errors/record-error.ts";
import type { Log } from "#server/http/log.ts";
import { deleteEndedSessions } from "#server/http/session-store.ts";
import { deleteStale } from "./clean-up.ts";
import type { Jobs } from "./enqueue.ts";
import type { Mailer } from "./mailer.ts";

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

/** Every night the house is swept. */
const CRONTAB = "17 3 * * * clean-up\n";

/** Starts what runs after the reply. A job that has failed its last try becomes an error record (decisions §11). */
export async function startWorker(
  deps: WorkerDeps,
  { databaseUrl, crontab = "" }: { databaseUrl: string; crontab?: string },
): Promise<Runner> {
  const { db, clock, log } = deps;
  const runner = await run({
    // Connections of its own, so that many jobs never make a request wait for one.
    connectionString: databaseUrl,
    maxPoolSize: 3,
    concurrency: 2,
    noHandleSignals: true,
    taskList: taskList(deps),
    crontab: CRONTAB + crontab,
    logger: new Logger((scope) => (level, message) => {
      if (level === "error") log.error({ job: scope.taskIdentifier, jobId: scope.jobId }, redact(message));
    }),
  });
  runner.promise.catch((error: unknown) => log.error({ error: String(error) }, "the worker stopped"));
  runner.events.on("job:failed", ({ job, error }) => {
    const { message, stack } = describeFault(error);
    const record = {
      type: "JobFailed",
      message: `${job.task_identifier}: ${message}`,
      path: `job ${job.task_identifier}`,
      severity: "error" as const,
    };
    recordError(db, { ...record, stack }, clock()).catch((failure) =>
      log.error({ error: redact(describeFault(failure).message) }, "a failed job could not be recorded"),
    );
  });
  return runner;
}
