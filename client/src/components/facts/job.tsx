/** What a fitter calls the job, and the PO number below it. Both are the customer's own words. */
export function Job({ jobName, poNumber }: { jobName: string | null; poNumber: string | null }) {
  const [first, second] = [jobName, poNumber].filter((words) => words !== null);
  if (first === undefined) return <span className="text-muted stacked:hidden!">–</span>;
  return (
    <span title={[jobName, poNumber].filter(Boolean).join(", ")} className="block max-w-80 min-w-0 tight:max-w-60">
      <span className="line-clamp-2 wrap-anywhere">{first}</span>
      {second && <span className="line-clamp-1 text-xs break-all text-muted">{second}</span>}
    </span>
  );
}
