import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { OtherSessionsOffer } from "#client/components/page/other-sessions-offer.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert, FailureNote } from "#client/components/ui/display/alert.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { userQuery } from "#client/lib/session.ts";
import { AccountLayout } from "./account-layout.tsx";
import { isLinkExpired, useLinkToken } from "./link-token.ts";

const FAILED = "Failed to change the email address";

/** The link that was emailed to a new address opens this screen (rule A45). */
export default function ConfirmEmailScreen() {
  const token = useLinkToken();
  return (
    <AccountLayout line="The email address of your account">
      <ConfirmEmail key={token} token={token} />
    </AccountLayout>
  );
}

function ConfirmEmail({ token }: { token: string }) {
  const [, navigate] = useLocation();
  const { data: user } = useQuery(userQuery);
  const confirm = useCall("emailChange", "confirm", { failure: null });
  if (confirm.data) {
    const { email } = confirm.data;
    const isOwn = user?.email === email;
    return (
      <div className="flex flex-col gap-5">
        <div>
          <h2 className="text-lg font-semibold">Your email address is changed</h2>
          <p className="mt-1 break-words text-muted">You log in as {email} from now on, and our emails go there.</p>
        </div>
        {isOwn && <OtherSessionsOffer />}
        <Button variant="primary" size="lg" onClick={() => navigate(isOwn ? "/settings?tab=security" : "/", { replace: true })}>
          {isOwn ? "Open your settings" : "To login"}
        </Button>
      </div>
    );
  }
  if (!token || isLinkExpired(confirm.error)) {
    return (
      <div className="flex flex-col gap-5">
        <h2 className="text-lg font-semibold">Confirm your email address</h2>
        <Alert tone="warning" title="This link has expired">
          A link works once, for 24 hours. If you have not used it, request the change again in your settings.
        </Alert>
        <Button className="self-center" onClick={() => navigate("/", { replace: true })}>
          To the portal
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg font-semibold">Confirm your email address</h2>
        <p className="mt-1 text-muted">Your account then has the address to which we emailed this link.</p>
      </div>
      {confirm.isError && <FailureNote>{failureSentence(confirm.error, FAILED)}</FailureNote>}
      <Button variant="primary" size="lg" pending={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
        Confirm the address
      </Button>
    </div>
  );
}
