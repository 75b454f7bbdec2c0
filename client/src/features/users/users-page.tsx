import { Plus } from "lucide-react";
import { useRef } from "react";
import { ExportButton } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { UserCreateForm } from "./user-create-form.tsx";
import { UserList } from "./user-list.tsx";

/** All accounts (rule S5). Who opens it looks for somebody, so the list comes first. */
export default function UsersPage() {
  const form = useRef<HTMLDivElement>(null);
  return (
    <>
      <PageHeader
        title="Users"
        description="Accounts of all roles. Those made here are approved at once."
        action={
          <>
            <ExportButton feature="users" name="list" />
            <Button variant="primary" icon={<Plus />} onClick={() => form.current?.querySelector("input")?.focus()}>
              New user
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <UserList />
        <div ref={form}>
          <UserCreateForm />
        </div>
      </div>
    </>
  );
}
