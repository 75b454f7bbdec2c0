import type { Column } from "#client/components/data-table.tsx";
import { ROLE_LABEL } from "#shared/domain/roles.ts";
import type { UserRow } from "./user.ts";

export const USER_COLUMNS: readonly Column<UserRow>[] = [
  { id: "company", header: "Company", cell: ({ companyName }) => companyName, wrap: true },
  { id: "contact", header: "Contact", cell: ({ contactName }) => contactName, wrap: true },
  { id: "email", header: "Email", cell: ({ email }) => <span className="break-all">{email}</span>, wrap: true },
  { id: "role", header: "Role", cell: ({ role }) => ROLE_LABEL[role] },
];
