import { loadAhead } from "#client/lib/when-idle.ts";

export const loadSignedIn = () => import("./signed-in.tsx");
export const loadToaster = () => import("#client/components/ui/toaster.tsx");

/** While it is looked up who somebody with a session is: what that person will see. Missed, it is asked for again where it is needed. */
export const loadWhileLookingUp = () => void loadSignedIn().catch(() => {});

/** While somebody types their password: what judges the form, and what is behind it. */
export const loadBehindSignIn = () => {
  loadAhead(() => import("#shared/contract/accounts.ts"));
  loadAhead(loadSignedIn);
};

/** Before the first message: it may be that there is no connection. */
export const loadBeforeToasts = () => loadAhead(loadToaster);
