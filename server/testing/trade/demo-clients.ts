import { DEMO_PASSWORD, fillDemo } from "#server/demo/fill-demo.ts";
import type { Reply, TestClient } from "#server/testing/calls/test-client.ts";
import type { TestPortal } from "#server/testing/portal.ts";
import type { Role } from "#shared/domain/roles.ts";

/** Fills a test's portal with the demo and signs in its account of each role. */
export async function demoClients(portal: TestPortal): Promise<Record<Role, TestClient>> {
  await fillDemo(portal.db, { seal: portal.seal, now: portal.clock(), photos: portal.photos });
  const signIn = (name: string) => portal.signIn({ email: `${name}@tiltrod.example`, password: DEMO_PASSWORD });
  const [customer, supplier, admin] = await Promise.all([signIn("customer"), signIn("supplier"), signIn("admin")]);
  return { customer, supplier, admin, super_admin: await signIn("superadmin") };
}

/** Requests many addresses, ten at a time. */
export async function getAll(client: TestClient, paths: readonly string[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let at = 0; at < paths.length; at += 10)
    replies.push(...(await Promise.all(paths.slice(at, at + 10).map((path) => client.get(path)))));
  return replies;
}

/** A path with each of these ids in its place; a path without a place stays unchanged. */
export const withIds = (path: string, ids: readonly number[]): string[] =>
  path.includes(":id") ? [...new Set(ids)].map((id) => path.replace(":id", String(id))) : [path];

export const idsUpTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
