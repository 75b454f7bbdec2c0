import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { Tabs } from "#client/components/ui/control/tabs.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { describeOwners, findUndelivered } from "#client/device/undelivered-changes.ts";
import type { Factor } from "#shared/contract/identity/factors.ts";
import { loginRules, registerRules, useAccountForm } from "./account-form.tsx";
import { AccountLayout, takeFocus } from "./account-layout.tsx";
import { BrowserLimits } from "./browser-limits.tsx";
import { FactorForm } from "./factor-form.tsx";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";
import { forgetPasswordSet, isPasswordSet } from "./link-token.ts";
import { LoginForm, RegisterForm } from "./sign-in-forms.tsx";

type SignInScreenProps = {
  /** The session expired, and the screen displays that. */
  sessionEnded: boolean;
  onSignedIn: () => void;
};

/** The names of people with unsent changes on this device, or null if there are none. */
const whatWaits = queryOptions({
  queryKey: ["left-behind"],
  queryFn: async (): Promise<string | null> => describeOwners(await findUndelivered()) || null,
  staleTime: 0,
});

/**
 * Login and Register on one screen (rule S1). Both forms stay mounted, so that a change of tab
 * loses no text.
 */
export function SignInScreen({ sessionEnded, onSignedIn }: SignInScreenProps) {
  const [search] = useSearchParams();
  const referralCode = search.get("ref") ?? "";
  const [view, setView] = useState<"login" | "register" | "forgot" | "factor">(referralCode ? "register" : "login");
  // Moves the focus to the login form, except at first and after a press on a tab.
  const [guided, setGuided] = useState(false);
  // The arrow keys of the tabs leave the focus where it is.
  const [focused, setFocused] = useState(true);
  const [factor, setFactor] = useState<readonly Factor[]>([]);
  const [registered, setRegistered] = useState<string | null>(null);
  const login = useAccountForm({ email: "", password: "" }, loginRules);
  const register = useAccountForm(
    { companyName: "", contactName: "", email: "", password: "", phone: "", address: "", referralCode },
    registerRules,
  );

  // The toast of the stored password disappears before an invited person has read this screen.
  const [hasNewPassword] = useState(isPasswordSet);
  useEffect(forgetPasswordSet, []);

  const { data: waiting } = useQuery(whatWaits);

  const backToLogin = () => {
    setGuided(true);
    setView("login");
  };
  const requestFactor = (kinds: readonly Factor[]) => {
    setFactor(kinds);
    setView("factor");
    login.reset({ email: login.values.email ?? "", password: "" });
  };
  const choose = (tab: typeof view, pressed: boolean) => {
    setGuided(false);
    setFocused(pressed);
    setView(tab);
  };
  const waitForApproval = (email: string) => {
    setRegistered(email);
    login.reset({ email, password: "" });
    register.reset({ companyName: "", contactName: "", email: "", password: "", phone: "", address: "", referralCode: "" });
    backToLogin();
  };

  return (
    <AccountLayout>
      {view === "factor" ? (
        <FactorForm factor={factor} onSignedIn={onSignedIn} onBack={backToLogin} />
      ) : view === "forgot" ? (
        <ForgotPasswordForm email={login.values.email ?? ""} onBack={backToLogin} />
      ) : (
        <Tabs
          label="Login or register"
          stretch
          value={view}
          onChange={choose}
          tabs={[
            {
              value: "login",
              label: "Login",
              content: (
                <div ref={guided ? takeFocus : undefined} tabIndex={-1} className="flex flex-col gap-5">
                  <BrowserLimits />
                  {registered !== null && <WaitingForApproval email={registered} />}
                  {hasNewPassword && !sessionEnded && registered === null && <Alert title="Your password is set">Log in with it.</Alert>}
                  {sessionEnded && registered === null && (
                    <Alert title="You have been signed out">Log in again to continue where you were.</Alert>
                  )}
                  {waiting && (
                    <Alert title={`Not sent from this device: ${waiting}`}>
                      It is sent, or can be continued, when they log in here. If somebody else logs in, we ask before it is removed.
                    </Alert>
                  )}
                  <LoginForm
                    form={login}
                    focused={focused}
                    onSignedIn={onSignedIn}
                    onFactor={requestFactor}
                    onForgot={() => setView("forgot")}
                  />
                </div>
              ),
            },
            {
              value: "register",
              label: "Register",
              content: <RegisterForm form={register} focused={focused} onRegistered={waitForApproval} />,
            },
          ]}
        />
      )}
    </AccountLayout>
  );
}

function WaitingForApproval({ email }: { email: string }) {
  return (
    <Alert title="Your registration is waiting for approval">
      We review each registration and will email <span className="font-medium">{email}</span> once it is decided. You can log in from then
      on.
    </Alert>
  );
}
