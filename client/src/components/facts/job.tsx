type JobProps = {
  jobName: string | null;
  poNumber: string | null;
  /** Whose it is, for staff. Where the job has no name, it is known by its company. */
  company?: { companyName: string; contactName?: string };
};

/** What a job is known by, then what else is known of it: the first is missing where nothing is. */
export function jobWords({ jobName, poNumber, company }: JobProps): readonly string[] {
  const { companyName, contactName } = company ?? {};
  return [jobName, companyName, poNumber ?? (jobName ? null : contactName)].filter((words) => words != null);
}

/**
 * What a row is known by, in bold: the fitter's words for the job. Below it the PO number; for
 * staff also the company.
 */
export function Job(props: JobProps) {
  const [known, ...others] = jobWords(props);
  if (known === undefined) return <span className="text-muted stacked:hidden!">–</span>;
  return (
    <span title={[known, ...others].join(", ")} className="block min-w-0">
      <span className="line-clamp-2 font-medium stacked:text-text">{known}</span>
      {others.length > 0 && <span className="line-clamp-1 text-xs break-all text-muted">{others.join(" · ")}</span>}
    </span>
  );
}
