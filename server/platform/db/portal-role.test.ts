import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError } from "#server/config.ts";
import { createTestDatabase } from "#server/testing/database/database.ts";
import { asRole, onServer, testServer, withDatabase } from "#server/testing/database/global-setup.ts";
import { knownMigrations, migrate } from "./migrate.ts";
import { findRoleWarning } from "./portal-role.ts";

const undo: (() => Promise<unknown>)[] = [];
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let portal: pg.Pool;
let owner: pg.Pool;

function open(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => {});
  undo.push(() => pool.end());
  return pool;
}

beforeAll(async () => {
  database = await createTestDatabase();
  undo.push(database.drop);
  portal = open(database.url);
  owner = open(database.ownerUrl);
});
afterAll(async () => {
  for (const end of undo.reverse()) await end();
});

describe("the database refuses the portal's role", () => {
  test.each([
    "alter table audit_entries disable trigger all",
    "drop trigger audit_entries_are_kept on audit_entries",
    "drop function audit_entries_are_kept() cascade",
    "create or replace function audit_entries_are_kept() returns trigger language plpgsql as 'begin return null; end'",
    "create trigger another before insert on audit_entries for each row execute function audit_entries_are_kept()",
    "create rule another as on insert to audit_entries do instead nothing",
    "set session_replication_role = replica",
    "update audit_entries set ip = null",
    "delete from audit_entries",
    "truncate audit_entries",
    "drop table audit_entries",
    "update invoices set tax_point = '2020-01-01'",
    "delete from invoices",
    "truncate invoices",
    "delete from orders",
    "delete from payments",
    "delete from users",
    "truncate orders, quotes, remakes cascade",
    "truncate sessions",
    "alter table users drop column role",
    "alter table users disable row level security",
    "create index on users (role)",
    "create table mine ()",
    "create schema mine",
    "create role mine",
    "alter role current_user superuser",
    "update drizzle.__drizzle_migrations set hash = ''",
    "delete from graphile_worker.migrations",
    "drop table graphile_worker._private_jobs",
    "create function graphile_worker.mine() returns int language sql as 'select 1'",
    "copy users to program 'cat'",
    "select pg_read_file('PG_VERSION')",
    "select rolpassword from pg_authid",
  ])("the database refuses the portal's role this: %s", async (statement) => {
    await expect(portal.query(statement)).rejects.toMatchObject({ code: "42501" });
  });

  test("the database refuses the portal's role to become the owner", async () => {
    const { user = "" } = new pg.Client({ connectionString: database.ownerUrl });
    await expect(portal.query(`set role ${pg.escapeIdentifier(user)}`)).rejects.toMatchObject({ code: "42501" });
  });
});

test("a later migration's tables are granted at the next start, and manual grants are revoked", async () => {
  await owner.query("create table made_later (id integer primary key generated always as identity, word text)");
  await owner.query(`grant truncate, delete on orders to ${testServer().portalRole.name}`);
  await expect(portal.query("select from made_later")).rejects.toMatchObject({ code: "42501" });
  await migrate(database.ownerUrl, database.url);
  expect((await portal.query("insert into made_later (word) values ('shutter') returning id, word")).rows).toEqual([
    { id: 1, word: "shutter" },
  ]);
  await expect(portal.query("delete from made_later")).rejects.toMatchObject({ code: "42501" });
  await expect(portal.query("truncate orders cascade")).rejects.toMatchObject({ code: "42501" });
});

test("a temporary table cannot shadow the audit trail after a start", async () => {
  await owner.query(`grant temporary on database ${new URL(database.url).pathname.slice(1)} to public`);
  await migrate(database.ownerUrl, database.url);
  await expect(portal.query("create temporary table audit_entries ()")).rejects.toMatchObject({ code: "42501" });
});

test("a queue that the library created again is granted to the portal's role at the next start", async () => {
  await owner.query("drop schema graphile_worker cascade");
  await migrate(database.ownerUrl, database.url);
  await portal.query("select graphile_worker.add_job('clean-up')");
  expect((await portal.query("select task_identifier from graphile_worker.jobs")).rows).toEqual([{ task_identifier: "clean-up" }]);
  expect((await portal.query("delete from graphile_worker._private_jobs")).rowCount).toBe(1);
});

test("the start warns of a superuser and of an owner, and not of the portal's own role", async () => {
  expect(await findRoleWarning(portal)).toBeNull();
  expect(await findRoleWarning(owner)).toContain("DATABASE_URL's role is a superuser or owns the tables");
});

test("the portal's role starts alone while no migration is due, and otherwise names the missing setting", async () => {
  await migrate(database.url);
  await owner.query("delete from drizzle.__drizzle_migrations where created_at = $1", [knownMigrations().at(-1)]);
  const refused = migrate(database.url);
  await expect(refused).rejects.toBeInstanceOf(ConfigError);
  await expect(refused).rejects.toThrow("set DATABASE_OWNER_URL");
});

test("a database owned by the portal's only role is divided as docs/operating.md describes", async () => {
  const [name, only, ownerRole] = ["once", "only", "owner"].map((word) => `tiltrod_${word}_${randomBytes(6).toString("hex")}`);
  const adminUrl = testServer().adminUrl;
  const url = withDatabase(adminUrl, name ?? "");
  const [onlyUrl, ownerUrl] = [only, ownerRole].map((role) => asRole(url, { name: role ?? "", password: "secret" }));
  await onServer(adminUrl, `create role ${only} login password 'secret'`);
  await onServer(adminUrl, `create database ${name} owner ${only}`);
  undo.push(async () => {
    await onServer(adminUrl, `drop database ${name} with (force)`);
    for (const role of [only, ownerRole]) await onServer(adminUrl, `drop role ${role}`);
  });
  await migrate(onlyUrl ?? "");
  const asOnly = open(onlyUrl ?? "");
  expect(await findRoleWarning(asOnly)).not.toBeNull();

  await onServer(url, `create role ${ownerRole} login password 'secret'`);
  await onServer(url, `reassign owned by ${only} to ${ownerRole}`);
  await migrate(ownerUrl ?? "", onlyUrl);

  expect(await findRoleWarning(asOnly)).toBeNull();
  await asOnly.query("select graphile_worker.add_job('clean-up')");
  for (const statement of ["alter table audit_entries disable trigger all", "delete from audit_entries", "create table mine ()"])
    await expect(asOnly.query(statement)).rejects.toMatchObject({ code: "42501" });
});
