import { useForm } from "react-hook-form";
import type { z } from "zod";
import { FailureNote } from "#client/components/form/failure-note.tsx";
import { lateResolver } from "#client/components/form/late-resolver.ts";
import { PageForm } from "#client/components/form/page-form.tsx";
import { PasswordField } from "#client/components/form/password-field.tsx";
import { TextField } from "#client/components/form/text-field.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import type { stripeKeysBody } from "#shared/contract/payments.ts";

const byContract = lateResolver(async () => (await import("#shared/contract/payments.ts")).stripeKeysBody);

const FAILED = "Failed to update Stripe configuration";

type StripeKeysFormProps = { configured: boolean; publicKey: string };

/** Both keys together: the server asks Stripe whether they belong to each other. The secret goes there and never comes back. */
export function StripeKeysForm({ configured, publicKey }: StripeKeysFormProps) {
  const form = useForm<z.input<typeof stripeKeysBody>, unknown, z.output<typeof stripeKeysBody>>({
    resolver: byContract,
    defaultValues: { publicKey, secretKey: "" },
  });
  const configure = useCall("payments", "configure", {
    success: "Stripe configuration updated successfully",
    failure: FAILED,
    onSuccess: (saved) => form.reset({ publicKey: saved.publicKey ?? "", secretKey: "" }),
  });
  return (
    <PageForm form={form} pending={configure.isPending} onSubmit={(body) => configure.mutate({ body })} className="flex flex-col gap-4">
      <TextField
        control={form.control}
        name="publicKey"
        label="Public key"
        hint="Begins with pk_."
        spellCheck={false}
        autoCapitalize="none"
      />
      <PasswordField
        control={form.control}
        name="secretKey"
        label="Secret key"
        autoComplete="new-password"
        hint={configured ? "Begins with sk_. The stored one is never shown: enter it again to save." : "Begins with sk_."}
      />
      {configure.isError && <FailureNote>{failureSentence(configure.error, FAILED)}</FailureNote>}
      {configure.data?.warning && <Alert tone="warning">{configure.data.warning}</Alert>}
      <Button type="submit" variant="primary" pending={configure.isPending} className="self-start max-sm:self-stretch">
        Save keys
      </Button>
    </PageForm>
  );
}
