import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { goodRequest, may } from "#server/testing/calls/every-call.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { type World, worldIn } from "#server/testing/world.ts";
import { ROLES } from "#shared/domain/roles.ts";
import { isWrite } from "#shared/http/endpoint.ts";

/**
 * Tests the replies that a device may store, and the person for whom it sends stored changes (rules
 * W51 and W54).
 */

let portal: TestPortal;
let world: World;
beforeAll(async () => {
  portal = await startPortal();
  world = await worldIn(portal);
});
afterAll(() => portal.stop());

const MAY_KEEP = "keep-on-device";
/** The calls are listed here again, so that an accidental addition fails the test. */
const KEPT = {
  supplier: [
    ...["accounts.current", "orders.counts", "orders.cutList", "orders.hardware", "orders.list", "orders.read"],
    ...["remakes.counts", "remakes.list", "remakes.read"],
    ...["workshop.list", "workshop.load", "workshop.offcuts", "workshop.pieces", "workshop.plans", "workshop.readPlan"],
    ...["workshop.scrap", "workshop.setup", "workshop.totals"],
  ],
  customer: ["accounts.current", "orders.counts", "orders.list", "orders.read", "orders.sums", "products.list", "templates.list"],
} as const;

const kept = CALLS.filter(({ call }) => call.storedOnDevice);

test("a device may store exactly the listed replies and no others", () => {
  for (const role of ROLES)
    expect([
      role,
      kept
        .filter(({ call }) => call.storedOnDevice?.includes(role))
        .map(({ name }) => name as string)
        .toSorted(),
    ]).toEqual([role, role === "supplier" || role === "customer" ? KEPT[role] : []]);
  expect(kept.filter(({ call }) => isWrite(call))).toEqual([]);
});

test.each(kept)("the reply of $name may be stored by devices of the roles in its contract, and by no others", async ({ name, call }) => {
  const { path } = await goodRequest(name, world);
  const owners: readonly string[] = call.storedOnDevice ?? [];
  for (const person of ["customer", "supplier", "admin", "superAdmin", "viewing"] as const) {
    const client = await world.as(person);
    const { headers, status } = await client.get(path);
    const mayKeep = owners.includes(person) && status === 200;
    const owner = person === "customer" ? world.accounts.customer : world.accounts.supplier;
    expect([person, headers.get(MAY_KEEP)]).toEqual([person, mayKeep ? String(owner.id) : null]);
    if (mayKeep && call.csvOf) expect((await client.get(path, { accept: "text/csv" })).headers.get(MAY_KEEP)).toBeNull();
  }
  for (const role of call.storedOnDevice ?? []) expect(may(name, role as "supplier")).toBe(true);
});

test.each(["supplier", "customer"] as const)("a super admin who views the portal as a %s stores nothing on the device", async (role) => {
  const boss = await portal.createAccount("super_admin");
  const viewing = await portal.openSession(world.accounts[role], boss);
  const reply = await viewing.get("/api/user");
  expect([reply.status, reply.headers.get(MAY_KEEP)]).toEqual([200, null]);
});

test("a portal with offline tablets switched off lets no device store a reply", async () => {
  const off = await startPortal({ beside: portal, keepsOnDevices: false });
  const reply = await (await off.openSession(world.accounts.supplier)).get("/api/user");
  expect([reply.status, reply.headers.get(MAY_KEEP)]).toEqual([200, null]);
  await off.stop();
});

test("a change that a device stored for one person is not made under another's name", async () => {
  const id = await world.order();
  const client = await world.as("supplier");
  const send = (person: number) =>
    client.patch(
      `/api/orders/${id}/status`,
      { status: "processing" },
      { "signed-in-as": String(person), "idempotency-key": `kept-${person}` },
    );
  const refused = await send(world.accounts.rival.id);
  expect([refused.status, refused.text]).toEqual([401, "Somebody else is signed in on this device"]);
  expect((await client.get<{ orderStatus: string }>(`/api/orders/${id}`)).body.orderStatus).toBe("pending");
  expect((await send(world.accounts.supplier.id)).status).toBe(200);
  const viewing = await portal.openSession(world.accounts.supplier, world.accounts.superAdmin);
  const asSomebody = await viewing.patch(
    `/api/orders/${id}/status`,
    { status: "pending" },
    { "signed-in-as": String(world.accounts.supplier.id) },
  );
  expect(asSomebody.status).toBe(401);
});
