import { NotificationsBell } from "#client/features/notifications/notifications-bell.tsx";
import { OpenScreens } from "#client/lib/open-screens.ts";
import type { User } from "#client/lib/session.ts";
import { screenAt } from "./routes.ts";
import { Screens } from "./screens.tsx";
import { Shell } from "./shell/shell.tsx";

/**
 * The portal of a signed-in person. Another person gets another tree: a screen must not keep what it fetched for, or
 * what was typed by, the one before.
 */
export default function SignedIn({ user }: { user: User }) {
  return (
    <OpenScreens key={user.id} value={(target) => screenAt(target, user.role) !== undefined}>
      <Shell user={user} corner={user.role === "customer" ? <NotificationsBell /> : undefined}>
        <Screens user={user} />
      </Shell>
    </OpenScreens>
  );
}
