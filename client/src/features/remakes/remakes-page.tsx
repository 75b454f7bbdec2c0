import { Plus } from "lucide-react";
import { useState } from "react";
import { ExportButton } from "#client/components/export-button.tsx";
import { PageHeader } from "#client/components/page-header.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { can, useUser } from "#client/lib/session.ts";
import { api } from "#shared/contract/index.ts";
import { RemakeDetailsDialog } from "./remake-details-dialog.tsx";
import { RemakeFilters } from "./remake-filters.tsx";
import { RemakeList } from "./remake-list.tsx";
import { RemakeRequestDialog } from "./remake-request-dialog.tsx";
import { useRemakesAddress } from "./use-remakes-address.ts";

export default function RemakesPage() {
  const user = useUser();
  const { search, status, remake, order, change } = useRemakesAddress();
  const [requesting, setRequesting] = useState(false);
  const mayRequest = can(user, api.remakes.create);

  const closeRequest = () => {
    setRequesting(false);
    if (order !== null) change({ order: "" }, { replace: true });
  };
  const request = mayRequest && (
    <Button variant="primary" icon={<Plus />} onClick={() => setRequesting(true)}>
      Request Remake
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Remakes"
        action={
          <>
            <ExportButton feature="remakes" name="list" query={{ search, ...(status && { status }) }} />
            {request}
          </>
        }
      />
      <RemakeFilters search={search} status={status} onChange={(filters) => change(filters, { replace: true })} />
      <RemakeList
        search={search}
        status={status}
        onView={(id) => change({ remake: id }, { replace: false })}
        onClearFilters={() => change({ search: "", status: "" }, { replace: true })}
        request={request}
      />
      {remake !== null && <RemakeDetailsDialog key={remake} id={remake} onClose={() => change({ remake: "" }, { replace: true })} />}
      {mayRequest && (requesting || order !== null) && <RemakeRequestDialog key={order} orderId={order} onClose={closeRequest} />}
    </>
  );
}
