import type { Query, QueryClient } from "@tanstack/react-query";
import type { ReplyPlace } from "#client/lib/api.ts";
import type { Change } from "./outbox/outbox-store.ts";
import { isLaid, withChanges } from "./outbox/overlay.ts";

interface Page {
  readonly data: unknown;
}
interface Pages {
  readonly pages: readonly Page[];
  readonly pageParams: readonly (string | null)[];
}

/**
 * What the screens show: each reply as the server gave it, and the changes that the server has
 * still to hear of over it (rule W52). The reply itself is kept beside what is shown. So a change
 * that is taken back is gone at once.
 */
export function createShown() {
  const given = new WeakMap<Query, Map<string | null, unknown>>();
  const laidQueries = (client: QueryClient) =>
    client
      .getQueryCache()
      .findAll({ predicate: ({ queryKey }) => isLaid(queryKey) })
      .flatMap((query) => (given.get(query)?.size ? [{ query, replies: given.get(query) as Map<string | null, unknown> }] : []));

  return {
    /** A reply that has just come, as it is shown. */
    came(reply: unknown, { client, queryKey, cursor }: ReplyPlace, changes: readonly Change[]): unknown {
      const query = isLaid(queryKey) && client.getQueryCache().find({ queryKey });
      if (!query) return reply;
      const replies = given.get(query) ?? new Map<string | null, unknown>();
      given.set(query, replies.set(cursor, reply));
      return withChanges(queryKey, reply, changes);
    },

    /**
     * The server has made the changes. They stay, whatever else is taken back, until the replies
     * are fetched again.
     */
    made(client: QueryClient, changes: readonly Change[]): void {
      for (const { query, replies } of laidQueries(client))
        for (const [cursor, reply] of replies) replies.set(cursor, withChanges(query.queryKey, reply, changes));
    },

    /** Shows these changes and no others. */
    lay(client: QueryClient, changes: readonly Change[]): void {
      for (const { query, replies } of laidQueries(client)) {
        const { queryKey, state } = query;
        if (state.data === undefined) continue;
        const over = (data: unknown, cursor: string | null) =>
          replies.has(cursor) ? withChanges(queryKey, replies.get(cursor), changes) : data;
        const { isInvalidated } = state;
        client.setQueryData(queryKey, (data: unknown) => (queryKey[2] === "pages" ? eachPage(data as Pages, over) : over(data, null)));
        // It is still to be fetched again when it is next shown.
        if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
      }
    },
  };
}

const eachPage = (list: Pages, over: (data: unknown, cursor: string | null) => unknown): Pages => ({
  ...list,
  pages: list.pages.map((page, place) => ({ ...page, data: over(page.data, list.pageParams[place] ?? null) })),
});
