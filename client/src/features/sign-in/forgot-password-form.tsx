import { Button } from "#client/components/ui/control/button.tsx";
import { Alert, FailureNote } from "#client/components/ui/display/alert.tsx";
import { useCall } from "#client/lib/api.ts";
import { authFailureSentence } from "#client/lib/api-error.ts";
import { EmailField } from "./account-field.tsx";
import { AccountForm, forgotPasswordRules, useAccountForm } from "./account-form.tsx";
import { takeFocus } from "./account-layout.tsx";

/** Every address gets the same sentence, so that it does not reveal which accounts exist. */
const ON_ITS_WAY = "If there is an account with this email, a link to set a new password is on its way to it.";

type ForgotPasswordFormProps = { email: string; onBack: () => void };

export function ForgotPasswordForm({ email, onBack }: ForgotPasswordFormProps) {
  const form = useAccountForm({ email }, forgotPasswordRules);
  const requestLink = useCall("accounts", "forgotPassword", { failure: authFailureSentence });
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 ref={takeFocus} tabIndex={-1} className="text-lg font-semibold">
          Set a new password
        </h2>
        <p className="mt-1 text-muted">We email you a link that works once, for one hour.</p>
      </div>
      <AccountForm form={form} pending={requestLink.isPending} onSubmit={(body) => requestLink.mutate({ body })}>
        <EmailField form={form} />
        {requestLink.isSuccess && <Alert>{ON_ITS_WAY}</Alert>}
        {requestLink.isError && <FailureNote>{authFailureSentence(requestLink.error)}</FailureNote>}
        <Button
          type="submit"
          variant={requestLink.isSuccess ? "secondary" : "primary"}
          size="lg"
          pending={requestLink.isPending}
          className="w-full"
        >
          {requestLink.isSuccess ? "Send it again" : "Send the link"}
        </Button>
      </AccountForm>
      <Button variant="ghost" className="self-center" onClick={onBack}>
        Back to login
      </Button>
    </div>
  );
}
