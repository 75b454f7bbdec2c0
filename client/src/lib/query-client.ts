import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

/** Rule S10: never on focus, never by a clock, never again by itself, never stale. What changes data invalidates it. Without a connection a call fails at once and says so: held
 * back until there is one, it would wait without a word, and be made when the person has long gone on. */
export const createQueryClient = (onFailure?: (error: Error) => void): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => onFailure?.(error) }),
    mutationCache: new MutationCache({ onError: (error) => onFailure?.(error) }),
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
