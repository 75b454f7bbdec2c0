import { Plus } from "lucide-react";
import { useState } from "react";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { ExportButton } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { UserList } from "./user-list.tsx";

// The form's fields are as large as the list, which people read first, so the form loads
// separately.
const UserCreateForm = lazyPanel(() => import("./user-create-form.tsx"));

/** All accounts (rule S5). People open the page to find somebody, so the list is first. */
export default function UsersPage() {
  const [timesBegun, setTimesBegun] = useState(0);
  return (
    <>
      <PageHeader
        title="Users"
        description="Accounts of all roles. Accounts created here are approved at once."
        action={
          <>
            <ExportButton feature="users" name="list" />
            <Button variant="primary" icon={<Plus />} onClick={() => setTimesBegun(timesBegun + 1)}>
              New user
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <UserList />
        <UserCreateForm timesBegun={timesBegun} />
      </div>
    </>
  );
}
