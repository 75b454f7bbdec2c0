import { useForm } from "react-hook-form";
import type { z } from "zod";
import { lateResolver } from "#client/components/form/late-resolver.ts";
import { PageForm } from "#client/components/form/page-form.tsx";
import { TextField } from "#client/components/form/text-field.tsx";
import { TextareaField } from "#client/components/form/textarea-field.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { type Reply, useCall } from "#client/lib/api.ts";
import type { companySettingsBody } from "#shared/contract/settings.ts";

const byContract = lateResolver(async () => (await import("#shared/contract/settings.ts")).companySettingsBody);

/** Nothing is required to save; what a VAT invoice needs, the hints say and the invoice insists on. */
export function CompanyForm({ company }: { company: Reply<"settings", "readCompany"> }) {
  const form = useForm<z.input<typeof companySettingsBody>, unknown, z.output<typeof companySettingsBody>>({
    resolver: byContract,
    defaultValues: company,
  });
  const save = useCall("settings", "saveCompany", {
    success: "Company details saved",
    failure: "Failed to save the company's details",
    onSuccess: (saved) => form.reset(saved),
  });
  const { control } = form;
  const needed = "A VAT invoice needs it.";
  return (
    <PageForm form={form} pending={save.isPending} onSubmit={(body) => save.mutate({ body })} className="flex flex-col gap-4">
      <TextField control={control} name="name" label="Name" hint={needed} autoComplete="organization" />
      <TextareaField control={control} name="address" label="Address" hint={needed} autoComplete="street-address" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="vatNumber" label="VAT number" hint={needed} spellCheck={false} />
        <TextField control={control} name="companyNumber" label="Company number" spellCheck={false} />
        <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
        <TextField control={control} name="phone" label="Phone" type="tel" inputMode="tel" />
      </div>
      <Button type="submit" variant="primary" pending={save.isPending} className="self-start max-sm:self-stretch">
        Save company
      </Button>
    </PageForm>
  );
}
