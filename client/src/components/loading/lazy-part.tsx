import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { NOTHING_SHOWN_MS, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { NOT_LOADED, NOT_LOADED_ADVICE, NotLoaded } from "#client/lib/api-error.ts";
import { fetchFromPortal } from "#client/lib/portal-request.ts";
import { ScreenFailure, Waiting } from "./states.tsx";

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export type LazyScreen<Props = object> = ComponentType<Props> & {
  /** Fetches the file sooner. A failure has no effect, because the screen fetches again. */
  preload: () => Promise<void>;
};

/** A screen with its own file, which loads when the screen opens. */
export function lazyScreen<Props extends object = object>(load: Load<Props>): LazyScreen<Props> {
  let loaded: ComponentType<Props> | null = null;
  const Unloaded = lazyPart(load, (again) => (
    <ScreenFailure title="The portal can't be reached" onRetry={again}>
      {NOT_LOADED} {NOT_LOADED_ADVICE}
    </ScreenFailure>
  ));
  function Screen(props: Props) {
    // React.lazy would replace even a loaded screen by its fallback for 300 ms.
    const [Page] = useState(() => loaded ?? Unloaded);
    return <Page {...props} />;
  }
  const preload = () =>
    load().then(
      (file) => {
        loaded = file.default;
      },
      () => {},
    );
  return Object.assign(Screen, { preload });
}

/**
 * A part of a screen that is seldom needed, with its own file. `shape` draws grey bars until the
 * part has loaded.
 */
export function lazyPanel<Props extends object>(load: Load<Props>, shape: ReactNode = null): ComponentType<Props> {
  const Part = lazyPart(load, (again) => (
    <Alert
      tone="danger"
      title={NOT_LOADED}
      className="mb-4"
      action={
        <Button size="sm" onClick={again}>
          Try again
        </Button>
      }
    >
      {NOT_LOADED_ADVICE}
    </Alert>
  ));
  return (props: Props) => (
    <Suspense fallback={shape && <PanelComing>{shape}</PanelComing>}>
      <Part {...props} />
    </Suspense>
  );
}

function PanelComing({ children }: { children: ReactNode }) {
  const slow = useDelayed(true, NOTHING_SHOWN_MS);
  return <Waiting reserved={!slow}>{children}</Waiting>;
}

/**
 * React.lazy with a retry, because React stores a failed import for good. An error in the part's
 * own code reaches the outer boundary.
 */
export function lazyPart<Props extends object>(load: Load<Props>, failure: (again: () => void, props: Props) => ReactNode) {
  const ask = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((cause) => {
        throw new NotLoaded(String(cause), { cause });
      }),
    );
  let Part = ask();
  const Present = (props: Props) => createElement(Part, props);
  return (props: Props) => (
    <ErrorBoundary
      onError={(error) => {
        if (error instanceof NotLoaded) Part = ask();
      }}
      fallbackRender={({ error, resetErrorBoundary }) => {
        if (!(error instanceof NotLoaded)) throw error;
        return failure(() => void reloadOr(resetErrorBoundary), props);
      }}
    >
      <Present {...props} />
    </ErrorBoundary>
  );
}

/** An update of the portal removes this page's files, so only a reload can load the new ones. */
const reloadOr = async (again: () => void) => ((await buildHasChanged()) ? window.location.reload() : again());

const LONGEST_WAIT_MS = 5000;

/**
 * Returns true if the server has a newer build than this page, and false if the server does not
 * answer.
 */
async function buildHasChanged(): Promise<boolean> {
  const script = document.querySelector("script[type=module][src]")?.getAttribute("src");
  const page = await fetchFromPortal("/", { signal: AbortSignal.timeout(LONGEST_WAIT_MS) })
    .then((reply) => (reply.ok ? reply.text() : null))
    .catch(() => null);
  return Boolean(script && page && !page.includes(script));
}
