interface NamedJob {
  readonly jobName?: string | null | undefined;
  readonly customerName?: string | null | undefined;
}

/** The name of a job. A job without a name of its own has the name of the fitter's customer (rule Q19). */
export const nameJob = ({ jobName, customerName }: NamedJob): string | null => jobName ?? customerName ?? null;
