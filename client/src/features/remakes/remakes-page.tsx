import { Plus } from "lucide-react";
import { useState } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { ExportButton } from "#client/components/page/exports.tsx";
import { ChoiceFilter, FilterBar, SearchField } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button, type ButtonVariant } from "#client/components/ui/control/button.tsx";
import { number, oneOf, text, useAddress } from "#client/lib/address.ts";
import { calls } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { REMAKE_STATUS_LABEL, REMAKE_STATUSES, type RemakeStatus } from "#shared/domain/status.ts";
import { RemakeList } from "./remake-list.tsx";

const RemakeDetailsDialog = lazyDialog(() => import("./details/remake-details-dialog.tsx"));
const RemakeRequestDialog = lazyDialog(() => import("./request/remake-request-dialog.tsx"));

/** The filters, the remake whose details are open, the order for which one is requested, and `new=remake` for one of any order. */
const ADDRESS = { search: text, status: oneOf(REMAKE_STATUSES), remake: number, order: number, new: oneOf(["remake"]) };

export default function RemakesPage() {
  const user = useUser();
  const { shown, change } = useAddress(ADDRESS);
  const { search, status, remake, order } = shown;
  const [requesting, setRequesting] = useState(false);
  const mayRequest = can(user, calls.remakes.create);

  const closeRequest = () => {
    setRequesting(false);
    if (order !== null || shown.new !== "") change({ order: null, new: "" });
  };
  // An empty list shows the button again. Only one of the two is the primary button.
  const request = (variant: ButtonVariant) =>
    mayRequest && (
      <Button variant={variant} icon={<Plus />} onClick={() => setRequesting(true)}>
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
            {request("primary")}
          </>
        }
      />
      <RemakeFilters search={search} status={status} onChange={change} />
      <RemakeList
        search={search}
        status={status}
        onView={(id) => change({ remake: id }, { replace: false })}
        onClearFilters={() => change({ search: "", status: "" })}
        request={request("secondary")}
      />
      {remake !== null && <RemakeDetailsDialog key={remake} id={remake} onClose={() => change({ remake: null })} />}
      {mayRequest && (requesting || order !== null || shown.new !== "") && (
        <RemakeRequestDialog key={order} orderId={order} onClose={closeRequest} />
      )}
    </>
  );
}

type RemakeFiltersProps = {
  search: string;
  status: RemakeStatus | "";
  onChange: (filters: { search?: string; status?: RemakeStatus | "" }) => void;
};

function RemakeFilters({ search, status, onChange }: RemakeFiltersProps) {
  const user = useUser();
  return (
    <FilterBar label="Filter remakes">
      <SearchField
        label="Search remakes"
        placeholder={user.role === "customer" ? "Remake or order #" : "Number, company, contact"}
        value={search}
        onChange={(text) => onChange({ search: text.trim() })}
      />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        choices={REMAKE_STATUSES}
        words={REMAKE_STATUS_LABEL}
        value={status}
        onChange={(value) => onChange({ status: value })}
      />
    </FilterBar>
  );
}
