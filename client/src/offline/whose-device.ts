import type { Role } from "#shared/domain/roles.ts";

/** Whose device keeps the board and unsent changes (rule W50): a supplier's own, because no reply to a supplier holds money. */
export const keepsOnDevice = (user: { readonly role: Role; readonly isImpersonating: boolean } | null): boolean =>
  user?.role === "supplier" && !user.isImpersonating;

/** Set while somebody is signed in whose device keeps things: whether to sign out, and what is then removed (rule W56). */
export const leaving: { ask?: (() => Promise<boolean>) | undefined; left?: (() => Promise<void>) | undefined } = {};
