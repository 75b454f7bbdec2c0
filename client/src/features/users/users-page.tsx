import { Plus } from "lucide-react";
import { useState } from "react";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { oneOf, useAddress } from "#client/lib/address.ts";
import { ROLES } from "#shared/domain/roles.ts";
import { UserList } from "./user-list.tsx";

// The form's fields are as large as the list, which people read first, so the form loads
// separately.
const UserCreateForm = lazyPanel(() => import("./user-create-form.tsx"));

/** All accounts (rule S5). People open the page to find somebody, so the list is first. */
export default function UsersPage() {
  const { address } = useAddress({ role: oneOf(ROLES) });
  const [timesBegun, setTimesBegun] = useState(address.role ? 1 : 0);
  return (
    <>
      <PageHeader
        title="Users"
        description="Accounts of all roles, approved at once."
        action={
          <>
            <ExportItem feature="users" name="list" />
            <Button variant="primary" icon={<Plus />} onClick={() => setTimesBegun(timesBegun + 1)}>
              New user
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <UserList />
        <UserCreateForm timesBegun={timesBegun} role={address.role || "customer"} />
      </div>
    </>
  );
}
