import { DEAD, PEOPLE, type World } from "#server/testing/world.ts";
import type { Request } from "./call-case.ts";
import type { TestClient } from "./test-client.ts";

let knocks = 0;
/** Each from a network of its own, because some doors count by network. */
const knock = (client: TestClient, { method, path, body }: Request) => {
  knocks += 1;
  const headers = { "x-forwarded-for": `10.${(knocks >> 16) & 255}.${(knocks >> 8) & 255}.${knocks & 255}` };
  return method === "GET"
    ? client.get(path, headers)
    : client[method.toLowerCase() as "post" | "patch" | "put" | "delete"](path, body, headers);
};

/** What everybody gets, in the row's order; those whose session is worth nothing are strangers. */
export async function answers(world: World, request: () => Promise<Request>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  let attempt = await request();
  for (const person of ["nobody", ...DEAD, ...PEOPLE] as const) {
    const { status } = await knock(await world.as(person), attempt);
    found[person] = status;
    // What was done cannot be done again, to the same thing.
    if (status < 300 && attempt.method !== "GET") attempt = await request();
  }
  return found;
}

/** The same of a row. */
export const expected = ([nobody, ...people]: readonly number[]) => ({
  nobody,
  ...Object.fromEntries(DEAD.map((person) => [person, nobody])),
  ...Object.fromEntries(PEOPLE.map((person, at) => [person, people[at]])),
});
