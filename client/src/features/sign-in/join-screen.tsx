import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { isPasswordRejected } from "#client/components/form/password-hint.ts";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert, FailureNote } from "#client/components/ui/display/alert.tsx";
import { FormSkeleton } from "#client/components/ui/display/waiting.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { NewPasswordField } from "./account-field.tsx";
import { AccountForm, joinRules, useAccountForm } from "./account-form.tsx";
import { AccountLayout } from "./account-layout.tsx";
import { isLinkExpired, useLinkToken } from "./link-token.ts";

const FAILED = "Failed to join";

/** The emailed invitation links to this screen (rule A24). */
export default function JoinScreen() {
  const token = useLinkToken();
  const read = query("accounts", "invitation", { body: { token } });
  // The invitation loads once: joining consumes the link, and each write refetches everything on
  // the screen.
  const invitation = useQuery({ ...read, enabled: ({ state }) => Boolean(token) && state.data === undefined });
  const expired = !token || isLinkExpired(invitation.error);
  return (
    <AccountLayout line="You were invited to your company's wholesale account">
      {expired ? (
        <Expired />
      ) : (
        <QueryView query={invitation} failure="Failed to load your invitation" skeleton={<FormSkeleton fields={1} />}>
          {(invited) => <JoinForm key={token} token={token} invited={invited} />}
        </QueryView>
      )}
    </AccountLayout>
  );
}

function Expired() {
  const [, navigate] = useLocation();
  return (
    <div className="flex flex-col gap-5">
      <h2 className="text-lg font-semibold">Your invitation</h2>
      <Alert tone="warning" title="This link has expired">
        An invitation works once, for seven days. If you have joined, log in. Otherwise ask whoever invited you to send a new one.
      </Alert>
      <Button className="self-center" onClick={() => navigate("/", { replace: true })}>
        To login
      </Button>
    </div>
  );
}

type JoinFormProps = { token: string; invited: Reply<"accounts", "invitation"> };

function JoinForm({ token, invited: { companyName, contactName, email } }: JoinFormProps) {
  const [, navigate] = useLocation();
  const form = useAccountForm({ token, password: "" }, joinRules);
  const join = useCall("accounts", "join", {
    success: "You have joined: please log in",
    failure: FAILED,
    onSuccess: () => navigate("/", { replace: true }),
  });
  if (isLinkExpired(join.error)) return <Expired />;
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg font-semibold break-words">
          Hello {contactName}, join <bdi>{companyName}</bdi>
        </h2>
        <p className="mt-1 text-sm break-words text-muted">You log in as {email}. Choose your password.</p>
      </div>
      <AccountForm form={form} pending={join.isPending} onSubmit={(body) => join.mutate({ body })}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          form={form}
          label="Password"
          owner={{ email, companyName }}
          last={{ error: join.error, password: join.variables?.body.password }}
        />
        {join.isError && !isPasswordRejected(join.error) && <FailureNote>{failureSentence(join.error, FAILED)}</FailureNote>}
        <Button type="submit" variant="primary" size="lg" pending={join.isPending}>
          Join
        </Button>
      </AccountForm>
    </div>
  );
}
