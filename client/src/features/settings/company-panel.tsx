import { useQuery } from "@tanstack/react-query";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { FactsSkeleton } from "#client/components/ui/display/skeleton.tsx";
import { query } from "#client/lib/api.ts";
import { CompanyForm } from "./company-form.tsx";

/** Who sells (rule D7). */
export function CompanyPanel() {
  const company = useQuery(query("settings", "readCompany", {}));
  return (
    <Panel title="Company" description="What quotations and invoices say of you. Invoices that were issued keep what they said.">
      <QueryView query={company} failure="Failed to load the company's details" skeleton={<FactsSkeleton facts={6} />}>
        {(details) => <CompanyForm company={details} />}
      </QueryView>
    </Panel>
  );
}
