import { useLocation } from "wouter";
import { Button } from "#client/components/ui/control/button.tsx";
import { useCall } from "#client/lib/api.ts";
import { useNewSession } from "#client/lib/session.ts";

/** Visible as long as the super admin views the portal as another person (rule A11). */
export function ImpersonationBanner({ email }: { email: string }) {
  const [, navigate] = useLocation();
  const newSession = useNewSession();
  const stop = useCall("users", "stopImpersonation", {
    success: "Returned to super admin account",
    failure: "Failed to stop impersonation",
    onSuccess: ({ user }) => {
      newSession(user);
      navigate("/");
    },
  });
  return (
    <section
      aria-label="Impersonation"
      className="sticky top-(--top-bar) z-sticky flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 bg-notice px-page py-1.5 text-notice-on md:h-12 md:flex-nowrap"
    >
      <p className="min-w-0 flex-1 font-medium max-md:basis-60 md:truncate" title={email}>
        Currently impersonating user: {email}
      </p>
      <Button size="sm" className="shrink-0" pending={stop.isPending} onClick={() => stop.mutate({})}>
        Stop Impersonation
      </Button>
    </section>
  );
}
