import { LONGEST } from "#shared/domain/longest.ts";

/** The fields of the fitter's own words (rule Q12), shared by New Quote and the details. */
export const JOB_NAME = { name: "jobName", label: "Job name", optional: true, maxLength: LONGEST.jobName } as const;
export const PO_NUMBER = { name: "poNumber", label: "PO number", optional: true, maxLength: LONGEST.poNumber } as const;
