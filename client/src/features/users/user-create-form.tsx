import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { CheckboxField, PasswordField, SelectField, TextField } from "#client/components/form/fields.tsx";
import { PageForm } from "#client/components/form/page-form.tsx";
import { isPasswordRejected } from "#client/components/form/password-hint.ts";
import { useReturnToChecklist } from "#client/components/page/checklist.tsx";
import { MailNote } from "#client/components/page/mail-note.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { query, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { createUserBody } from "#shared/contract/users.ts";
import { ROLE_LABEL, ROLES, type Role } from "#shared/domain/roles.ts";

const FAILED = "Failed to create user";
const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLE_LABEL[value] }));

type Typed = z.input<typeof createUserBody>;
type Sent = z.output<typeof createUserBody>;

const applyRules = zodResolver(createUserBody);
/** An empty field sends no password, so the person is emailed a link to choose one (rule A48). */
const resolver: Resolver<Typed, unknown, Sent> = (values, ...rest) =>
  applyRules({ ...values, password: values.password || undefined }, ...rest);

/**
 * Creates an account of any role; customer is the default (rule S5). The form is cleared after a
 * success. Its first field receives the focus each time that `timesBegun` rises.
 */
type UserCreateFormProps = { timesBegun: number; role: Role };

export default function UserCreateForm({ timesBegun, role: initialRole }: UserCreateFormProps) {
  const form = useForm<Typed, unknown, Sent>({
    resolver,
    defaultValues: { companyName: "", contactName: "", email: "", password: "", role: initialRole, mayOrder: true, mayManage: true },
  });
  const security = useQuery(query("security", "read", {}));
  // Until the setting is known a typed password might be ignored.
  const mayType = security.data?.requireSecondFactor === "nobody";
  const isLinkEmailed = security.data !== undefined && !mayType;
  const returnToChecklist = useReturnToChecklist();
  const create = useCall("users", "create", {
    success: "User created successfully",
    failure: FAILED,
    onSuccess: () => {
      if (!returnToChecklist()) form.reset();
    },
  });
  const { control, setFocus } = form;
  useEffect(() => {
    if (timesBegun > 0) setFocus("companyName");
  }, [timesBegun, setFocus]);
  const [role, email, companyName] = useWatch({ control, name: ["role", "email", "companyName"] });
  return (
    <Panel title="Create New User">
      <PageForm
        form={form}
        pending={create.isPending}
        onSubmit={(body) => create.mutate({ body: ofRole(body) })}
        className="flex flex-col gap-4"
      >
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <TextField control={control} name="companyName" label="Company name" />
          <TextField control={control} name="contactName" label="Contact name" />
          <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
          {mayType && (
            <PasswordField
              control={control}
              name="password"
              label="Password"
              hint="Leave empty to email a link. A password that you type is not emailed: pass it on."
              autoComplete="new-password"
              choice={{ owner: { email, companyName }, last: { error: create.error, password: create.variables?.body.password } }}
            />
          )}
          <SelectField control={control} name="role" label="Role" options={ROLE_OPTIONS} />
        </div>
        {isLinkEmailed && (
          <p className="text-sm text-muted">The person gets an email with a link, valid seven days, to choose a password.</p>
        )}
        <MailNote />
        {(role === "customer" || role === "supplier") && (
          <fieldset>
            <legend className="text-sm font-medium">This person can</legend>
            {role === "customer" && (
              <CheckboxField control={control} name="mayOrder" label="Order" hint="Place orders, answer our quotes, and pay." />
            )}
            <CheckboxField control={control} name="mayManage" label="Manage" hint="Change the company's details and its people." />
          </fieldset>
        )}
        {create.isError && !isPasswordRejected(create.error) && <FailureNote>{failureSentence(create.error, FAILED)}</FailureNote>}
        <Button type="submit" variant="primary" pending={create.isPending} className="self-start max-sm:self-stretch">
          Create user
        </Button>
      </PageForm>
    </Panel>
  );
}

/** Omits the rights that are fixed for the role (rule A23). */
function ofRole({ mayOrder, mayManage, ...body }: Sent) {
  if (body.role === "customer") return { ...body, mayOrder, mayManage };
  return body.role === "supplier" ? { ...body, mayManage } : body;
}
