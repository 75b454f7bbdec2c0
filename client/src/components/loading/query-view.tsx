import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { NOTHING_SHOWN_MS, TableSkeleton, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { ApiError, failureSentence } from "#client/lib/api-error.ts";
import { useIsAway } from "#client/lib/network.ts";
import { toast } from "#client/lib/toasts.ts";
import { LoadError, Waiting } from "./states.tsx";

/** The parts of a react-query result that the view uses. An infinite query fits too. */
type QueryLike<Data> = Pick<UseQueryResult<Data>, "data" | "error" | "isError" | "isFetching" | "refetch"> & {
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => Promise<unknown>;
};

export type QueryViewProps<Data, Known = Data> = {
  query: QueryLike<Data>;
  children: (data: Data | Known) => ReactNode;
  /**
   * The data that the list's row already contains, displayed until the data arrive, and above the
   * error if they fail.
   */
  known?: Known | undefined;
  /** Grey bars in the shape of the data that `known` lacks. */
  coming?: ReactNode;
  /** Grey bars in the shape of the content. The default has the shape of a table. */
  skeleton?: ReactNode;
  /**
   * The skeleton takes its room from the start, and is only drawn later. For a part with other
   * content below it, which would otherwise jump twice.
   */
  reserved?: boolean;
  /** Decides whether to display `empty`. The default is true for an empty array. */
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  /** The specification's message, for example "Failed to fetch orders". */
  failure: string;
  /** The title where there is no network and the device has no copy. */
  awayTitle?: string | undefined;
};

/**
 * Displays a query as loading, failed, empty or with its data. Data stay visible during a refetch;
 * a failed refetch adds a note.
 */
export function QueryView<Data, Known = Data>(props: QueryViewProps<Data, Known>) {
  const {
    query,
    children,
    known,
    coming,
    skeleton = <TableSkeleton />,
    reserved = false,
    isEmpty,
    empty,
    failure,
    awayTitle = "This is not on this device",
  } = props;
  const waiting = query.data === undefined && !query.isError;
  const isAway = useFailedAway(query);
  const sentence = useLoadFailure(query, failure, isAway);
  const slow = useDelayed(waiting, NOTHING_SHOWN_MS);

  // A list's first rows are a long render, which a deferred value divides, so that a slow phone
  // answers a press meanwhile.
  const hasArrived = useDeferredValue(query.data !== undefined);
  const displayed = (hasArrived || !Array.isArray(query.data) ? query.data : undefined) ?? known;
  const failed = sentence && (
    <LoadError
      error={query.error}
      sentence={sentence}
      awayTitle={isAway ? awayTitle : null}
      leadsOn={props.awayTitle !== undefined}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
  if (displayed === undefined) return failed || <Waiting reserved={!slow}>{(slow || reserved) && skeleton}</Waiting>;
  const nothing = query.data !== undefined && (isEmpty ? isEmpty(query.data) : Array.isArray(query.data) && query.data.length === 0);
  // The content is always the middle of three children, so that React preserves its state when a
  // note appears.
  return (
    <>
      {query.data !== undefined && query.isError && !query.isFetchNextPageError && <NotRefreshed query={query} />}
      {nothing && empty ? empty : children(displayed)}
      {query.data === undefined
        ? failed || (coming && <Waiting>{slow && coming}</Waiting>)
        : query.isError && query.isFetchNextPageError && <NoNextRows query={query} />}
    </>
  );
}

const NotRefreshed = ({ query }: { query: QueryLike<unknown> }) => (
  <StaleNote onRetry={() => void query.refetch()} retrying={query.isFetching}>
    This could not be refreshed and may be out of date.
  </StaleNote>
);

const NoNextRows = ({ query }: { query: QueryLike<unknown> }) => (
  <StaleNote onRetry={() => void query.fetchNextPage?.()} retrying={query.isFetching}>
    The next rows could not be loaded.
  </StaleNote>
);

type StaleNoteProps = { children: string; onRetry: () => void; retrying: boolean };

/** Warns that the data are incomplete or outdated. */
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
 * Returns the reason why something could not be loaded (the server's sentence or the fixed message,
 * rule S8), or null. Each failed try also displays a toast, except without a network, which the
 * shell announces, and at the end of a session, which the sign-in screen announces.
 */
export function useLoadFailure({ data, error }: Loaded, fixed: string, isAway = false): string | null {
  const failed = data === undefined && error instanceof Error;
  const sentence = failed ? failureSentence(error, fixed) : null;
  const isAnnounced = sentence !== null && !isAway && !(error instanceof ApiError && error.status === 401);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `error` differs with each try, also where the sentence is the same
  useEffect(() => {
    if (isAnnounced) toast({ title: "Error", description: sentence, variant: "destructive" });
  }, [isAnnounced, sentence, error]);
  return sentence;
}

/**
 * Returns true if the last try failed because the device had no network. It stays true until the
 * next try, which begins when the network is back, so that nothing turns red in between.
 */
function useFailedAway({ error, isFetching, refetch }: Pick<UseQueryResult, "error" | "isFetching" | "refetch">): boolean {
  const isAway = useIsAway();
  const [known, setKnown] = useState<unknown>(null);
  const fails = isAway && error instanceof ApiError && error.status === 0;
  if (fails && known !== error) setKnown(error);
  const isBack = !isAway && error !== null && known === error;
  useEffect(() => {
    if (isBack && !isFetching) void refetch();
  }, [isBack, isFetching, refetch]);
  return fails || isBack;
}
