import type { Column } from "#client/components/table/data-table.tsx";
import { Truncated } from "#client/components/ui/display/truncated.tsx";
import { ROLE_LABEL } from "#shared/domain/roles.ts";
import type { UserRow } from "./user.ts";

export const USER_COLUMNS: readonly Column<UserRow>[] = [
  { id: "company", header: "Company", cell: ({ companyName }) => companyName, wrap: true },
  { id: "contact", header: "Contact", cell: ({ contactName }) => contactName, wrap: true },
  { id: "email", header: "Email", cell: ({ email }) => <Truncated text={email} className="max-w-72" /> },
  { id: "role", header: "Role", place: "head", cell: ({ role }) => ROLE_LABEL[role] },
];
