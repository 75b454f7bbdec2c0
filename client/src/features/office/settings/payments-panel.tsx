import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { PasswordField, TextField } from "#client/components/form/fields.tsx";
import { PageForm } from "#client/components/form/page-form.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { useReturnToChecklist } from "#client/components/page/checklist.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert, FailureNote } from "#client/components/ui/display/alert.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { FormSkeleton } from "#client/components/ui/display/waiting.tsx";
import { useCall, useFormQuery } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { stripeKeysBody } from "#shared/contract/payments.ts";

/** Stripe's keys (rule Y10). */
export default function PaymentsPanel() {
  const config = useFormQuery("payments", "config", {});
  return (
    <Panel
      title="Stripe"
      description="Customers pay their quotes by card through your own Stripe account. Its dashboard has the keys under Developers, API keys."
      actions={config.data && <ConfiguredBadge configured={config.data.configured} />}
    >
      <QueryView query={config} failure="Failed to load Stripe configuration" skeleton={<FormSkeleton fields={2} />}>
        {({ configured, publicKey }) => <StripeKeysForm configured={configured} publicKey={publicKey ?? ""} />}
      </QueryView>
    </Panel>
  );
}

function ConfiguredBadge({ configured }: { configured: boolean }) {
  return configured ? <StatusBadge word="Set up" tone="positive" /> : <StatusBadge word="Not set up yet" tone="warning" />;
}

const FAILED = "Failed to update Stripe configuration";

type StripeKeysFormProps = { configured: boolean; publicKey: string };

/**
 * Both keys are saved together, because the server verifies the pair with Stripe. The server never
 * returns the secret key.
 */
function StripeKeysForm({ configured, publicKey }: StripeKeysFormProps) {
  const form = useForm<z.input<typeof stripeKeysBody>, unknown, z.output<typeof stripeKeysBody>>({
    resolver: zodResolver(stripeKeysBody),
    defaultValues: { publicKey, secretKey: "" },
  });
  const returnToChecklist = useReturnToChecklist();
  const configure = useCall("payments", "configure", {
    success: "Stripe configuration updated successfully",
    failure: FAILED,
    onSuccess: (saved) => {
      // A warning is displayed here, so it keeps the page.
      if (saved.warning || !returnToChecklist()) form.reset({ publicKey: saved.publicKey ?? "", secretKey: "" });
    },
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
