import { useState } from "react";
import { useSearchParams } from "wouter";
import { ExportButton } from "#client/components/export-button.tsx";
import { FilterBar } from "#client/components/filter-bar.tsx";
import { PageHeader } from "#client/components/page-header.tsx";
import { ScreenLinks } from "#client/components/screen-links.tsx";
import { SearchField } from "#client/components/search-field.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Select } from "#client/components/ui/select.tsx";
import { useUser } from "#client/lib/session.ts";
import { APPROVAL_STATUS_LABEL, APPROVAL_STATUSES, type ApprovalStatus } from "#shared/domain/status.ts";
import { ClientDialogs, type Opened, opening } from "./client-dialogs.tsx";
import { ClientList } from "./client-list.tsx";

const isApprovalStatus = (text: string | null): text is ApprovalStatus => (APPROVAL_STATUSES as readonly (string | null)[]).includes(text);

/** `/clients?search=…&approvalStatus=pending`: what is looked for is in the address. */
export default function ClientsPage() {
  const [address, setAddress] = useSearchParams();
  const [opened, setOpened] = useState<Opened | null>(null);
  const isSuperAdmin = useUser().role === "super_admin";
  const search = address.get("search") ?? "";
  const status = address.get("approvalStatus");
  const approvalStatus = isApprovalStatus(status) ? status : undefined;

  const change = (name: "search" | "approvalStatus", value: string) =>
    setAddress(
      (present) => {
        const next = new URLSearchParams(present);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );

  return (
    <>
      <PageHeader
        title="Client Management"
        description="Manage customer accounts and settings"
        action={
          <>
            <ExportButton feature="clients" name="list" query={{ search, approvalStatus }} />
            {isSuperAdmin && (
              <ScreenLinks
                screens={[
                  { path: "/users", label: "Users" },
                  { path: "/referrals", label: "Referrals" },
                ]}
              />
            )}
          </>
        }
      />
      <FilterBar label="Search clients">
        <SearchField
          label="Search by company, contact or email"
          placeholder="Company, contact or email"
          value={search}
          onChange={(text) => change("search", text.trim())}
        />
        <Field label="Approval status" hideLabel className="w-full sm:w-56">
          {(wiring) => (
            <Select
              {...wiring}
              value={approvalStatus ?? ""}
              onChange={(event) => change("approvalStatus", event.target.value)}
              options={[
                { value: "", label: "All statuses" },
                ...APPROVAL_STATUSES.map((value) => ({ value, label: APPROVAL_STATUS_LABEL[value] })),
              ]}
            />
          )}
        </Field>
      </FilterBar>
      <ClientList
        search={search}
        approvalStatus={approvalStatus}
        onClearFilters={() => setAddress({}, { replace: true })}
        onOpen={(dialog, client) => setOpened(opening(dialog, client))}
      />
      {opened && <ClientDialogs opened={opened} onChange={setOpened} />}
    </>
  );
}
