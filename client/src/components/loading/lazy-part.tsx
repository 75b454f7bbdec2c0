import { type ComponentType, createElement, lazy, type ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { NOT_LOADED, NOT_LOADED_ADVICE, NotLoaded } from "#client/lib/api-error.ts";
import { buildHasChanged } from "#client/lib/build.ts";
import { ScreenFailure } from "./screen-failure.tsx";

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A screen in a file of its own, which comes when it is opened. */
export const lazyScreen = <Props extends object = object>(load: Load<Props>): ComponentType<Props> =>
  lazyPart(load, (again) => (
    <ScreenFailure title="The portal can't be reached" onRetry={again}>
      {NOT_LOADED} {NOT_LOADED_ADVICE}
    </ScreenFailure>
  ));

/** React.lazy, but asked anew after a failure, which React itself remembers for ever. A fault in the part's own code is the outer boundary's. */
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

/** After the portal was updated the files of this page are gone, and only a new page knows those in their place. */
const reloadOr = async (again: () => void) => ((await buildHasChanged()) ? window.location.reload() : again());
