import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { forgetDevice, keepsOnDevice } from "#client/offline/forget-device.ts";
import { forgiveSignOut, settleSignOut } from "#client/offline/sign-out.ts";
import type { Call } from "#shared/contract/calls.ts";
import { mayCall } from "#shared/http/endpoint.ts";
import { call, calls, type Reply } from "./api.ts";
import { ApiError } from "./api-error.ts";

export type User = Reply<"accounts", "current">["user"];

const WHO = ["accounts", "current"] as const;

/** Who is signed in. A 401 means that no one is, and is not a failure (rule S10). */
export const userQuery = queryOptions({
  queryKey: WHO,
  queryFn: async ({ client, meta }): Promise<User | null> => {
    if (!(await settleSignOut(calls.accounts.logout))) return null;
    try {
      const { user } = await call("accounts", "current", {}, meta);
      const before = client.getQueryData<User | null>(WHO);
      // Another tab has signed somebody else in.
      if (before && before.id !== user.id) startSession(client, user);
      return user;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** The signed-in person. For screens that are shown only after sign-in. */
export function useUser(): User {
  const { data } = useQuery(userQuery);
  if (!data) throw new Error("This screen is for signed-in people");
  return data;
}

/** Whether this person may make a call. Buttons ask the same question as the server's guard. */
export const can = (user: Pick<User, "role"> | null | undefined, asked: Call): boolean => mayCall(user?.role, asked);

/**
 * After signing in or out, and when View As begins or ends: removes all data that another person
 * has seen. Unsent changes outlast a session; `client/src/offline/take-up-device.tsx` asks before
 * another person's coming removes them.
 */
export function startSession(client: QueryClient, user: User | null) {
  if (user) forgiveSignOut();
  if (!keepsOnDevice(user)) forgetDevice().catch(() => {});
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] });
  client.setQueryData(userQuery.queryKey, user);
}

export function useNewSession() {
  const client = useQueryClient();
  return (user: User | null) => startSession(client, user);
}
