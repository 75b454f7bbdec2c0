import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { CheckboxField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { inviteBody } from "#shared/contract/companies.ts";

const FAILED = "Failed to send the invitation";

type PersonInviteDialogProps = {
  /** The invited person who receives a new link, or null for a new invitation. */
  again: Reply<"company", "people">[number] | null;
  /**
   * True for a customer's company. A supplier's people have no right to order, and may manage by
   * default.
   */
  orders: boolean;
  onClose: () => void;
  onInvited: () => void;
};

/** Emails an invitation, or repeats one (rule A16). */
export default function PersonInviteDialog({ again, orders, onClose, onInvited }: PersonInviteDialogProps) {
  const { email = "", contactName = "", mayOrder = false, mayManage = !orders } = again ?? {};
  const form = useForm({ resolver: zodResolver(inviteBody), defaultValues: { email, contactName, mayOrder, mayManage } });
  const invite = useCall("company", "invite", {
    success: (person) => `We have emailed ${person.email} a link`,
    failure: FAILED,
    onSuccess: onInvited,
  });
  const { control } = form;
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title={again ? `Invite ${contactName} again` : "Invite a person"}
      description={
        again ? "The link that was emailed before ends." : "They get a link by email and choose a password. It works for seven days."
      }
      form={form}
      onSubmit={(body) => invite.mutate({ body })}
      submitLabel="Send the invitation"
      pending={invite.isPending}
      error={invite.isError ? failureSentence(invite.error, FAILED) : null}
    >
      <TextField
        control={control}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={again !== null}
      />
      <TextField control={control} name="contactName" label="Contact name" />
      <fieldset>
        <legend className="text-sm font-medium">
          {orders ? "As well as quoting, this person can" : "As well as making, this person can"}
        </legend>
        {orders && <CheckboxField control={control} name="mayOrder" label="Order" hint="Place orders, answer our quotes, and pay." />}
        <CheckboxField control={control} name="mayManage" label="Manage" hint="Change the company's details and its people." />
      </fieldset>
    </FormDialog>
  );
}
