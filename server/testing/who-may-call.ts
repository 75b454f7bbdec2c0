import { ROLES, type Role } from "#shared/domain/roles.ts";

const everybody = ROLES;

/** Who may make each call, from the table of rule A9 and not from the code: a call that is added without its row fails. */
export const MAY = {
  "accounts.current": everybody,
  "accounts.login": "anyone",
  "accounts.logout": "anyone",
  "accounts.register": "anyone",
  "accounts.forgotPassword": "anyone",
  "accounts.resetPassword": "anyone",
  "accounts.updateProfile": everybody,
  "accounts.changePassword": everybody,
  "audit.list": ["super_admin"],
  "clients.list": ["admin", "super_admin"],
  "clients.decide": ["admin", "super_admin"],
  "errors.list": ["admin", "super_admin"],
  "errors.read": ["admin", "super_admin"],
  "errors.changeStatus": ["admin", "super_admin"],
  "errors.report": everybody,
  "notifications.list": everybody,
  "notifications.unread": everybody,
  "notifications.markAllRead": everybody,
  "notifications.markRead": everybody,
  "orders.list": everybody,
  "orders.read": everybody,
  "orders.changeStatus": ["supplier", "super_admin"],
  "orders.changeDates": ["supplier", "super_admin"],
  "orders.changeTracking": ["supplier", "super_admin"],
  "orders.delete": ["super_admin"],
  "payments.pay": ["customer", "super_admin"],
  "payments.confirm": ["customer", "super_admin"],
  "payments.config": ["super_admin"],
  "payments.configure": ["super_admin"],
  "products.list": everybody,
  "products.create": ["admin", "super_admin"],
  "products.update": ["admin", "super_admin"],
  "products.archive": ["admin", "super_admin"],
  "products.prices": ["super_admin"],
  "quotes.list": ["customer", "admin", "super_admin"],
  "quotes.read": ["customer", "admin", "super_admin"],
  "quotes.items": ["customer", "admin", "super_admin"],
  "quotes.create": ["customer", "admin", "super_admin"],
  "quotes.duplicate": ["customer", "admin", "super_admin"],
  "quotes.reorder": ["customer", "admin", "super_admin"],
  "quotes.changeStatus": ["customer", "admin", "super_admin"],
  "quotes.convert": ["admin", "super_admin"],
  "quotes.delete": ["admin", "super_admin"],
  "referrals.list": ["customer", "super_admin"],
  "referrals.payOut": ["super_admin"],
  "remakes.list": everybody,
  "remakes.read": everybody,
  "remakes.create": ["customer", "super_admin"],
  "remakes.reply": everybody,
  "remakes.changeStatus": ["supplier", "super_admin"],
  "remakes.order": ["super_admin"],
  "remakes.delete": ["super_admin"],
  "settings.readCompany": ["super_admin"],
  "settings.saveCompany": ["super_admin"],
  "stats.read": everybody,
  "stats.history": ["admin", "super_admin"],
  "users.list": ["super_admin"],
  "users.create": ["super_admin"],
  "users.delete": ["super_admin"],
  "users.impersonate": ["super_admin"],
  "users.stopImpersonation": everybody,
} as const satisfies Record<string, readonly Role[] | "anyone">;

export const whoMay = (name: string): readonly Role[] | "anyone" => {
  const who = (MAY as Record<string, readonly Role[] | "anyone">)[name];
  if (!who) throw new Error(`${name} has no row in the table of who may call what`);
  return who;
};

/** Whether a role may, by that table; null is somebody who is not signed in. */
export function may(name: string, role: Role | null): boolean {
  const who = whoMay(name);
  return who === "anyone" || (role !== null && who.includes(role));
}
