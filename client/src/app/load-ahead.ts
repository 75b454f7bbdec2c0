import { loadAhead } from "#client/lib/load-ahead.ts";
import { counted } from "#client/lib/under-way.ts";
import { ROUTES } from "./routes.ts";

export const loadSignedIn = () => counted(import("./signed-in.tsx"));
export const loadToaster = () => import("#client/components/ui/toaster.tsx");

/**
 * While it is looked up who somebody with a session is: what that person will see, the shell and the screen of the address beside each other. Missed, they
 * are asked for again where they are needed.
 */
export function loadWhileLookingUp() {
  const screens = ROUTES.filter(({ path }) => path === window.location.pathname).map(({ load }) => load);
  for (const load of [loadSignedIn, ...screens]) void load().catch(() => {});
}

/** While somebody types their password: what judges the form, and what is behind it. */
export const loadBehindSignIn = () => {
  loadAhead(() => import("#shared/contract/accounts.ts"));
  loadAhead(loadSignedIn);
};

/** Before the first message: it may be that there is no connection. */
export const loadBeforeToasts = () => loadAhead(loadToaster);
