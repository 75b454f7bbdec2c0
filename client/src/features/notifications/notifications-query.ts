import { queryOptions } from "@tanstack/react-query";
import { call, type Reply } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";

export type Notification = Reply<"notifications", "list">[number];

const POLL_MS = 30_000;
const STALE_MS = 20_000;

/** §7: asked every 30 s, fresh for 20 s, never again by itself; a 401 is an empty list. */
export const notificationsQuery = queryOptions({
  queryKey: ["notifications", "list"],
  queryFn: async (): Promise<readonly Notification[]> => {
    try {
      return await call("notifications", "list", {});
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return [];
      throw error;
    }
  },
  refetchInterval: POLL_MS,
  staleTime: STALE_MS,
  retry: false,
});
