import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { ExportButton } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { UserList } from "./user-list.tsx";

const UserCreateForm = lazyPanel(() => import("./user-create-form.tsx"));

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
        {/* As high as the form on a laptop, so that the list does not move when it comes. */}
        <div className="xl:min-h-64">
          <UserCreateForm />
        </div>
        <UserList />
      </div>
    </>
  );
}
