import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { SelectField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { createTokenBody, TOKEN_DAYS } from "#shared/contract/identity/tokens.ts";
import type { Role } from "#shared/domain/roles.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { type Access, AREAS, type Area, areaLabel, areasFor, canWrite, scopesOf } from "./token-scopes.ts";

const FAILED = "Failed to create the token";

const access = z.enum(["none", "read", "write"]);
const tokenForm = z.object({
  name: createTokenBody.shape.name,
  days: z.string(),
  areas: z.object({ quotes: access, orders: access, remakes: access, invoices: access, workshop: access }),
});
const NO_ACCESS = Object.fromEntries(AREAS.map((area) => [area, "none"])) as Record<Area, Access>;

const DAYS = [
  { value: "30", label: "30 days" },
  { value: String(TOKEN_DAYS.usual), label: `${TOKEN_DAYS.usual} days` },
  { value: "180", label: "180 days" },
  { value: String(TOKEN_DAYS.most), label: "A year" },
];
const accessOptions = (area: Area) => [
  { value: "none", label: "No access" },
  { value: "read", label: "Read" },
  ...(canWrite(area) ? [{ value: "write", label: "Read and write" }] : []),
];

/** Creates an API token and displays it once (rule A32). */
export default function TokenCreateDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const form = useForm<z.input<typeof tokenForm>, unknown, z.output<typeof tokenForm>>({
    resolver: zodResolver(tokenForm),
    defaultValues: { name: "", days: String(TOKEN_DAYS.usual), areas: { ...NO_ACCESS, orders: "read" } },
  });
  const create = useCall("tokens", "create", { failure: FAILED });
  const { control } = form;
  if (create.data) {
    const { name, token } = create.data;
    const hint = "Copy the token into the program now.";
    return <SecretDialog title={`The token ${name}`} secret={token} hint={hint} copyLabel="Copy the token" onClose={onClose} />;
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title="Create an API token"
      description="The program never gets more than you may do yourself, and it never pays, refunds or changes people and settings."
      form={form}
      onSubmit={({ name, days, areas }) => create.mutate({ body: { name, scopes: scopesOf(areas), expiresInDays: Number(days) } })}
      submitLabel="Create the token"
      pending={create.isPending}
      error={create.isError ? failureSentence(create.error, FAILED) : null}
    >
      <TextField control={control} name="name" label="Name" hint="The program that will use it." />
      <div className="grid grid-cols-2 gap-4">
        {areasFor(role).map((area) => (
          <SelectField key={area} control={control} name={`areas.${area}`} label={areaLabel(area)} options={accessOptions(area)} />
        ))}
        <SelectField control={control} name="days" label="Ends after" options={DAYS} />
      </div>
    </FormDialog>
  );
}
