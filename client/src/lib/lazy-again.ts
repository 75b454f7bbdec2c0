import { type ComponentType, createElement, lazy } from "react";
import { NotLoaded } from "./api-error.ts";

const failed = new Set<() => void>();

/**
 * React.lazy for what may be drawn again after it did not come. React.lazy never asks a second time; this one does once the failure has been shown and
 * somebody goes on (`forgetFailures`), not before, or it would ask for ever.
 */
export function lazyAgain<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> {
  const make = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((cause) => {
        failed.add(renew);
        throw new NotLoaded(String(cause), { cause });
      }),
    );
  const renew = () => {
    present = make();
  };
  let present = make();
  return (props) => createElement(present, props);
}

/** For a boundary that stood in for what did not come, as it makes way. */
export function forgetFailures() {
  for (const renew of failed) renew();
  failed.clear();
}
