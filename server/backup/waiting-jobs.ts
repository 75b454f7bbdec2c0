import type { Client } from "pg";

/** What waits to be done: mails, above all. In words of our own, because the queue's tables are the library's and change with it. */
interface WaitingJob {
  readonly task: string;
  readonly payload: unknown;
  readonly queue: string | null;
  readonly runAt: string;
  readonly priority: number;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly key: string | null;
}

/** Jobs of the timetable, which the queue marks with `_cron`, are left out: they will come again. */
export async function waitingJobs(client: Client): Promise<WaitingJob[]> {
  const { rows: known } = await client.query("select 1 where to_regclass('graphile_worker._private_jobs') is not null");
  if (known.length === 0) return [];
  const { rows } = await client.query<WaitingJob>(
    `select t.identifier as task, j.payload, q.queue_name as queue, j.run_at::text as "runAt", j.priority, j.attempts,
       j.max_attempts as "maxAttempts", j.key
     from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.payload -> '_cron' is null
     order by j.id`,
  );
  return rows;
}

/** A job that had used up its tries stays what it was, to be looked at by a person. */
export async function addJobs(client: Client, jobs: readonly unknown[]): Promise<void> {
  for (const { task, payload, queue, runAt, priority, attempts, maxAttempts, key } of jobs as readonly WaitingJob[]) {
    const { rows } = await client.query<{ id: string }>(
      `select id from graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4::timestamptz, max_attempts => $5, job_key => $6,
         priority => $7)`,
      [task, JSON.stringify(payload), queue, runAt, maxAttempts, key, priority],
    );
    if (attempts > 0)
      await client.query("select graphile_worker.reschedule_jobs(array[$1::bigint], attempts => $2)", [rows[0]?.id, attempts]);
  }
}
