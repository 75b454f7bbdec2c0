import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, callOf, type Reply } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { send } from "#client/lib/send.ts";
import type { Feature } from "#shared/contract/index.ts";
import { kindNamed, NOTICE_KINDS, type NoticeKind, noticePath } from "#shared/domain/notifications.ts";

export type Notification = Reply<"notifications", "list">[number];

/** The bell polls every 30 s, data is fresh for 20 s, and a failure is not retried (rule K6). */
const POLLED = { refetchInterval: 30_000, staleTime: 20_000, retry: false } as const;

/** A 401 counts as an empty list (rule S10). */
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
  queryFn: ({ pageParam }) => orNone(send(callOf("notifications", "list"), {}, pageParam), { data: [], next: null, isClose: false }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
  select: ({ pages }) => pages.flatMap(({ data }) => data as Notification[]),
  ...POLLED,
});

/** The number of all unread notifications. The list is paged, so its length is not that number. */
export const unreadQuery = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: async () => (await orNone(call("notifications", "unread", {}), { count: 0 })).count,
  ...POLLED,
});

interface Destination {
  readonly path: string;
  /** The feature whose data the notification reports as changed. */
  readonly feature: Feature;
}

const FEATURE = {
  order: "orders",
  quote: "quotes",
  remake: "remakes",
  client: "clients",
  company: "settings",
  webhooks: "webhooks",
} as const;

/** The screen that a notification opens, or null if it opens none. */
export function findDestination({ type, relatedId }: Pick<Notification, "type" | "relatedId">): Destination | null {
  if (type === "payment")
    return relatedId === null
      ? { path: "/invoices", feature: "invoices" }
      : { path: noticePath("quote_sent", relatedId), feature: "quotes" };
  if (!isNoticeKind(type)) return null;
  return { path: noticePath(type, relatedId), feature: FEATURE[kindNamed(type).thing] };
}

const isNoticeKind = (type: string): type is NoticeKind => Object.hasOwn(NOTICE_KINDS, type);
