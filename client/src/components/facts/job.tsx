type JobProps = {
  jobName: string | null;
  poNumber: string | null;
  /** Whose it is, for staff. Where the job has no name, it is known by its company. */
  company?: { companyName: string; contactName?: string };
};

/** What a row is known by, in bold: the fitter's words for the job. Below it the PO number; for staff also the company. */
export function Job({ jobName, poNumber, company }: JobProps) {
  const { companyName, contactName } = company ?? {};
  const [known, ...others] = [jobName, companyName, poNumber ?? (jobName ? null : contactName)].filter((words) => words != null);
  if (known === undefined) return <span className="text-muted stacked:hidden!">–</span>;
  return (
    <span title={[known, ...others].join(", ")} className="block min-w-0">
      <span className="line-clamp-2 font-medium stacked:text-text">{known}</span>
      {others.length > 0 && <span className="line-clamp-1 text-xs break-all text-muted">{others.join(" · ")}</span>}
    </span>
  );
}
