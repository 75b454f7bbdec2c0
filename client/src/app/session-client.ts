import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#client/lib/api-error.ts";
import { createQueryClient } from "#client/lib/query-client.ts";
import { startSession, userQuery } from "#client/lib/session.ts";

/** The query client of the app. A 401 from any call of a signed-in person means that the session is over: nothing of it stays on the screen. */
export function createSessionClient(onEnded: () => void): QueryClient {
  const client = createQueryClient((error) => {
    const over = error instanceof ApiError && error.status === 401 && client.getQueryData(userQuery.queryKey);
    if (!over) return;
    onEnded();
    startSession(client, null);
  });
  return client;
}
