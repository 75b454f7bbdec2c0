import { LogOut } from "lucide-react";
import { useLocation } from "wouter";
import { Truncated } from "#client/components/facts/values.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { useCall } from "#client/lib/api.ts";
import { forgetPerson } from "#client/lib/browser.ts";
import { type User, useNewSession } from "#client/lib/session.ts";

/** Who is signed in, and the way out. */
export function SignedInPerson({ user }: { user: User }) {
  const [, navigate] = useLocation();
  const newSession = useNewSession();
  const logout = useCall("accounts", "logout", {
    success: "Logged out successfully",
    failure: null,
    onSuccess: () => {
      forgetPerson(user.id);
      newSession(null);
      // The next person starts at the start, not on a screen that may not be theirs.
      navigate("/", { replace: true });
    },
  });
  return (
    <div className="shrink-0 border-t p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className="px-3 py-1">
        <Truncated text={user.contactName} className="font-medium" />
        <Truncated text={user.companyName} className="text-xs text-muted" />
      </div>
      <Button
        variant="ghost"
        icon={<LogOut />}
        className="mt-1 w-full justify-start! px-3!"
        pending={logout.isPending}
        onClick={() => logout.mutate({})}
      >
        Logout
      </Button>
    </div>
  );
}
