import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { query } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { COMPANY_SETTINGS } from "#client/lib/waiting-invoices.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { waitingInvoices } from "#shared/domain/trade/ledger.ts";

/**
 * Staff see how many invoices lack the company details. The super admin gets a link to the form,
 * also before the first invoice waits.
 */
export function WaitingInvoices() {
  const { role } = useUser();
  const { data } = useQuery({ ...query("orders", "counts", {}), enabled: isStaff(role) });
  const steps = useQuery({ ...query("firstSteps", "read", {}), enabled: role === "super_admin" }).data?.steps;
  const count = data?.invoicesWaiting ?? 0;
  const incomplete = steps?.some(({ step, done }) => step === "seller" && !done) ?? false;
  if (count === 0 && !incomplete) return null;
  const words =
    count > 0 ? waitingInvoices(count) : "Fill in your company's name, address and VAT number: without them no invoice can be issued";
  return (
    <Alert tone="warning" className="mb-4">
      {role === "super_admin" ? (
        <Link href={COMPANY_SETTINGS} className={linkClass}>
          {words}
        </Link>
      ) : (
        words
      )}
    </Alert>
  );
}
