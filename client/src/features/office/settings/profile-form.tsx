import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { TextareaField, TextField } from "#client/components/form/fields.tsx";
import { PageForm } from "#client/components/form/page-form.tsx";
import { useReturnToChecklist } from "#client/components/page/checklist.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { useCall } from "#client/lib/api.ts";
import type { User } from "#client/lib/session.ts";
import { profileForm, profileWithAddressForm } from "#shared/contract/sign-in.ts";
import { LONGEST } from "#shared/domain/longest.ts";

/**
 * The own profile (rule A8). A person who may not manage the company can change only their own
 * name. The email changes in Security.
 */
export function ProfileForm({ user }: { user: User }) {
  const { companyName, contactName } = user;
  // The server refuses the change too (rule A23).
  const locked = { readOnly: !user.mayManage };
  const whomToAsk = user.managedBy && `Ask ${user.managedBy} to change your company's details.`;
  const form = useForm<z.input<typeof profileForm>, unknown, z.output<typeof profileForm>>({
    resolver: user.address === null ? zodResolver(profileForm) : zodResolver(profileWithAddressForm),
    defaultValues: { companyName, contactName, address: user.address ?? "", phone: user.phone ?? "", vatNumber: user.vatNumber ?? "" },
  });
  const returnToChecklist = useReturnToChecklist();
  const update = useCall("accounts", "updateProfile", {
    success: "Profile updated successfully",
    failure: "Failed to update profile",
    onSuccess: ({ companyName, contactName, address, phone, vatNumber }) => {
      if (returnToChecklist()) return;
      form.reset({ companyName, contactName, address: address ?? "", phone: phone ?? "", vatNumber: vatNumber ?? "" });
    },
  });
  return (
    <Panel title="Profile" description={`You log in as ${user.email}`}>
      <PageForm
        form={form}
        pending={update.isPending}
        onSubmit={({ contactName, ...company }) =>
          update.mutate({ params: { id: user.id }, body: { contactName, ...(user.mayManage && company) } })
        }
        className="flex flex-col gap-4"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={form.control} name="companyName" label="Company name" autoComplete="organization" {...locked} />
          <TextField control={form.control} name="contactName" label="Contact name" autoComplete="name" />
        </div>
        <TextareaField
          control={form.control}
          name="address"
          label="Address"
          {...locked}
          autoComplete="street-address"
          hint={whomToAsk ?? (user.role === "customer" ? "It is on your quotations and invoices." : undefined)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            control={form.control}
            name="phone"
            label="Phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            optional={user.mayManage}
            {...locked}
          />
          {user.role === "customer" && (
            <TextField
              control={form.control}
              name="vatNumber"
              label="VAT number"
              spellCheck={false}
              maxLength={LONGEST.vatNumber}
              optional={user.mayManage}
              {...locked}
            />
          )}
        </div>
        <Button type="submit" variant="primary" pending={update.isPending} className="self-start max-sm:self-stretch">
          Save profile
        </Button>
      </PageForm>
    </Panel>
  );
}
