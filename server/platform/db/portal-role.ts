import { type Client, escapeIdentifier, type Pool } from "pg";

/**
 * The rights of the portal's role (docs/decisions/036-database.md). The owner creates the
 * tables; the role reads and writes rows. The database refuses every statement that is not granted
 * here.
 */

/** Tables whose rows never change. Write-offs alone are also in the list below. */
const KEPT = [
  "audit_entries",
  "bookkeeping_documents",
  "bookkeeping_exports",
  "bookkeeping_receipts",
  "bookkeeping_write_offs",
  "invoices",
  "sage_accounts",
  "write_offs",
];

/** Tables whose rows may be deleted. In all other tables a row stays, and is marked as deleted. */
const PASSING = [
  // Deleted when it is revoked or has ended.
  "api_tokens",
  // Deleted with their plan, while none of its bars is sawn.
  "bar_plan_bars",
  "bar_plan_orders",
  "bar_plans",
  // Deleted when the address is revoked.
  "calendars",
  "client_notes",
  "devices",
  // Deleted by their digest.
  "digest_notices",
  // Deleted after the email.
  "documents_to_mail",
  // Deleted when it is stopped, or a week later.
  "email_changes",
  "idempotency_keys",
  "invitations",
  // Deleted when the person chooses the usual way again.
  "notice_wishes",
  "notifications",
  // Deleted when nothing of the order is cut any more.
  "order_measures",
  // On its London day, before the order is shipped.
  "parcels",
  // Deleted when it is used, or has expired.
  "passkey_challenges",
  // Deleted when the person removes it.
  "passkeys",
  "password_resets",
  // Deleted with its prices, before its day.
  "price_plans",
  // Deleted with its types, before its day.
  "terms_changes",
  // Deleted when the person removes it.
  "totp_apps",
  // Deleted while a draft is edited, and by a correction that has stored them; a trigger protects
  // all others.
  "quote_items",
  "rate_limits",
  // Deleted when it is used, or replaced.
  "recovery_codes",
  // Deleted after it is replaced.
  "retail_logos",
  // Deleted after its link's snapshot.
  "retail_questions",
  // Deleted when the cutting of a shutter is undone, or its window is corrected.
  "sawn_parts",
  "sessions",
  "waiting_mails",
  // Deleted after 30 days, or with their webhook.
  "webhook_deliveries",
  "webhooks",
  // Deleted when its window, or the photo, is removed.
  "window_photos",
  "window_templates",
  // Deleted when the save that stored them is undone.
  "workshop_reviews",
  // Deleted until an export contains it.
  "write_offs",
];

const names = (tables: readonly string[]): string => tables.map(escapeIdentifier).join(", ");

/**
 * The job queue enables row-level security without a policy: unless one is added, the role finds no
 * row.
 */
const TABLES_WITHOUT_POLICY = `
  select c.oid::regclass::text as name from pg_class c
  where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = $1)`;

/**
 * A temporary table shadows the real one of its name: entries of the audit trail would be lost in
 * it.
 */
const MAY_SHADOW = `
  select quote_ident(current_database()) as database where has_database_privilege($1, current_database(), 'temporary')`;

/**
 * Grants the role the rights that the portal needs and revokes all others, in one transaction. Runs
 * as the owner after the migrations, so that a new migration's tables are granted too.
 */
export async function grantPortal(owner: Client, roleName: string): Promise<void> {
  const role = escapeIdentifier(roleName);
  const { rows: guarded } = await owner.query<{ name: string }>(TABLES_WITHOUT_POLICY, [roleName]);
  const { rows: shadowed } = await owner.query<{ database: string }>(MAY_SHADOW, [roleName]);
  await owner.query(`
    begin;
    ${shadowed.map(({ database }) => `revoke temporary on database ${database} from public, ${role};`).join("")}
    revoke all on all tables in schema public, drizzle, graphile_worker from ${role};
    grant usage on schema public, drizzle, graphile_worker to ${role};
    revoke create on schema public, drizzle, graphile_worker from public, ${role};
    grant select, insert, update on all tables in schema public to ${role};
    revoke update on ${names(KEPT)} from ${role};
    grant delete on ${names(PASSING)} to ${role};
    grant usage, select on all sequences in schema public to ${role};
    grant select on drizzle.__drizzle_migrations to ${role};
    grant select, insert, update, delete on all tables in schema graphile_worker to ${role};
    revoke insert, update, delete on graphile_worker.migrations from ${role};
    ${guarded.map(({ name }) => `create policy ${role} on ${name} to ${role} using (true);`).join("\n    ")}
    commit`);
}

/** A warning for the log if the portal's role could remove the audit trail's protection. */
export async function findRoleWarning(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ may: boolean }>(
    "select pg_has_role(relowner, 'member') as may from pg_class where oid = 'public.audit_entries'::regclass",
  );
  if (!rows[0]?.may) return null;
  return (
    "DATABASE_URL's role is a superuser or owns the tables, so it could change the audit trail: " +
    "give the portal a plain role, and the owner's address as DATABASE_OWNER_URL (docs/operating.md, Two roles)."
  );
}
