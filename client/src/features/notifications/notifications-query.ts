import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, callOf, type Reply } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { send } from "#client/lib/send.ts";

export type Notification = Reply<"notifications", "list">[number];

/** Rule K6: asked every 30 s, fresh for 20 s, never again by itself. */
const POLLED = { refetchInterval: 30_000, staleTime: 20_000, retry: false } as const;

/** Rule S10: a 401 is an empty list. */
async function orNone<T>(asked: Promise<T>, none: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return none;
    throw error;
  }
}

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ["notifications", "list"],
  queryFn: ({ pageParam }) => orNone(send(callOf("notifications", "list"), {}, pageParam), { data: [], next: null }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
  select: ({ pages }) => pages.flatMap(({ data }) => data as Notification[]),
  ...POLLED,
});

/** How many are unread in all, which a page of the list can't say. */
export const unreadQuery = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: async () => (await orNone(call("notifications", "unread", {}), { count: 0 })).count,
  ...POLLED,
});
