import { nameJob } from "#shared/domain/job-name.ts";

type JobProps = {
  jobName: string | null;
  customerName?: string | null | undefined;
  poNumber: string | null;
  /** Staff see the ordering company. It replaces the job name where there is none. */
  company?: { companyName: string; contactName?: string };
};

/**
 * The words that identify a job, most important first. The list is empty where the job has no
 * words.
 */
export function jobWords({ poNumber, company, ...job }: JobProps): readonly string[] {
  const { companyName, contactName } = company ?? {};
  const name = nameJob(job);
  return [name, companyName, poNumber ?? (name ? null : contactName)].filter((words) => words != null);
}

/**
 * Displays the fitter's job name in bold. The PO number, and for staff the company, follow below.
 */
export function Job(props: JobProps) {
  const [known, ...others] = jobWords(props);
  // In a block the job is the first line, where a dash alone would name nothing.
  if (known === undefined)
    return (
      <span className="text-muted stacked:before:content-['No_job_name']">
        <span className="stacked:hidden!">–</span>
      </span>
    );
  return (
    <span title={[known, ...others].join(", ")} className="block min-w-0 stacked:line-clamp-2!">
      <span className="line-clamp-2 font-medium stacked:text-text">{known}</span>
      {others.length > 0 && <span className="line-clamp-1 text-xs break-all text-muted">{others.join(" · ")}</span>}
    </span>
  );
}
