import { whenIdle } from "#client/lib/when-idle.ts";

export const loadSignedIn = () => import("./signed-in.tsx");
export const loadToaster = () => import("#client/components/ui/toaster.tsx");

/** What does not come now is asked for again where it is needed, and missed there. */
const ahead = (load: () => Promise<unknown>) => void load().catch(() => {});

/** While it is looked up who somebody with a session is: what that person will see. */
export const loadWhileLookingUp = () => ahead(loadSignedIn);

/** While somebody types their password: what judges the form, and what is behind it. */
export const loadBehindSignIn = () =>
  whenIdle(() => {
    ahead(() => import("#shared/contract/accounts.ts"));
    ahead(loadSignedIn);
  });

/** Before the first message: it may be that there is no connection. */
export const loadBeforeToasts = () => whenIdle(() => ahead(loadToaster));
