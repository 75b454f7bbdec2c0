import type { Request } from "./call-case.ts";
import type { TestClient } from "./test-client.ts";
import { DEAD, PEOPLE, type World } from "./world.ts";

const knock = (client: TestClient, { method, path, body }: Request) =>
  method === "GET" ? client.get(path) : client[method.toLowerCase() as "post" | "patch" | "put" | "delete"](path, body);

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
