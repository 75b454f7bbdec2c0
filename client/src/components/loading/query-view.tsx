import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { NOTHING_SHOWN_MS, TableSkeleton, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { ApiError, failureSentence } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toasts.ts";
import { LoadError, Waiting } from "./states.tsx";

/** The parts of a react-query result that are used. An infinite query fits too. */
type QueryLike<Data> = Pick<UseQueryResult<Data>, "data" | "error" | "isError" | "isFetching" | "refetch"> & {
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => Promise<unknown>;
};

export type QueryViewProps<Data, Known = Data> = {
  query: QueryLike<Data>;
  children: (data: Data | Known) => ReactNode;
  /**
   * What is shown until the data come, and above the failure if they don't: what a list's row says
   * of the thing.
   */
  known?: Known | undefined;
  /** Grey bars in the shape of what the data have beside it. */
  coming?: ReactNode;
  /** Grey bars in the shape of the content; a table's when left out. */
  skeleton?: ReactNode;
  /** When to show `empty`; for an empty array when left out. */
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  /** What happened, in the specification's words: "Failed to fetch orders". */
  failure: string;
};

/**
 * Shows a query: waiting, failed, empty or its data. Data stays while it is fetched again; if that
 * fails, a note says so.
 */
export function QueryView<Data, Known = Data>(props: QueryViewProps<Data, Known>) {
  const { query, children, known, coming, skeleton = <TableSkeleton />, isEmpty, empty, failure } = props;
  const waiting = query.data === undefined && !query.isError;
  const sentence = useLoadFailure(query, failure);
  const slow = useDelayed(waiting, NOTHING_SHOWN_MS);

  const shown = query.data ?? known;
  const failed = sentence && (
    <LoadError error={query.error} sentence={sentence} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  );
  if (shown === undefined) return failed || <Waiting>{slow && skeleton}</Waiting>;
  const nothing = query.data !== undefined && (isEmpty ? isEmpty(query.data) : Array.isArray(query.data) && query.data.length === 0);
  // Always the middle one of three, so that React keeps its state when a note or the rest comes.
  return (
    <>
      {query.data !== undefined && query.isError && !query.isFetchNextPageError && <NotRefreshed query={query} />}
      {nothing && empty ? empty : children(shown)}
      {query.data === undefined
        ? failed || (coming && <Waiting>{slow && coming}</Waiting>)
        : query.isError && query.isFetchNextPageError && <NoNextRows query={query} />}
    </>
  );
}

const NotRefreshed = ({ query }: { query: QueryLike<unknown> }) => (
  <StaleNote onRetry={() => void query.refetch()} retrying={query.isFetching}>
    This could not be brought up to date, and may have changed since.
  </StaleNote>
);

const NoNextRows = ({ query }: { query: QueryLike<unknown> }) => (
  <StaleNote onRetry={() => void query.fetchNextPage?.()} retrying={query.isFetching}>
    The next rows did not come.
  </StaleNote>
);

type StaleNoteProps = { children: string; onRetry: () => void; retrying: boolean };

/** Beside data that is not complete or not the newest. */
function StaleNote({ children, onRetry, retrying }: StaleNoteProps) {
  return (
    <Alert
      tone="warning"
      className="my-3 items-center! flex-wrap"
      action={
        <Button size="sm" className="shrink-0" pending={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Alert>
  );
}

type Loaded = { readonly data: unknown; readonly error: unknown };

/**
 * Why something could not be loaded, or null: the server's sentence or the fixed message (rule S8). A toast shows it too,
 * once for each try. Not for the end of a session, which the sign-in screen tells.
 */
export function useLoadFailure({ data, error }: Loaded, fixed: string): string | null {
  const failed = data === undefined && error instanceof Error;
  const sentence = failed ? failureSentence(error, fixed) : null;
  const told = sentence !== null && !(error instanceof ApiError && error.status === 401);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `error` differs with each try, also where the sentence is the same
  useEffect(() => {
    if (told) toast({ title: "Error", description: sentence, variant: "destructive" });
  }, [told, sentence, error]);
  return sentence;
}
