import type { Reply } from "#client/lib/api.ts";
import { can, type User } from "#client/lib/session.ts";
import { calls } from "#shared/contract/calls.ts";

export type UserRow = Reply<"users", "list">[number];
type Reader = Pick<User, "id" | "role">;

/** Decisions §3: nobody looks through a super admin's eyes, or through their own. */
export const canViewAs = (reader: Reader, row: UserRow): boolean =>
  can(reader, calls.users.impersonate) && row.role !== "super_admin" && row.id !== reader.id;

/** Not oneself; that the last super admin stays is the server's to know. */
export const canDelete = (reader: Reader, row: UserRow): boolean => can(reader, calls.users.delete) && row.id !== reader.id;
