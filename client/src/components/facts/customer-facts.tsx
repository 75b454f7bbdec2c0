import { linkClass } from "#client/components/ui/control/button.tsx";
import type { Fact } from "./fact-list.tsx";
import { Address } from "./values.tsx";

interface CustomerOnTheJob {
  readonly customerName?: string | null | undefined;
  readonly customerPhone?: string | null | undefined;
  readonly customerEmail?: string | null | undefined;
  readonly siteAddress?: string | null | undefined;
}

/**
 * The fitter's own customer and the site, for the details of a quote and of its order (rule Q19).
 */
export const customerFacts = (job: CustomerOnTheJob, forStaff: boolean): Fact[] => [
  job.customerName || job.customerPhone || job.customerEmail
    ? { term: forStaff ? "Their customer" : "Your customer", value: <Contact {...job} /> }
    : null,
  job.siteAddress ? { term: "Site", value: <Address text={job.siteAddress} /> } : null,
];

export const noteFact = (note: string | null | undefined): Fact =>
  typeof note === "string" && { term: "Note to the office", value: note, whole: true };

const Contact = ({ customerName, customerPhone, customerEmail }: CustomerOnTheJob) => (
  <span className="flex flex-col wrap-anywhere">
    {customerName && <bdi>{customerName}</bdi>}
    {customerPhone && (
      <a href={`tel:${customerPhone.replace(/[^\d+]/g, "")}`} className={linkClass}>
        {customerPhone}
      </a>
    )}
    {customerEmail && (
      <a href={`mailto:${customerEmail}`} className={linkClass}>
        {customerEmail}
      </a>
    )}
  </span>
);
