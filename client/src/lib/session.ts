import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Call } from "#shared/contract/parts/calls.ts";
import { mayCall } from "#shared/http/endpoint.ts";
import { formatSignedInAs, SOMEBODY_ELSE } from "#shared/http/signed-in-as.ts";
import { call, callOf, calls, type Reply } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { setActingUser } from "./portal-request.ts";
import { send } from "./send.ts";
import { forgetDevice, keepsOnDevice } from "./session/forget-device.ts";
import { announceSession } from "./session/session-tabs.ts";
import { clearRecordedSignOut, sendRecordedSignOut } from "./session/sign-out.ts";

export type User = Reply<"accounts", "current">["user"];

const WHO = ["accounts", "current"] as const;

/** Returns true if another tab has signed in somebody else (rule A19). */
export const isSomebodyElse = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.sentence === SOMEBODY_ELSE;

function nobodyIf401(error: unknown): null {
  if (error instanceof ApiError && error.status === 401 && !isSomebodyElse(error)) return null;
  throw error;
}

/**
 * Loads the signed-in person. A 401 means that nobody is signed in and is not a failure (rule S10).
 */
export const userQuery = queryOptions({
  queryKey: WHO,
  queryFn: async ({ meta }): Promise<User | null> => {
    if (!(await sendRecordedSignOut(calls.accounts.logout))) return null;
    const user = await call("accounts", "current", {}, meta).then(({ user }) => user, nobodyIf401);
    setActingUser(user);
    return user;
  },
});

/** Returns the signed-in person, for screens that are displayed only after sign-in. */
export function useUser(): User {
  const { data } = useQuery(userQuery);
  if (!data) throw new Error("This screen is for signed-in people");
  return data;
}

/**
 * Returns true if this person may make a call. Buttons use the same check as the server's guard.
 */
export const can = (user: Pick<User, "role"> | null | undefined, asked: Call): boolean => mayCall(user?.role, asked);

/**
 * Runs after signing in or out, and when View As begins or ends: removes all data that another
 * person has seen. Unsent changes outlast a session; `client/src/device/device-takeover.tsx`
 * requests confirmation before it removes another person's changes.
 */
export function startSession(client: QueryClient, user: User | null) {
  setActingUser(user);
  if (user) clearRecordedSignOut();
  if (!keepsOnDevice(user)) forgetDevice().catch(() => {});
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] });
  const before = client.getQueryData(userQuery.queryKey);
  client.setQueryData<User | null>(LAST_PERSON, before ?? client.getQueryData<User | null>(LAST_PERSON) ?? null);
  client.setQueryData(userQuery.queryKey, user);
  client.setQueryData<User | null>(OTHER_PERSON, null);
}

/** Starts the session in this tab and announces it to the browser's other tabs. */
export function useNewSession() {
  const client = useQueryClient();
  return (user: User | null) => {
    startSession(client, user);
    announceSession(user);
  };
}

/** The person that this tab displayed last. */
const LAST_PERSON = ["accounts", "last-person"] as const;
const OTHER_PERSON = ["accounts", "other-person"] as const;
/** The person who is signed in instead of this tab's person, or null if they are the same. */
export const otherPersonQuery = queryOptions<User | null>({ queryKey: OTHER_PERSON, queryFn: skipToken });

const isSamePerson = (one: User | null, other: User | null): boolean =>
  (one && formatSignedInAs(one)) === (other && formatSignedInAs(other));

/**
 * Covers this tab where another person is signed in, and uncovers it when its own person is signed
 * in again. A signed-out tab continues when the person that it displayed last returns.
 */
export function syncPerson(client: QueryClient, user: User | null): void {
  const own = client.getQueryData(userQuery.queryKey);
  // The page still loads the signed-in person.
  if (own === undefined) return;
  const last = client.getQueryData<User | null>(LAST_PERSON) ?? null;
  // On a page that has displayed nobody, anybody may sign in.
  if (own === null && last === null) return;
  if (user === null || (own === null && isSamePerson(last, user))) startSession(client, user);
  else client.setQueryData<User | null>(OTHER_PERSON, isSamePerson(own, user) ? null : user);
}

/**
 * Loads the signed-in person, independently of the person that this tab displays.
 * @returns null if nobody is signed in
 */
export const findSignedIn = (): Promise<User | null> =>
  send(callOf("accounts", "current"), { inName: null }).then(({ data }) => (data as Reply<"accounts", "current">).user, nobodyIf401);
