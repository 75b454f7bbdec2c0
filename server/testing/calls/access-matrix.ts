import { DEAD, PEOPLE, type World } from "#server/testing/world.ts";
import type { Request } from "./call-case.ts";
import type { TestClient } from "./test-client.ts";

let knocks = 0;
/** Sends each request from a network of its own, because some calls count by network. */
const knock = (client: TestClient, { method, path, body }: Request) => {
  knocks += 1;
  const headers = { "x-forwarded-for": `10.${(knocks >> 16) & 255}.${(knocks >> 8) & 255}.${knocks & 255}` };
  return method === "GET"
    ? client.get(path, headers)
    : client[method.toLowerCase() as "post" | "patch" | "put" | "delete"](path, body, headers);
};

/**
 * The statuses of everybody, in the row's order; people whose session is invalid count as
 * strangers.
 */
export async function readStatuses(world: World, request: () => Promise<Request>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  let attempt = await request();
  for (const person of ["nobody", ...DEAD, ...PEOPLE] as const) {
    const { status } = await knock(await world.as(person), attempt);
    found[person] = status;
    // A successful write may have used up its record, so the next person gets another one.
    if (status < 300 && attempt.method !== "GET") attempt = await request();
  }
  return found;
}

/** The expected statuses of a row, in the same form. */
export const expectedStatuses = ([nobody, ...people]: readonly number[]) => ({
  nobody,
  ...Object.fromEntries(DEAD.map((person) => [person, nobody])),
  ...Object.fromEntries(PEOPLE.map((person, at) => [person, people[at]])),
});
