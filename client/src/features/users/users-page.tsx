import { ExportButton } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { UserCreateForm } from "./user-create-form.tsx";
import { UserList } from "./user-list.tsx";

/** All accounts (rule S5). */
export default function UsersPage() {
  return (
    <>
      <PageHeader
        title="Users"
        description="Accounts of all roles. Those made here are approved at once."
        action={<ExportButton feature="users" name="list" />}
      />
      <div className="flex flex-col gap-6">
        <UserCreateForm />
        <UserList />
      </div>
    </>
  );
}
