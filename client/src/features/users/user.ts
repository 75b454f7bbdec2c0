import type { Reply } from "#client/lib/api.ts";
import { calls } from "#client/lib/calls.ts";
import { can, type User } from "#client/lib/session.ts";

export type UserRow = Reply<"users", "list">[number];
type Reader = Pick<User, "id" | "role" | "isImpersonating">;

/** Rule A11, where the server would refuse: a super admin's eyes, one's own, those of an account that can't sign in, and a second pair. */
export const canViewAs = (reader: Reader, row: UserRow): boolean =>
  can(reader, calls.users.impersonate) &&
  !reader.isImpersonating &&
  row.role !== "super_admin" &&
  row.id !== reader.id &&
  row.approvalStatus === "approved";

/** Not oneself; that the last super admin stays is the server's to know. */
export const canDelete = (reader: Reader, row: UserRow): boolean => can(reader, calls.users.delete) && row.id !== reader.id;
