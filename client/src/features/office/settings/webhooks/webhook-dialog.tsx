import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { createWebhookBody, type WebhookType } from "#shared/contract/identity/webhooks.ts";
import type { Role } from "#shared/domain/roles.ts";
import { SecretDialog } from "../secret-dialog.tsx";
import { typeLabel, typesFor, type Webhook } from "./webhook-words.ts";

const FAILED = "Failed to save the webhook";
type Values = z.input<typeof createWebhookBody>;

/** Adds a webhook and displays its secret once, or changes one (rule C28). */
export default function WebhookDialog({ role, webhook, onClose }: { role: Role; webhook?: Webhook; onClose: () => void }) {
  const form = useForm<Values, unknown, z.output<typeof createWebhookBody>>({
    resolver: zodResolver(createWebhookBody),
    defaultValues: webhook ? { url: webhook.url, types: webhook.types } : { url: "", types: [...typesFor(role)] },
  });
  const create = useCall("webhooks", "create", { failure: FAILED });
  const change = useCall("webhooks", "change", { success: "Webhook saved", failure: FAILED, onSuccess: onClose });
  const { control, watch, setValue, formState } = form;
  const types = watch("types");
  const toggle = (type: WebhookType, isChosen: boolean) =>
    setValue("types", isChosen ? [...types, type] : types.filter((one) => one !== type), { shouldDirty: true, shouldValidate: true });
  if (create.data) {
    const hint = "Copy the secret into your program now: it checks our signatures with it.";
    const { secret } = create.data;
    return <SecretDialog title="The webhook's secret" secret={secret} hint={hint} copyLabel="Copy the secret" onClose={onClose} />;
  }
  const call = webhook ? change : create;
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title={webhook ? "Change the webhook" : "Add a webhook"}
      description="We send each event to your program's address, signed by Standard Webhooks."
      form={form}
      onSubmit={(body) => (webhook ? change.mutate({ params: { id: webhook.id }, body }) : create.mutate({ body }))}
      submitLabel={webhook ? "Save" : "Add the webhook"}
      pending={call.isPending}
      error={call.isError ? failureSentence(call.error, FAILED) : null}
    >
      <TextField control={control} name="url" label="Address" type="url" hint="It begins with https://" />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">Events</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {typesFor(role).map((type) => (
            <Checkbox
              key={type}
              label={typeLabel(type)}
              checked={types.includes(type)}
              onChange={(event) => toggle(type, event.target.checked)}
            />
          ))}
        </div>
        {formState.errors.types && <p className="text-sm font-medium text-danger">{formState.errors.types.message}</p>}
      </fieldset>
    </FormDialog>
  );
}
