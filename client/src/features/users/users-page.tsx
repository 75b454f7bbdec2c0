import { Plus } from "lucide-react";
import { useState } from "react";
import { lazyDialog, usePreload } from "#client/components/loading/lazy-dialog.tsx";
import { ExportButton } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { UserList } from "./user-list.tsx";

const UserCreateDialog = lazyDialog(() => import("./user-create-dialog.tsx"), { fields: 5 });

/** All accounts (rule S5). */
export default function UsersPage() {
  const [creating, setCreating] = useState(false);
  usePreload(UserCreateDialog);
  return (
    <>
      <PageHeader
        title="Users"
        description="Accounts of all roles. Those made here are approved at once."
        action={
          <>
            <ExportButton feature="users" name="list" />
            <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
              Create New User
            </Button>
          </>
        }
      />
      <UserList />
      {creating && <UserCreateDialog onClose={() => setCreating(false)} />}
    </>
  );
}
