import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { lazyDialog, usePreload } from "#client/components/loading/lazy-dialog.tsx";
import { ClientFilter } from "#client/components/page/client-filter.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { FilterBar, SearchField } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Views } from "#client/components/page/views.tsx";
import { Button, type ButtonVariant } from "#client/components/ui/control/button.tsx";
import { number, oneOf, text, useAddress } from "#client/lib/address.ts";
import { calls, query } from "#client/lib/api.ts";
import { describeRemakeSearch } from "#client/lib/search-hints.ts";
import { can, useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import type { RemakeStatus } from "#shared/domain/trade/status.ts";
import { RemakeList } from "./remake-list.tsx";

const RemakeDetailsDialog = lazyDialog(() => import("./details/remake-details-dialog.tsx"), { size: "lg", tall: true });
const RemakeRequestDialog = lazyDialog(() => import("./request/remake-request-dialog.tsx"), { fields: 7 });

const VIEWS: Readonly<Record<RemakeView, readonly RemakeStatus[]>> = {
  pending: ["pending"],
  open: ["approved", "in_progress"],
  done: ["completed", "denied"],
};
const REMAKE_VIEWS = ["pending", "open", "done"] as const;
type RemakeView = (typeof REMAKE_VIEWS)[number];
const VIEW_LABEL: Readonly<Record<RemakeView, string>> = { pending: "Pending", open: "Open", done: "Done" };

/**
 * The filters in the address: the view, the open remake, the order of a request, and `new=remake`
 * for a request about any order.
 */
const ADDRESS = {
  search: text,
  view: oneOf(REMAKE_VIEWS),
  remake: number,
  order: number,
  new: oneOf(["remake"]),
  companyId: number,
};

export default function RemakesPage() {
  const user = useUser();
  const { address, change } = useAddress(ADDRESS);
  const { search, view, remake, order } = address;
  const counts = useQuery(query("remakes", "counts", {}));
  usePreload(RemakeDetailsDialog);
  const companyId = isStaff(user.role) ? address.companyId : null;
  const filters = {
    search,
    ...(view && { status: [...VIEWS[view]] }),
    ...(companyId !== null && { companyId: String(companyId) }),
  };
  const [requesting, setRequesting] = useState(false);
  const mayRequest = can(user, calls.remakes.create);

  const closeRequest = () => {
    setRequesting(false);
    if (order !== null || address.new !== "") change({ order: null, new: "" });
  };
  // An empty list repeats the button. Only one of the two is the primary button.
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
            <ExportItem feature="remakes" name="list" query={filters} />
            {request("primary")}
          </>
        }
      />
      <Views
        label="Remakes"
        views={[
          { value: "" as const, label: "All" },
          ...REMAKE_VIEWS.map((value) => ({ value, label: VIEW_LABEL[value], count: counts.data?.[value], loud: value === "pending" })),
        ]}
        value={view}
        onChange={(next) => change({ view: next })}
      >
        <RemakeList
          filters={filters}
          onView={(id) => change({ remake: id }, { replace: false })}
          onClearFilters={() => change({ search: "", view: "", companyId: null })}
          above={(companyName) => <RemakeFilters search={search} companyId={companyId} companyName={companyName} onChange={change} />}
          request={request("secondary")}
        />
      </Views>
      {remake !== null && <RemakeDetailsDialog key={remake} id={remake} onClose={() => change({ remake: null })} />}
      {mayRequest && (requesting || order !== null || address.new !== "") && (
        <RemakeRequestDialog key={order} orderId={order} onClose={closeRequest} />
      )}
    </>
  );
}

type RemakeFiltersProps = {
  search: string;
  companyId: number | null;
  companyName: string | undefined;
  onChange: (filters: { search?: string; companyId?: number | null }) => void;
};

function RemakeFilters({ search, companyId, companyName, onChange }: RemakeFiltersProps) {
  const user = useUser();
  return (
    <FilterBar label="Filter remakes">
      <SearchField
        label="Search remakes"
        placeholder={user.role === "customer" ? "Number, job or PO" : "Number, company"}
        finds={describeRemakeSearch(user.role)}
        value={search}
        onChange={(search) => onChange({ search })}
      />
      {isStaff(user.role) && (
        <ClientFilter companyId={companyId} companyName={companyName} onChange={(id) => onChange({ companyId: id })} />
      )}
    </FilterBar>
  );
}
