import type { Query, QueryClient } from "@tanstack/react-query";
import type { ReplyPlace } from "#client/lib/api.ts";
import type { Change } from "./outbox/outbox-store.ts";
import { isAffectedByChanges, withChanges } from "./outbox/overlay.ts";

interface Page {
  readonly data: unknown;
}
interface Pages {
  readonly pages: readonly Page[];
  readonly pageParams: readonly (string | null)[];
}

/**
 * Stores each reply next to its displayed version, which includes the changes that the server does
 * not have yet (rule W52). The stored reply lets a change disappear as soon as it is undone.
 */
export function createDisplayedReplies() {
  const serverReplies = new WeakMap<Query, Map<string | null, unknown>>();
  const laidQueries = (client: QueryClient) =>
    client
      .getQueryCache()
      .findAll({ predicate: ({ queryKey }) => isAffectedByChanges(queryKey) })
      .flatMap((query) =>
        serverReplies.get(query)?.size ? [{ query, replies: serverReplies.get(query) as Map<string | null, unknown> }] : [],
      );

  return {
    /** Returns the displayed version of a new reply. */
    receive(reply: unknown, { client, queryKey, cursor }: ReplyPlace, changes: readonly Change[]): unknown {
      const query = isAffectedByChanges(queryKey) && client.getQueryCache().find({ queryKey });
      if (!query) return reply;
      const replies = serverReplies.get(query) ?? new Map<string | null, unknown>();
      serverReplies.set(query, replies.set(cursor, reply));
      return withChanges(queryKey, reply, changes);
    },

    /**
     * Applies accepted changes to the stored replies. They remain until the replies are fetched
     * again, whatever else is undone.
     */
    applyAccepted(client: QueryClient, changes: readonly Change[]): void {
      for (const { query, replies } of laidQueries(client))
        for (const [cursor, reply] of replies) replies.set(cursor, withChanges(query.queryKey, reply, changes));
    },

    /** Displays exactly these changes. */
    display(client: QueryClient, changes: readonly Change[]): void {
      for (const { query, replies } of laidQueries(client)) {
        const { queryKey, state } = query;
        if (state.data === undefined) continue;
        const over = (data: unknown, cursor: string | null) =>
          replies.has(cursor) ? withChanges(queryKey, replies.get(cursor), changes) : data;
        const { isInvalidated } = state;
        client.setQueryData(queryKey, (data: unknown) => (queryKey[2] === "pages" ? eachPage(data as Pages, over) : over(data, null)));
        // setQueryData marks the query as fresh, so the invalidation has to be repeated.
        if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
      }
    },
  };
}

const eachPage = (list: Pages, over: (data: unknown, cursor: string | null) => unknown): Pages => ({
  ...list,
  pages: list.pages.map((page, place) => ({ ...page, data: over(page.data, list.pageParams[place] ?? null) })),
});
